/* The system's limits on threads; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_LIMITS_H
#define WEFT_SRC_MACHINE_ENGINE_LIMITS_H

struct run;
struct weft_error;

/* Report which limit to raise after the system has refused a thread. Return -1
 * with WEFT_ERROR_SYSTEM. */
int limits_explain(const struct run *run, struct weft_error *err);

#endif
