/* After a run whose strategy does not fit the network or the model: commands
 * that work, found by trying. */
#ifndef WEFT_TOOLS_RUN_FITTING_H
#define WEFT_TOOLS_RUN_FITTING_H

#include <weft/problem.h>

/* A run has failed. If its strategy is a default that does not fit: the first
 * one of the problem that does. NULL: none, or the run failed otherwise. */
const char *fitting_instead(const struct weft_experiment *experiment,
                            const struct weft_result *result,
                            const struct weft_error *err);
/* In the same case, where there is none, or if a strategy was named that does
 * not fit: print commands that work on standard error, the first one with the
 * named strategy, the next one with the network and the model. */
void fitting_advise(const struct weft_experiment *experiment,
                    const struct weft_result *result,
                    const struct weft_error *err);

#endif
