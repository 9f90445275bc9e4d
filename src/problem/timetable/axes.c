/* Arranges processors as a grid. */
#include "axes.h"

int axes_steps(const struct timetable *t)
{
    int steps = 0;
    for (int axis = 0; axis < t->terms.axes; axis++)
        steps += t->terms.extent[axis] - 1;
    return steps;
}

struct axes_round axes_step(const struct timetable *t, int round)
{
    int axis = 0;
    while (round > t->terms.extent[axis] - 1)
        round -= t->terms.extent[axis++] - 1;
    return (struct axes_round){axis, round};
}

struct axes_round axes_step_back(const struct timetable *t, int round)
{
    int axis = t->terms.axes - 1;
    while (round > t->terms.extent[axis] - 1)
        round -= t->terms.extent[axis--] - 1;
    return (struct axes_round){axis, round};
}

int axes_longer(const struct timetable *t)
{
    int longer = 0;
    for (int axis = 0; axis < t->terms.axes; axis++)
        longer += t->terms.extent[axis] > 1;
    return longer;
}

int axes_wide(const struct timetable *t, int round)
{
    int axis = t->terms.axes - 1;
    while (t->terms.extent[axis] == 1 || --round)
        axis--;
    return axis;
}

/* Return the distance in ranks between neighbours on an axis. */
static int stride(const struct timetable *t, int axis)
{
    int ranks = 1;
    for (int i = axis + 1; i < t->terms.axes; i++)
        ranks *= t->terms.extent[i];
    return ranks;
}

int axes_position(const struct timetable *t, int rank, int axis)
{
    return rank / stride(t, axis) % t->terms.extent[axis];
}

int axes_further(const struct timetable *t, int rank, int axis, int by)
{
    int n = t->terms.extent[axis], ranks = stride(t, axis);
    int own = axes_position(t, rank, axis);
    int there = ((own + by) % n + n) % n;
    return rank + (there - own) * ranks;
}

struct interval axes_bundle(const struct timetable *t, int rank, int axis,
                            int by)
{
    int ranks = stride(t, axis);
    int first = axes_further(t, rank, axis, by) / ranks * ranks;
    return (struct interval){first, first + ranks - 1};
}

int axes_terms(struct weft_processor *self, struct terms *terms, int axes,
               const int *extent)
{
    if (axes < 1 || axes > AXES_MAX)
        return weft_fail(self, "%d axes; expected 1 to %d", axes, AXES_MAX);
    terms->axes = axes;
    for (int i = 0; i < axes; i++)
        terms->extent[i] = extent[i];
    return 0;
}
