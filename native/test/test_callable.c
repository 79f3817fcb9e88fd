#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "check.h"
#include "marshal.h"
#include "suites.h"

static sluice_error error;

/* The image of flat_callable(), by the numbers of the fact sheet: the child starts at the first multiple of 64 after
 * the 70 bytes of orchestration. */
static void fill_expected(unsigned char *image) {
  memcpy(image, (int32_t[]) {1, 2, 3}, 12);
  memcpy(image + 1024, &(int32_t) {3}, 4);
  memcpy(image + 1028, &(uint32_t) {70}, 4);
  memcpy(image + 1032, "run", 3);
  memcpy(image + 1096, &(uint32_t) {3}, 4);
  memcpy(image + 1100, &(int32_t) {7}, 4);
  memcpy(image + 5196, &(uint32_t) {128}, 4);
  memcpy(image + 9292, &(int32_t) {1}, 4);
  memcpy(image + 9296, "conf", 4);
  memcpy(image + 9360, &(uint32_t) {4}, 4);
  memset(image + 9376, 'O', 70);
  unsigned char *child = image + 9376 + 128;
  memcpy(child, &(int32_t) {2}, 4);
  memcpy(child + 128, &(int32_t) {1}, 4);
  memcpy(child + 132, &(uint32_t) {9}, 4);
  memset(child + 192, 'K', 9);
}

enum { IMAGE_BYTES = 9376 + 128 + 192 + 9 };

static void a_callable_is_laid_out_by_the_fact_sheet_and_is_zero_elsewhere(void) {
  static unsigned char expected[IMAGE_BYTES];
  fill_expected(expected);
  buffer flat = flat_callable();
  sluice_chip_callable *image = NULL;
  CHECK_NUMBER(0, sluice_pack_callable(&image, flat.bytes, flat.length, &error));
  release(&flat);
  if (image != NULL) {
    CHECK_NUMBER(0, (uintptr_t) image % 64);
    CHECK_BYTES(expected, image, IMAGE_BYTES);
  }
  free(image);
}

static void children_start_at_multiples_of_64_one_after_the_other(void) {
  buffer flat = {0};
  append32(&flat, 0);
  append32(&flat, 3);
  append32(&flat, 1);
  append32(&flat, 0);
  append64(&flat, 64);
  append(&flat, "e", 1);
  append_padding(&flat);
  for (int index = 0; index < 64; index++) {
    append(&flat, "o", 1);
  }
  for (int32_t child = 0; child < 3; child++) {
    append32(&flat, 1023 - child);
    append32(&flat, 0);
    append64(&flat, 64 - child);
    for (int index = 0; index < 64; index++) { /* the padding is no zero, and must not get into the image */
      append(&flat, "k", 1);
    }
  }
  sluice_chip_callable *image = NULL;
  CHECK_NUMBER(0, sluice_pack_callable(&image, flat.bytes, flat.length, &error));
  release(&flat);
  if (image != NULL) {
    for (uint32_t child = 0; child < 3; child++) {
      CHECK_NUMBER(1023 - child, get32(image, 1100 + 4 * child));
      CHECK_NUMBER(64 + 256 * child, get32(image, 5196 + 4 * child));
      CHECK_NUMBER(64 - child, get32(image, 9376 + 64 + 256 * child + 132));
    }
    CHECK_NUMBER(0, ((unsigned char *) image)[9376 + 64 + 256 + 192 + 63]);
    CHECK_NUMBER(0, get32(image, 9360));
  }
  free(image);
}

static void a_callable_without_kernels_is_its_orchestration(void) {
  buffer flat = {0};
  append32(&flat, 0);
  append32(&flat, 0);
  append32(&flat, 8);
  append32(&flat, 0);
  append64(&flat, 1);
  append(&flat, "my_entry", 8);
  append(&flat, "o", 1);
  append_padding(&flat);
  sluice_chip_callable *image = NULL;
  CHECK_NUMBER(0, sluice_pack_callable(&image, flat.bytes, flat.length, &error));
  if (image != NULL) {
    CHECK_NUMBER(0, get32(image, 9292));
    CHECK_NUMBER('o', ((unsigned char *) image)[9376]);
  }
  release(&flat);
  free(image);
}

static void check_refused(const buffer *flat, const char *sentence) {
  sluice_chip_callable *image = NULL;
  CHECK_NUMBER(-1, sluice_pack_callable(&image, flat->bytes, flat->length, &error));
  CHECK_NUMBER(SLUICE_REFUSED, error.kind);
  CHECK_TEXT(sentence, error.message);
  free(image);
}

static void spoil32(size_t offset, int32_t value, const char *sentence) {
  buffer flat = flat_callable();
  memcpy(flat.bytes + offset, &value, sizeof value);
  check_refused(&flat, sentence);
  release(&flat);
}

