#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flat.h"
#include "marshal.h"
#include "memory.h"

/* The heads as Java writes them. */
typedef struct {
  int32_t signature_count;
  int32_t kernel_count;
  int32_t entry_length;
  int32_t config_length;
  int64_t orchestration_bytes;
} flat_callable;
_Static_assert(sizeof(flat_callable) == 24, "marshal.h, callable");

typedef struct {
  int32_t id;
  int32_t signature_count;
  int64_t binary_bytes;
} flat_kernel;
_Static_assert(sizeof(flat_kernel) == 16, "marshal.h, callable");

/* Children start at multiples of this, counted from the end of the head (fact sheet 5.8). */
enum { CHILD_ALIGNMENT = 64 };

static uint64_t aligned(uint64_t offset) { return (offset + CHILD_ALIGNMENT - 1) & ~(uint64_t) (CHILD_ALIGNMENT - 1); }

static int check_range(const char *what, int64_t value, int64_t least, int64_t most, sluice_error *error) {
  if (value < least || value > most) {
    return sluice_refuse(error, "callable: %s is %" PRId64 ", outside %" PRId64 "..%" PRId64, what, value, least, most);
  }
  return 0;
}

static int check_head(const flat_callable *head, sluice_error *error) {
  if (check_range("the number of arguments in the signature", head->signature_count, 0, SLUICE_MAX_TENSORS,
                  error) != 0 ||
      check_range("the number of kernels", head->kernel_count, 0, SLUICE_MAX_CHILDREN, error) != 0 ||
      check_range("the length of the entry name", head->entry_length, 1, SLUICE_NAME_BYTES - 1, error) != 0 ||
      check_range("the length of the configuration name", head->config_length, 0, SLUICE_NAME_BYTES - 1, error) != 0) {
    return -1;
  }
  return check_range("the size of the orchestration", head->orchestration_bytes, 1, UINT32_MAX, error);
}

static int check_kernel(const flat_kernel *kernel, sluice_error *error) {
  if (check_range("the func id of a kernel", kernel->id, 0, SLUICE_MAX_CHILDREN - 1, error) != 0 ||
      check_range("the number of arguments of a kernel", kernel->signature_count, 0, SLUICE_MAX_KERNEL_SIGNATURE,
                  error) != 0) {
    return -1;
  }
  return check_range("the size of a kernel", kernel->binary_bytes, 1, UINT32_MAX, error);
}

static int read_signature(sluice_flat *flat, int32_t *out, int32_t count, sluice_error *error) {
  if (sluice_flat_read(flat, out, sizeof *out * (size_t) count, "a signature", error) != 0) {
    return -1;
  }
  for (int32_t index = 0; index < count; index++) {
    if (check_range("a direction", out[index], 0, SLUICE_ARGUMENT_DIRECTIONS - 1, error) != 0) {
      return -1;
    }
  }
  return 0;
}

static int read_name(sluice_flat *flat, char *out, int32_t length, sluice_error *error) {
  if (sluice_flat_read(flat, out, (size_t) length, "a name", error) != 0) {
    return -1;
  }
  for (int32_t index = 0; index < length; index++) {
    const unsigned char letter = (unsigned char) out[index];
    if (letter <= ' ' || letter > '~') {
      return sluice_refuse(error, "callable: byte 0x%02x in a symbol name at index %" PRId32, letter, index);
    }
  }
  return 0;
}

static int start(sluice_flat *flat, flat_callable *head, sluice_error *error) {
  return sluice_flat_read(flat, head, sizeof *head, "the head", error) != 0 ? -1 : check_head(head, error);
}

/* Reads a binary whose bytes are padded on both sides. */
static const unsigned char *read_binary(sluice_flat *flat, int64_t bytes, sluice_error *error) {
  if (sluice_flat_pad(flat, error) != 0) {
    return NULL;
  }
  const unsigned char *binary = sluice_flat_take(flat, (uint64_t) bytes, "a binary", error);
  return binary != NULL && sluice_flat_pad(flat, error) == 0 ? binary : NULL;
}

