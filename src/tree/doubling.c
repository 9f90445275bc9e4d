/* Recursive doubling (Grama et al., 4.1.5, extended to any number of nodes).
 *
 * The coordinate of a node on each axis, relative to the root, is its virtual
 * number. Descending: in the step of axis a and bit i, the participants are the
 * nodes whose virtual number is 0 on the later axes and a multiple of 2^i on a;
 * bit i = 0 sends to bit i = 1. Ascending: the nodes that have 0 on the earlier
 * axes and less than 2^(i+1) on a. ceil(log2 p) steps on one axis, p - 1
 * messages. */
#include <limits.h>
#include <weft/unstable/tree.h>

/* Return the number of nodes; 0: invalid parameters. */
static int64_t doubling_size_of(const struct weft_doubling *doubling)
{
    int64_t size = 1;
    if (doubling->axes < 1 || doubling->axes > WEFT_NETWORK_AXES_MAX)
        return 0;
    for (int a = 0; a < doubling->axes && size <= INT_MAX; a++) {
        if (doubling->extent[a] < 1)
            return 0;
        size *= doubling->extent[a];
    }
    return size <= INT_MAX && doubling->root >= 0 && doubling->root < size
               ? size
               : 0;
}

static int doubling_bits(int extent)
{
    return extent > 1 ? 32 - __builtin_clz((unsigned)extent - 1) : 0;
}

static bool power_of_two(int extent)
{
    return (extent & (extent - 1)) == 0;
}

static int to_virtual(int extent, int root, int place)
{
    return power_of_two(extent)
               ? place ^ root
               : (int)(((int64_t)place - root + extent) % extent);
}

static int from_virtual(int extent, int root, int number)
{
    return power_of_two(extent) ? number ^ root
                                : (int)(((int64_t)number + root) % extent);
}

int weft_doubling_steps(const struct weft_doubling *doubling)
{
    int steps = 0;
    if (!doubling_size_of(doubling))
        return 0;
    for (int a = 0; a < doubling->axes; a++)
        steps += doubling_bits(doubling->extent[a]);
    return steps;
}

/* Return the axis and set *bit for a step. */
static int doubling_locate(const struct weft_doubling *doubling, int step,
                           int *bit)
{
    if (doubling->ascending)
        step = weft_doubling_steps(doubling) - 1 - step;
    int axis = 0;
    while (step >= doubling_bits(doubling->extent[axis]))
        step -= doubling_bits(doubling->extent[axis++]);
    *bit = doubling_bits(doubling->extent[axis]) - 1 - step;
    return axis;
}

/* Return whether a node with this virtual number on an axis has the message or
 * receives it in this step. */
static bool takes_part(const struct weft_doubling *doubling, int axis, int a,
                       int bit, int number)
{
    if (a != axis)
        return (a < axis) != doubling->ascending || number == 0;
    return doubling->ascending ? number < 2 << bit
                               : (number & ((1 << bit) - 1)) == 0;
}

int weft_doubling_partner(const struct weft_doubling *doubling, int step,
                          int rank, bool *sends)
{
    int bit, partner = -1, stride = 1;
    if (rank < 0 || rank >= doubling_size_of(doubling) || step < 0 ||
        step >= weft_doubling_steps(doubling))
        return -1;
    int axis = doubling_locate(doubling, step, &bit);
    for (int a = doubling->axes - 1; a >= 0; a--) {
        int extent = doubling->extent[a];
        int place = rank / stride % extent;
        int root = doubling->root / stride % extent;
        int number = to_virtual(extent, root, place);
        if (!takes_part(doubling, axis, a, bit, number))
            return -1;
        if (a == axis) {
            int other = number ^ 1 << bit;
            if (other >= extent)
                return -1;
            *sends = other > number;
            partner =
                rank + (from_virtual(extent, root, other) - place) * stride;
        }
        stride *= extent;
    }
    return partner;
}
