/* Groups of consecutive processors. */
#include "group.h"

int group_need(struct timetable *t)
{
    int group = t->terms.group;
    for (int g = 1; !group && (int64_t)g * g <= t->p; g++)
        if (t->p % g == 0)
            t->terms.group = g;
    if (t->terms.group > 0 && t->p % t->terms.group == 0)
        return 0;
    return timetable_refuse(
        t, "needs groups of equal size: %d does not divide %d", group, t->p);
}

int group_log(const struct timetable *t)
{
    int log = 0;
    while ((int64_t)1 << log < t->terms.group)
        log++;
    return log;
}

void group_meet_tree(const struct timetable *t, int i, int rank, bool backwards,
                     struct meeting *m)
{
    int g = t->terms.group, first = rank / g * g;
    meet_tree(g, group_log(t), i, rank - first, backwards, m);
    for (int k = 0; k < m->sends; k++)
        m->to[k] += first;
    for (int k = 0; k < m->receives; k++)
        m->from[k] += first;
}