static int read_head(sluice_flat *flat, sluice_chip_callable *out, flat_callable *head,
                     const unsigned char **orchestration, sluice_error *error) {
  if (start(flat, head, error) != 0 || read_signature(flat, out->signature, head->signature_count, error) != 0 ||
      read_name(flat, out->entry, head->entry_length, error) != 0 ||
      read_name(flat, out->config, head->config_length, error) != 0) {
    return -1;
  }
  out->signature_count = head->signature_count;
  out->entry_length = (uint32_t) head->entry_length;
  out->config_length = (uint32_t) head->config_length;
  out->orchestration_bytes = (uint32_t) head->orchestration_bytes;
  out->child_count = head->kernel_count;
  *orchestration = read_binary(flat, head->orchestration_bytes, error);
  return *orchestration == NULL ? -1 : 0;
}

static int read_kernel(sluice_flat *flat, sluice_core_callable *out, flat_kernel *kernel, const unsigned char **binary,
                       sluice_error *error) {
  memset(out, 0, sizeof *out);
  if (sluice_flat_read(flat, kernel, sizeof *kernel, "a kernel", error) != 0 || check_kernel(kernel, error) != 0 ||
      read_signature(flat, out->signature, kernel->signature_count, error) != 0) {
    return -1;
  }
  out->signature_count = kernel->signature_count;
  out->binary_bytes = (uint32_t) kernel->binary_bytes;
  *binary = read_binary(flat, kernel->binary_bytes, error);
  return *binary == NULL ? -1 : 0;
}

/* Lays the kernels out after the orchestration, into *image, or only measures where that is null. *end is counted from
 * the end of the head. */
static int lay_out(sluice_flat flat, sluice_chip_callable *image, uint64_t *end, sluice_error *error) {
  sluice_chip_callable measured; /* a head to write to while there is no image */
  sluice_chip_callable *head = image == NULL ? &measured : image;
  unsigned char *bodies = image == NULL ? NULL : (unsigned char *) (image + 1);
  flat_callable read;
  const unsigned char *orchestration;
  if (read_head(&flat, head, &read, &orchestration, error) != 0) {
    return -1;
  }
  if (image != NULL) {
    memcpy(bodies, orchestration, head->orchestration_bytes);
  }
  *end = head->orchestration_bytes;
  for (int32_t child = 0; child < read.kernel_count; child++) {
    sluice_core_callable core;
    flat_kernel kernel;
    const unsigned char *binary;
    if (read_kernel(&flat, &core, &kernel, &binary, error) != 0) {
      return -1;
    }
    const uint64_t offset = aligned(*end);
    *end = offset + sizeof core + core.binary_bytes;
    if (*end > UINT32_MAX) {
      return sluice_refuse(error, "callable: its binaries take more than %" PRIu32 " bytes together", UINT32_MAX);
    }
    head->child_ids[child] = kernel.id;
    head->child_offsets[child] = (uint32_t) offset;
    if (image != NULL) {
      memcpy(bodies + offset, &core, sizeof core);
      memcpy(bodies + offset + sizeof core, binary, core.binary_bytes);
    }
  }
  return sluice_flat_end(&flat, error);
}

int sluice_pack_callable(sluice_chip_callable **out, const void *bytes, size_t length, sluice_error *error) {
  const sluice_flat flat = {.name = "callable buffer", .bytes = bytes, .length = length};
  uint64_t end;
  if (lay_out(flat, NULL, &end, error) != 0) {
    return -1;
  }
  sluice_chip_callable *image = sluice_zeroed(SLUICE_STRUCT_ALIGNMENT, sizeof *image + end);
  if (image == NULL) {
    return sluice_exhaust(error, "a callable", sizeof *image + end);
  }
  if (lay_out(flat, image, &end, error) != 0) {
    free(image);
    return -1;
  }
  *out = image;
  return 0;
}
