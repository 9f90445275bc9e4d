/* Properties by which callers choose an algorithm or a picture, compared with
 * the links of the network. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/network.h>

static const char *const network_shape_specs[] = {
    "hypercube:1", "hypercube:2",    "hypercube:4",   "ring:3",
    "ring:8",      "line:2",         "line:7",        "mesh:1x2",
    "mesh:4x4",    "mesh:3x4x5",     "torus:2x2",     "torus:2x5",
    "torus:5x1",   "torus:3x4x2",    "tree:2",        "tree:8",
    "complete:2",  "complete:9",     "star:2",        "star:6",
    "hyperx:3x4",  "hyperx:2x3x2x2", "torus:3x2x2x3", "fat-tree:2x3",
    "petersen",
};
#define NETWORK_SHAPE_SPECS                                                    \
    (sizeof network_shape_specs / sizeof network_shape_specs[0])

static struct weft_network *network_shape_make(const char *spec)
{
    struct weft_error err;
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert_not_null(network, "%s: %s", spec, err.text);
    return network;
}

/* Return whether two processors are linked, according to the axes. */
static bool joined(const struct weft_network *n, int u, int v)
{
    int extent[WEFT_NETWORK_AXES_MAX], axes = weft_network_axes(n, extent);
    int a[WEFT_NETWORK_AXES_MAX], b[WEFT_NETWORK_AXES_MAX], differ = -1;
    weft_network_coordinates(n, u, a);
    weft_network_coordinates(n, v, b);
    for (int i = 0; i < axes; i++)
        if (a[i] != b[i]) {
            if (differ >= 0)
                return false;
            differ = i;
        }
    if (differ < 0)
        return false;
    int far = abs(a[differ] - b[differ]);
    switch (weft_network_axis(n, differ)) {
    case WEFT_AXIS_LINE:
        return far == 1;
    case WEFT_AXIS_RING:
        return far == 1 || far == extent[differ] - 1;
    default:
        return true;
    }
}

Test(network_shape, axes_with_a_rule_are_all_links)
{
    for (size_t i = 0; i < NETWORK_SHAPE_SPECS; i++) {
        struct weft_network *n = network_shape_make(network_shape_specs[i]);
        int extent[WEFT_NETWORK_AXES_MAX];
        bool known = true;
        for (int a = 0; a < weft_network_axes(n, extent); a++)
            known &= weft_network_axis(n, a) != WEFT_AXIS_NONE;
        for (int u = 0; known && u < weft_network_size(n); u++)
            for (int v = 0; v < weft_network_size(n); v++)
                cr_expect_eq(weft_network_port(n, u, v) >= 0, joined(n, u, v),
                             "%s: %d to %d", network_shape_specs[i], u, v);
        cr_expect_eq(known,
                     strpbrk("htsfp", (char[]){*network_shape_specs[i], 0}) ==
                             NULL ||
                         strncmp(network_shape_specs[i], "torus", 5) == 0 ||
                         strncmp(network_shape_specs[i], "hyperx", 6) == 0,
                     "%s", network_shape_specs[i]);
        cr_expect_eq(weft_network_axis(n, -1), WEFT_AXIS_NONE);
        cr_expect_eq(weft_network_axis(n, 5), WEFT_AXIS_NONE);
        weft_network_destroy(n);
    }
}

Test(network_shape, the_ports_of_a_cube_are_the_bits)
{
    for (size_t i = 0; i < NETWORK_SHAPE_SPECS; i++) {
        struct weft_network *n = network_shape_make(network_shape_specs[i]);
        int d = weft_network_cube(n);
        cr_expect_eq(d > 0,
                     strncmp(network_shape_specs[i], "hypercube", 9) == 0);
        for (int u = 0; d && u < weft_network_size(n); u++)
            for (int p = 0; p < d; p++)
                cr_expect_eq(weft_network_neighbour(n, u, p), u ^ 1 << p);
        cr_expect(!d || weft_network_size(n) == 1 << d);
        weft_network_destroy(n);
    }
}

Test(network_shape, exponents_double_the_size)
{
    const struct weft_network_kind *kind;
    for (size_t i = 0; (kind = weft_network_known(i)); i++) {
        char spec[2][40];
        struct weft_network *n[2];
        for (int k = 0; k < 2; k++) {
            snprintf(spec[k], sizeof spec[k], "%s:%d", kind->name, 4 + k);
            n[k] = weft_network_create(spec[k], NULL);
        }
        if (n[0] && !kind->exponent)
            cr_expect_eq(weft_network_size(n[0]), 4, "%s", spec[0]);
        if (n[0] && kind->exponent)
            cr_expect(weft_network_size(n[1]) >= 2 * weft_network_size(n[0]),
                      "%s", spec[0]);
        weft_network_destroy(n[0]);
        weft_network_destroy(n[1]);
    }
}

Test(network_shape, names_of_vertices)
{
    struct weft_network *cube = network_shape_make("hypercube:4"),
                        *tree = network_shape_make("tree:8");
    char text[40], few[3];
    cr_expect_eq(weft_network_label(cube, 5, text, sizeof text), 4);
    cr_expect_str_eq(text, "0101");
    cr_expect_eq(weft_network_label(cube, 5, few, sizeof few), 4);
    cr_expect_str_eq(few, "01");
    weft_network_label(cube, 16, text, sizeof text);
    cr_expect_str_eq(text, "16");
    weft_network_label(cube, -1, text, sizeof text);
    cr_expect_str_eq(text, "-1");
    weft_network_label(tree, 9, text, sizeof text);
    cr_expect_str_eq(text, "9");
    weft_network_destroy(cube);
    weft_network_destroy(tree);
}

/* Switches are numbered so that pictures can place them above their leaves. */
Test(network_shape, leaves_below_their_switches)
{
    for (size_t i = 0; i < NETWORK_SHAPE_SPECS; i++) {
        struct weft_network *n = network_shape_make(network_shape_specs[i]);
        int size = weft_network_size(n), vertices = weft_network_vertices(n);
        bool leaves = weft_network_layout(n) == WEFT_LAYOUT_LEAVES;
        cr_expect(leaves || size == vertices ||
                  weft_network_layout(n) == WEFT_LAYOUT_PLACED);
        if (!leaves)
            vertices = size;
        for (int u = size; u < vertices; u++)
            for (int p = 0; p < 2; p++) {
                int below = weft_network_neighbour(n, u, p);
                cr_expect(below < size || below > u);
            }
        weft_network_destroy(n);
    }
}
