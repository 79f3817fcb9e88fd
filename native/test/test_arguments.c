#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "check.h"
#include "marshal.h"
#include "memory.h"
#include "suites.h"

static sluice_error error;

/* One tensor as its fields, to be spoilt one by one. */
typedef struct {
  uint64_t address, bytes, start;
  int32_t type, rank, space, zero;
  int64_t shape[5], stride[5];
} tensor;

static const tensor GOOD = {.address = 0x4000,
                            .bytes = 4096,
                            .start = 3,
                            .type = 7, /* i64 */
                            .rank = 2,
                            .space = 1,
                            .shape = {5, 6},
                            .stride = {20, 2}};

/* Packs one tensor into memory full of 0xA5; the structure is where the fact sheet says. */
static int pack(sluice_task_arguments *out, const tensor *one) {
  buffer flat = {0};
  append32(&flat, 1);
  append32(&flat, 0);
  append(&flat, one, sizeof *one);
  memset(out, 0xA5, sizeof *out);
  const int result = sluice_pack_arguments(out, flat.bytes, flat.length, &error);
  release(&flat);
  return result;
}

static sluice_task_arguments *new_arguments(void) {
  sluice_task_arguments *out = sluice_zeroed(64, sizeof *out);
  if (out == NULL) {
    abort();
  }
  return out;
}

static void check_refused(const tensor *one, const char *sentence) {
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(-1, pack(out, one));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_NUMBER(0, error.code);
  CHECK_TEXT(sentence, error.message);
  free(out);
}

static void a_strided_device_tensor_is_laid_out_by_the_fact_sheet(void) {
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &GOOD));
  unsigned char expected[128] = {0};
  memcpy(expected, &(uint64_t) {0x4000}, 8);
  memcpy(expected + 8, &(uint64_t) {4096}, 8);
  memset(expected + 16, 0xff, 8);
  memcpy(expected + 24, &(uint64_t) {3}, 8);
  memcpy(expected + 36, &(uint32_t) {2}, 4);
  expected[40] = 7;
  expected[43] = 1;
  memcpy(expected + 44, (uint32_t[]) {5, 6}, 8);
  memcpy(expected + 64, &(uint64_t) {1 + 4 * 20 + 5 * 2}, 8);
  memcpy(expected + 72, (uint32_t[]) {20, 2}, 8);
  CHECK_BYTES(expected, out, sizeof expected);
  CHECK_NUMBER(1, get32(out, 33792));
  CHECK_NUMBER(0, get32(out, 33796));
  free(out);
}

static void slots_that_are_not_used_are_left_alone(void) {
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &GOOD));
  for (size_t offset = 128; offset < 33792; offset += 8) {
    if (get64(out, offset) != UINT64_C(0xA5A5A5A5A5A5A5A5)) {
      CHECK_NUMBER(-1, offset);
    }
  }
  free(out);
}

static void a_row_major_tensor_is_contiguous(void) {
  tensor row_major = GOOD;
  row_major.rank = 5;
  memcpy(row_major.shape, (int64_t[]) {2, 1, 3, 2, 4}, sizeof row_major.shape);
  memcpy(row_major.stride, (int64_t[]) {24, 24, 8, 4, 1}, sizeof row_major.stride);
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &row_major));
  CHECK_NUMBER(1, ((unsigned char *) out)[42]);
  CHECK_NUMBER(48, get64(out, 64));
  row_major.stride[0] = 25;
  CHECK_NUMBER(0, pack(out, &row_major));
  CHECK_NUMBER(0, ((unsigned char *) out)[42]);
  CHECK_NUMBER(49, get64(out, 64));
  free(out);
}

static void a_tensor_without_elements_needs_no_address_and_gets_strides(void) {
  const tensor empty = {.rank = 3, .space = 1, .shape = {3, 0, 2}, .stride = {0, 2, 1}};
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &empty));
  CHECK_NUMBER(0, get64(out, 0));
  CHECK_NUMBER(1, ((unsigned char *) out)[42]);
  CHECK_NUMBER(0, get64(out, 64));
  CHECK_NUMBER(2, get32(out, 72));
  CHECK_NUMBER(2, get32(out, 76));
  CHECK_NUMBER(1, get32(out, 80));
  free(out);
}

static void the_last_element_may_end_where_the_buffer_ends_and_not_a_byte_later(void) {
  tensor last = GOOD;
  last.bytes = (3 + 91) * 8;
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &last));
  free(out);
  last.bytes--;
  check_refused(&last, "argument 0: 91 elements of 8 bytes from element 3 reach past the end of its 751 bytes");
}

