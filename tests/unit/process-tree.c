/* The tree along which processes report. */
#include <criterion/criterion.h>
#include <machine/cluster/process-tree.h>

#define SIZE_MAX_TRIED 1000
#define FAN_MAX_TRIED 16

/* Check that every process except 0 is a child of exactly one process, its
 * parent. */
static void check_children(int fan, int size)
{
    int next = 1;
    for (int process = 0; process < size; process++) {
        int first = process_first_child(fan, process);
        int children = process_children(fan, size, process);
        cr_assert(children >= 0 && children <= fan);
        cr_assert(!children || first == next, "fan %d, %d processes: %d", fan,
                  size, process);
        for (int child = next; child < next + children; child++)
            cr_assert_eq(process_parent(fan, child), process,
                         "fan %d, %d processes: %d", fan, size, child);
        next += children;
    }
    cr_assert_eq(next, size);
}

Test(process_tree, each_is_a_child_of_one)
{
    for (int fan = 1; fan <= FAN_MAX_TRIED; fan++)
        for (int size = 1; size <= SIZE_MAX_TRIED; size++)
            check_children(fan, size);
}

/* All full levels have fan^level processes. */
Test(process_tree, is_no_higher_than_it_must_be)
{
    for (int fan = 2; fan <= FAN_MAX_TRIED; fan++) {
        int height = 0, level = 1, room = 1;
        for (int process = 0; process < SIZE_MAX_TRIED; process++) {
            int above = 0;
            for (int k = process; k; k = process_parent(fan, k))
                above++;
            if (process == room) {
                height++;
                level *= fan;
                room += level;
            }
            cr_assert_eq(above, height, "fan %d: %d", fan, process);
        }
    }
}
