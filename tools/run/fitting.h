/* Suggests commands that work, after a run whose strategy does not fit the
 * network or the model. The suggestions are found by trying. */
#ifndef WEFT_TOOLS_RUN_FITTING_H
#define WEFT_TOOLS_RUN_FITTING_H

#include <weft/problem.h>

/* After a failed run with a default strategy that does not fit, return the
 * problem's first strategy that does. Returns NULL if there is none or if the
 * run failed for another reason. */
const char *fitting_instead(const struct weft_experiment *experiment,
                            const struct weft_result *result,
                            const struct weft_error *err);
/* After a run that failed because its strategy does not fit: if it was named,
 * or if no strategy fits, print commands that work to standard error, first
 * with the named strategy, then with the network and the model. */
void fitting_advise(const struct weft_experiment *experiment,
                    const struct weft_result *result,
                    const struct weft_error *err);

#endif