static void codes_that_crash_the_runtime_are_refused(void) {
  tensor bad = GOOD;
  bad.type = 15;
  check_refused(&bad, "argument 0: element type 15 is none of 0..14");
  bad.type = -1;
  check_refused(&bad, "argument 0: element type -1 is none of 0..14");
  bad = GOOD;
  bad.rank = 0;
  check_refused(&bad, "argument 0: rank 0 is none of 1..5");
  bad.rank = 6;
  check_refused(&bad, "argument 0: rank 6 is none of 1..5");
  bad = GOOD;
  bad.space = 2;
  check_refused(&bad, "argument 0: address space 2 is neither 0 (host) nor 1 (device)");
  bad = GOOD;
  bad.zero = 9;
  check_refused(&bad, "malformed argument buffer: argument 0 has 9 where a zero belongs");
  bad = GOOD;
  bad.address = 0;
  check_refused(&bad, "argument 0: 30 elements at address 0");
}

static void every_element_type_has_its_width(void) {
  static const int widths[] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};
  sluice_task_arguments *out = new_arguments();
  for (int32_t type = 0; type < 15; type++) {
    tensor one = {.address = 1, .type = type, .rank = 1, .space = 1, .shape = {10}, .stride = {1}};
    one.bytes = 10 * (uint64_t) widths[type];
    CHECK_NUMBER(0, pack(out, &one));
    one.bytes--;
    CHECK_NUMBER(-1, pack(out, &one));
  }
  free(out);
}

static void axes_outside_32_bits_are_refused(void) {
  tensor bad = GOOD;
  bad.shape[1] = -1;
  check_refused(&bad, "argument 0: axis 1 has length -1, outside 0..4294967295");
  bad.shape[1] = INT64_C(1) << 32;
  check_refused(&bad, "argument 0: axis 1 has length 4294967296, outside 0..4294967295");
  bad = GOOD;
  bad.stride[0] = 0;
  check_refused(&bad, "argument 0: axis 0 has stride 0, outside 1..4294967295");
  bad.stride[0] = INT64_C(1) << 32;
  check_refused(&bad, "argument 0: axis 0 has stride 4294967296, outside 1..4294967295");
  bad = GOOD;
  bad.shape[2] = 1;
  check_refused(&bad, "malformed argument buffer: argument 0 of rank 2 has axis 2");
  bad = GOOD;
  bad.stride[4] = 1;
  check_refused(&bad, "malformed argument buffer: argument 0 of rank 2 has axis 4");
}

static void numbers_that_overflow_are_refused(void) {
  const int64_t most = UINT32_MAX;
  tensor bad = {.address = 1, .bytes = UINT64_MAX, .rank = 3, .space = 1, .shape = {most, most, most},
                .stride = {1, 1, 1}};
  check_refused(&bad, "argument 0: the number of its elements does not fit 64 bits");
  bad = (tensor) {.address = 1, .bytes = UINT64_MAX, .rank = 2, .space = 1, .shape = {most, most},
                  .stride = {most, most}};
  check_refused(&bad, "argument 0: its last element lies beyond 64 bits");
  bad = GOOD;
  bad.bytes = UINT64_MAX;
  bad.start = UINT64_MAX - 5; /* plus extent */
  check_refused(&bad, "argument 0: 91 elements of 8 bytes from element 18446744073709551610 reach past the end of its "
                      "18446744073709551615 bytes");
  bad.start = UINT64_MAX / 8; /* times width */
  check_refused(&bad, "argument 0: 91 elements of 8 bytes from element 2305843009213693951 reach past the end of its "
                      "18446744073709551615 bytes");
  bad = (tensor) {.address = 1, .bytes = UINT64_MAX, .rank = 2, .space = 1, .type = 7, .shape = {most, most},
                  .stride = {1, 1}}; /* overlapping rows: little memory, many bytes to transfer */
  check_refused(&bad, "argument 0: 8589934589 elements of 8 bytes from element 0 reach past the end of its "
                      "18446744073709551615 bytes");
}

static void host_memory_is_contiguous_from_its_first_element(void) {
  static const char sentence[] =
      "argument 0: host memory that is not contiguous from its first element; upstream uploads it as if it were";
  tensor host = {.address = 1, .bytes = 64, .rank = 2, .shape = {2, 3}, .stride = {3, 1}};
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, pack(out, &host));
  CHECK_NUMBER(0, ((unsigned char *) out)[43]);
  free(out);
  host.start = 1;
  check_refused(&host, sentence);
  host.start = 0;
  host.stride[0] = 4;
  check_refused(&host, sentence);
}

static void check_counts_refused(int32_t tensors, int32_t scalars, const char *sentence) {
  buffer flat = {0};
  append32(&flat, tensors);
  append32(&flat, scalars);
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(-1, sluice_pack_arguments(out, flat.bytes, flat.length, &error));
  CHECK_TEXT(sentence, error.message);
  release(&flat);
  free(out);
}

static void counts_outside_the_limits_are_refused(void) {
  check_counts_refused(257, 0, "257 tensor arguments; a run takes 0..256");
  check_counts_refused(-1, 0, "-1 tensor arguments; a run takes 0..256");
  check_counts_refused(INT32_MIN, 0, "-2147483648 tensor arguments; a run takes 0..256");
  check_counts_refused(0, 129, "129 scalar arguments; a run takes 0..128");
  check_counts_refused(0, -1, "-1 scalar arguments; a run takes 0..128");
}

