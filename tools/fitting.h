/* After a run of a problem's default strategy that does not fit the network:
 * what does, found by trying. */
#ifndef WEFT_TOOLS_FITTING_H
#define WEFT_TOOLS_FITTING_H

#include <weft/problem.h>

/* A run has failed. If its strategy is a default that does not fit: the first
 * one of the problem that does. NULL: none, or the run failed otherwise. */
const char *fitting_instead(const struct weft_experiment *experiment,
                            const struct weft_result *result,
                            const struct weft_error *err);
/* In the same case, where there is none: print a command that works, on
 * standard error. */
void fitting_advise(const struct weft_experiment *experiment,
                    const struct weft_result *result,
                    const struct weft_error *err);

#endif
