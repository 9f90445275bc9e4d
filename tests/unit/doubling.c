/* Recursive doubling: the partners, and the load of the links. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/network.h>
#include <weft/unstable/tree.h>

static int ceil_log2(int p)
{
    int steps = 0;
    while (1 << steps < p)
        steps++;
    return steps;
}

/* Check one step: both ends agree, and senders hold what they send. @returns
 * the number of transfers */
static int check_step(const struct weft_doubling *d, int size, int step,
                      char *holds)
{
    int transfers = 0;
    char *got = calloc((size_t)size, 1);
    for (int rank = 0; rank < size; rank++) {
        bool sends, back;
        int partner = weft_doubling_partner(d, step, rank, &sends);
        if (partner < 0)
            continue;
        cr_assert(partner < size && partner != rank);
        cr_assert_eq(weft_doubling_partner(d, step, partner, &back), rank);
        cr_assert_neq(back, sends);
        cr_assert_eq(holds[rank], sends, "p %d root %d step %d rank %d", size,
                     d->root, step, rank);
        got[rank] = !sends;
        transfers += sends;
    }
    for (int rank = 0; rank < size; rank++)
        holds[rank] |= got[rank];
    free(got);
    return transfers;
}

static void check_broadcast(const struct weft_doubling *d, int size)
{
    char *holds = calloc((size_t)size, 1);
    int transfers = 0;
    holds[d->root] = 1;
    for (int step = 0; step < weft_doubling_steps(d); step++)
        transfers += check_step(d, size, step, holds);
    cr_assert_eq(transfers, size - 1);
    cr_assert_null(memchr(holds, 0, (size_t)size));
    free(holds);
}

Test(doubling, reaches_everyone_once_from_every_root)
{
    for (int p = 1; p <= 70; p++)
        for (int root = 0; root < p; root++)
            for (int up = 0; up < 2; up++) {
                struct weft_doubling d = {1, {p}, root, up};
                cr_assert_eq(weft_doubling_steps(&d), ceil_log2(p));
                check_broadcast(&d, p);
            }
}

Test(doubling, reaches_everyone_axis_by_axis)
{
    for (int r = 1; r <= 5; r++)
        for (int c = 1; c <= 6; c++)
            for (int l = 1; l <= 4; l++)
                for (int root = 0; root < r * c * l; root++)
                    for (int up = 0; up < 2; up++) {
                        struct weft_doubling d = {3, {r, c, l}, root, up};
                        cr_assert_eq(weft_doubling_steps(&d), ceil_log2(r) +
                                                                  ceil_log2(c) +
                                                                  ceil_log2(l));
                        check_broadcast(&d, r * c * l);
                    }
}

Test(doubling, is_algorithm_4_2_for_a_power_of_two)
{
    for (int d = 1; d <= 6; d++)
        for (int source = 0; source < 1 << d; source++)
            for (int id = 0; id < 1 << d; id++) {
                const struct weft_doubling doubling = {
                    1, {1 << d}, source, false};
                int mask = (1 << d) - 1, v = id ^ source;
                for (int i = d - 1; i >= 0; i--) {
                    bool sends = false;
                    int partner =
                        weft_doubling_partner(&doubling, d - 1 - i, id, &sends);
                    mask ^= 1 << i;
                    cr_assert_eq(partner, v & mask ? -1 : id ^ 1 << i);
                    if (partner >= 0)
                        cr_assert_eq(sends, (v & 1 << i) == 0);
                }
            }
}

/* Return the maximum number of transfers over one directed link in a step. */
static int doubling_load(const struct weft_network *n,
                         const struct weft_doubling *d, int step, bool reversed)
{
    unsigned char *used = calloc((size_t)weft_network_arcs(n), 1);
    int most = 0;
    for (int rank = 0; rank < weft_network_size(n); rank++) {
        bool sends;
        int to = weft_doubling_partner(d, step, rank, &sends);
        if (to < 0 || sends == reversed)
            continue;
        for (int at = rank; at != to;) {
            int next = weft_network_next(n, at, to);
            int port = weft_network_port(n, at, next);
            int now = ++used[weft_network_arc(n, at, port)];
            most = now > most ? now : most;
            at = next;
        }
    }
    free(used);
    return most;
}

static void check_loads(const char *spec, bool by_axis)
{
    struct weft_network *n = weft_network_create(spec, NULL);
    cr_assert_not_null(n, "%s", spec);
    int size = weft_network_size(n);
    struct weft_doubling d = {1, {size}, 0, false};
    if (by_axis)
        d.axes = weft_network_axes(n, d.extent);
    for (d.root = 0; d.root < size; d.root++)
        for (int step = 0; step < weft_doubling_steps(&d); step++)
            for (int reversed = 0; reversed < 2; reversed++)
                cr_assert_eq(doubling_load(n, &d, step, reversed), 1,
                             "%s root %d step %d", spec, d.root, step);
    weft_network_destroy(n);
}

static void check_size(const char *format, int p)
{
    char spec[40];
    snprintf(spec, sizeof spec, format, p);
    check_loads(spec, false);
}

Test(doubling, uses_no_link_twice_on_lines_rings_and_trees)
{
    for (int p = 3; p <= 40; p++) {
        check_size("line:%d", p);
        check_size("ring:%d", p);
        check_size("star:%d", p);
        check_size("complete:%d", p);
    }
    for (int d = 1; d <= 6; d++) {
        check_size("hypercube:%d", d);
        check_size("tree:%d", 1 << d);
    }
}

Test(doubling, uses_no_link_twice_on_meshes_and_tori)
{
    char spec[40];
    for (int r = 2; r <= 9; r++)
        for (int c = 2; c <= 9; c++) {
            snprintf(spec, sizeof spec, "mesh:%dx%d", r, c);
            check_loads(spec, false);
            snprintf(spec, sizeof spec, "torus:%dx%d", r, c);
            check_loads(spec, true);
        }
    for (int r = 2; r <= 4; r++)
        for (int c = 2; c <= 5; c++)
            for (int l = 2; l <= 4; l++) {
                snprintf(spec, sizeof spec, "mesh:%dx%dx%d", r, c, l);
                check_loads(spec, false);
                snprintf(spec, sizeof spec, "torus:%dx%dx%d", r, c, l);
                check_loads(spec, true);
            }
}

Test(doubling, ascending_crowds_the_middle_link)
{
    static const char *const specs[] = {"line:32", "ring:32", "tree:32"};
    for (size_t i = 0; i < 3; i++) {
        struct weft_network *n = weft_network_create(specs[i], NULL);
        const struct weft_doubling d = {1, {32}, 0, true};
        for (int step = 0; step < 5; step++)
            cr_assert_eq(doubling_load(n, &d, step, false), 1 << step,
                         "%s step %d", specs[i], step);
        weft_network_destroy(n);
    }
    struct weft_network *cube = weft_network_create("hypercube:5", NULL);
    const struct weft_doubling d = {1, {32}, 0, true};
    for (int step = 0; step < 5; step++)
        cr_assert_eq(doubling_load(cube, &d, step, false), 1);
    weft_network_destroy(cube);
}
