/* The questions that the rows of a comparison ask. */
#ifndef WEFT_SRC_COMPARE_QUESTIONS_H
#define WEFT_SRC_COMPARE_QUESTIONS_H

#include <weft/compare.h>

/* Does a setting belong to the question, not only to how a run is done? */
bool question_setting(const char *setting);
/* All trials that ran: their questions, each asked once, and their bounds. 0,
 * or -1: no memory. */
int questions_ask(struct weft_comparison *compare, struct weft_error *err);
/* The question of a row that was added, known by its result. 0, or -1: no
 * memory. */
int questions_add(struct weft_comparison *compare, struct weft_trial *row,
                  struct weft_error *err);
void questions_finish(struct weft_comparison *compare);

#endif
