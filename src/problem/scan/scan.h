/* The strategies of `scan`. */
#ifndef WEFT_SRC_SCAN_H
#define WEFT_SRC_SCAN_H

#include "problem/problem.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy scan_chain, scan_hillis_steele,
    scan_recursive_doubling, scan_brent_kung;

int scan_chain_timetable(struct timetable *t);
int scan_hillis_steele_timetable(struct timetable *t);
int scan_recursive_doubling_timetable(struct timetable *t);
int scan_brent_kung_timetable(struct timetable *t);

#endif
