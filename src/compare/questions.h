/* The questions of a comparison: rows that differ only in their strategy have
 * the same question, and so the same lower bound. */
#ifndef WEFT_SRC_COMPARE_QUESTIONS_H
#define WEFT_SRC_COMPARE_QUESTIONS_H

#include <weft/unstable/compare.h>

/* Return whether the setting is part of the question, rather than of the
 * execution of a run. */
bool question_setting(const char *setting);
/* Determine the questions of all completed trials, each once, and their bounds.
 * Returns 0, or -1 if memory is short. */
int questions_ask(struct weft_comparison *compare, struct weft_error *err);
/* Determine the question of an added row from its result. Returns 0, or -1 if
 * memory is short. */
int questions_add(struct weft_comparison *compare, struct weft_trial *row,
                  struct weft_error *err);
void questions_finish(struct weft_comparison *compare);

#endif