static void the_largest_counts_fill_every_slot(void) {
  buffer flat = {0};
  append32(&flat, 256);
  append32(&flat, 128);
  for (uint64_t index = 0; index < 256; index++) {
    append_tensor(&flat, 0x1000 + index, 4);
  }
  for (int64_t index = 0; index < 128; index++) {
    append64(&flat, -index);
  }
  sluice_task_arguments *out = new_arguments();
  CHECK_NUMBER(0, sluice_pack_arguments(out, flat.bytes, flat.length, &error));
  CHECK_NUMBER(0x10ff, get64(out, 255 * 128));
  CHECK_NUMBER(0, get64(out, 32768));
  CHECK_NUMBER(-127, get64(out, 32768 + 127 * 8));
  CHECK_NUMBER(256, get32(out, 33792));
  CHECK_NUMBER(128, get32(out, 33796));
  release(&flat);
  free(out);
}

static void an_argument_buffer_cut_at_any_length_is_refused(void) {
  buffer whole = flat_arguments(0x1000);
  sluice_task_arguments *out = new_arguments();
  for (size_t length = 0; length < whole.length; length++) {
    buffer cut = {0};
    append(&cut, whole.bytes, length);
    CHECK_NUMBER(-1, sluice_pack_arguments(out, cut.bytes, cut.length, &error));
    release(&cut);
  }
  CHECK_TEXT("malformed argument buffer: the scalars at offset 128: 16 bytes, and 15 of 143 are left", error.message);
  append(&whole, "", 1);
  CHECK_NUMBER(-1, sluice_pack_arguments(out, whole.bytes, whole.length, &error));
  CHECK_TEXT("malformed argument buffer: 145 bytes, of which the last 1 belong to nothing", error.message);
  release(&whole);
  free(out);
}

static void a_configuration_is_laid_out_by_the_fact_sheet(void) {
  buffer flat = flat_config();
  sluice_call_config out;
  memset(&out, 0xA5, sizeof out);
  CHECK_NUMBER(0, sluice_pack_config(&out, flat.bytes, flat.length, &error));
  unsigned char expected[1144] = {3};
  for (uint64_t index = 0; index < 12; index++) {
    memcpy(expected + 24 + 8 * index, &(uint64_t) {11 + index}, 8);
  }
  CHECK_BYTES(expected, &out, sizeof expected);
  release(&flat);
}

static void a_configuration_cut_at_any_length_is_refused(void) {
  buffer whole = flat_config();
  sluice_call_config out;
  for (size_t length = 0; length < whole.length; length++) {
    buffer cut = {0};
    append(&cut, whole.bytes, length);
    CHECK_NUMBER(-1, sluice_pack_config(&out, cut.bytes, cut.length, &error));
    release(&cut);
  }
  append(&whole, "", 1);
  CHECK_NUMBER(-1, sluice_pack_config(&out, whole.bytes, whole.length, &error));
  CHECK_TEXT("malformed configuration buffer: 105 bytes, of which the last 1 belong to nothing", error.message);
  release(&whole);
}

static void a_configuration_with_another_head_is_refused(void) {
  buffer flat = flat_config();
  sluice_call_config out;
  flat.bytes[4] = 1;
  CHECK_NUMBER(-1, sluice_pack_config(&out, flat.bytes, flat.length, &error));
  CHECK_TEXT("malformed configuration buffer: 3 AICPU threads, then 1 where a zero belongs", error.message);
  flat.bytes[4] = 0;
  flat.bytes[3] = 0x80;
  CHECK_NUMBER(-1, sluice_pack_config(&out, flat.bytes, flat.length, &error));
  CHECK_TEXT("malformed configuration buffer: -2147483645 AICPU threads, then 0 where a zero belongs", error.message);
  release(&flat);
}

void test_arguments(void) {
  RUN(a_strided_device_tensor_is_laid_out_by_the_fact_sheet);
  RUN(slots_that_are_not_used_are_left_alone);
  RUN(a_row_major_tensor_is_contiguous);
  RUN(a_tensor_without_elements_needs_no_address_and_gets_strides);
  RUN(the_last_element_may_end_where_the_buffer_ends_and_not_a_byte_later);
  RUN(codes_that_crash_the_runtime_are_refused);
  RUN(every_element_type_has_its_width);
  RUN(axes_outside_32_bits_are_refused);
  RUN(numbers_that_overflow_are_refused);
  RUN(host_memory_is_contiguous_from_its_first_element);
  RUN(counts_outside_the_limits_are_refused);
  RUN(the_largest_counts_fill_every_slot);
  RUN(an_argument_buffer_cut_at_any_length_is_refused);
  RUN(a_configuration_is_laid_out_by_the_fact_sheet);
  RUN(a_configuration_cut_at_any_length_is_refused);
  RUN(a_configuration_with_another_head_is_refused);
}
