#include "exported.h"

static void record_image(struct record *record, const void *image) {
  if (record->out == NULL || image == NULL) {
    return;
  }
  size_t length = callables_image_length(image);
  record_number(record, "bytes", (int64_t) length);
  record_text(record, "padding", callables_padding_is_zero(image) ? "zero" : "dirty");
  record_contents(record, "image", image, length);
}

EXPORTED int simpler_register_callable(void *handle, int32_t id, const void *image) {
  struct context *context = handle;
  if (context == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "simpler_register_callable");
  record_number(&record, "id", id);
  record_image(&record, image);
  context_attach(context);
  int result = 0;
  if (!configuration_fails(&context->configuration, "simpler_register_callable", &result)) {
    result = context->run != NULL || context->device < 0
                 ? -1
                 : callables_register(&context->callables, &context->memory, id, image);
  }
  return context_end(&record, "simpler_register_callable", result);
}

EXPORTED int simpler_unregister_callable(void *handle, int32_t id) {
  struct context *context = handle;
  if (context == NULL) {
    return -1;
  }
  struct record record;
  context_begin(context, &record, "simpler_unregister_callable");
  record_number(&record, "id", id);
  int result = 0;
  if (!configuration_fails(&context->configuration, "simpler_unregister_callable", &result)) {
    result = context->run != NULL
                 ? -1
                 : callables_unregister(&context->callables, &context->memory, id);
  }
  return context_end(&record, "simpler_unregister_callable", result);
}