static void spoil64(size_t offset, int64_t value, const char *sentence) {
  buffer flat = flat_callable();
  memcpy(flat.bytes + offset, &value, sizeof value);
  check_refused(&flat, sentence);
  release(&flat);
}

/* Where things stand in flat_callable(). */
enum { SIGNATURE = 24, ENTRY = 36, KERNEL = 120 };

static void counts_and_lengths_outside_the_limits_are_refused(void) {
  spoil32(0, 257, "callable: the number of arguments in the signature is 257, outside 0..256");
  spoil32(0, -1, "callable: the number of arguments in the signature is -1, outside 0..256");
  spoil32(4, 1025, "callable: the number of kernels is 1025, outside 0..1024");
  spoil32(4, -1, "callable: the number of kernels is -1, outside 0..1024");
  spoil32(8, 64, "callable: the length of the entry name is 64, outside 1..63");
  spoil32(8, 0, "callable: the length of the entry name is 0, outside 1..63");
  spoil32(12, 64, "callable: the length of the configuration name is 64, outside 0..63");
  spoil32(12, -1, "callable: the length of the configuration name is -1, outside 0..63");
  spoil64(16, 0, "callable: the size of the orchestration is 0, outside 1..4294967295");
  spoil64(16, -1, "callable: the size of the orchestration is -1, outside 1..4294967295");
  spoil64(16, INT64_C(1) << 32, "callable: the size of the orchestration is 4294967296, outside 1..4294967295");
  spoil32(KERNEL, 1024, "callable: the func id of a kernel is 1024, outside 0..1023");
  spoil32(KERNEL, -1, "callable: the func id of a kernel is -1, outside 0..1023");
  spoil32(KERNEL + 4, 33, "callable: the number of arguments of a kernel is 33, outside 0..32");
  spoil32(KERNEL + 4, -1, "callable: the number of arguments of a kernel is -1, outside 0..32");
  spoil64(KERNEL + 8, 0, "callable: the size of a kernel is 0, outside 1..4294967295");
  spoil64(KERNEL + 8, INT64_MAX, "callable: the size of a kernel is 9223372036854775807, outside 1..4294967295");
}

static void directions_that_are_none_are_refused(void) {
  spoil32(SIGNATURE, 4, "callable: a direction is 4, outside 0..3");
  spoil32(SIGNATURE + 8, -1, "callable: a direction is -1, outside 0..3");
  spoil32(KERNEL + 16, 4, "callable: a direction is 4, outside 0..3");
}

static void names_that_are_no_symbols_are_refused(void) {
  buffer flat = flat_callable();
  flat.bytes[ENTRY + 1] = 0;
  check_refused(&flat, "callable: byte 0x00 in a symbol name at index 1");
  flat.bytes[ENTRY + 1] = 0xc3;
  check_refused(&flat, "callable: byte 0xc3 in a symbol name at index 1");
  flat.bytes[ENTRY + 1] = 'u';
  flat.bytes[ENTRY + 3] = ' ';
  check_refused(&flat, "callable: byte 0x20 in a symbol name at index 0");
  release(&flat);
}

static void sizes_past_the_end_of_the_buffer_are_refused(void) {
  spoil64(16, UINT32_MAX,
          "malformed callable buffer: a binary at offset 48: 4294967295 bytes, and 112 of 160 are left");
  spoil64(KERNEL + 8, UINT32_MAX,
          "malformed callable buffer: a binary at offset 144: 4294967295 bytes, and 16 of 160 are left");
}

static void a_callable_buffer_cut_at_any_length_is_refused(void) {
  buffer whole = flat_callable();
  CHECK_NUMBER(160, whole.length);
  sluice_chip_callable *image = NULL;
  for (size_t length = 0; length < whole.length; length++) {
    buffer cut = {0};
    append(&cut, whole.bytes, length);
    CHECK_NUMBER(-1, sluice_pack_callable(&image, cut.bytes, cut.length, &error));
    release(&cut);
  }
  append(&whole, "", 1);
  check_refused(&whole, "malformed callable buffer: 161 bytes, of which the last 1 belong to nothing");
  release(&whole);
}

void test_callable(void) {
  RUN(a_callable_is_laid_out_by_the_fact_sheet_and_is_zero_elsewhere);
  RUN(children_start_at_multiples_of_64_one_after_the_other);
  RUN(a_callable_without_kernels_is_its_orchestration);
  RUN(counts_and_lengths_outside_the_limits_are_refused);
  RUN(directions_that_are_none_are_refused);
  RUN(names_that_are_no_symbols_are_refused);
  RUN(sizes_past_the_end_of_the_buffer_are_refused);
  RUN(a_callable_buffer_cut_at_any_length_is_refused);
}
