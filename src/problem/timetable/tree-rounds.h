/* Timetables from trees of the best throughput. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_TREE_ROUNDS_H
#define WEFT_SRC_PROBLEM_TIMETABLE_TREE_ROUNDS_H

#include "timetable.h"

/* Create the timetable that moves t->terms.packets blocks, at least one, of
 * each processor (rooted: of t->terms.root) along trees of t->terms.network.
 * `reversed`: to the root or roots, which combine them. Returns like a
 * timetable_maker. */
int tree_rounds_make(struct timetable *t, bool rooted, bool reversed);
void tree_rounds_destroy(struct tree_rounds *trees);

#endif
