/* A fake simulator context: what the fake host runtime needs, and a log. FAKE_NUMBER makes another file of it. */
#ifndef FAKE_NUMBER
#define FAKE_NUMBER 1
#endif

int fake_context_bound;

int fake_context_number(void);
int simpler_host_log_bind_state(void *state);

int fake_context_number(void) { return FAKE_NUMBER; }

int simpler_host_log_bind_state(void *state) {
  (void) state;
  fake_context_bound++;
  return 0;
}
