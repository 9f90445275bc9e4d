/* Limits of the system on threads; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_LIMITS_H
#define WEFT_SRC_MACHINE_ENGINE_LIMITS_H

struct run;
struct weft_error;

/* The system refused a thread: say which limit to raise. -1 with err set:
 * WEFT_ERROR_SYSTEM. */
int limits_explain(const struct run *run, struct weft_error *err);

#endif
