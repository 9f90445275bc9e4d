/* The figures in the documents: they can be drawn and read, and show what the
 * documents say about them. */
#include "svg.h"

#include <criterion/criterion.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>

static struct svg gallery_drawn(const char *name)
{
    struct weft_error err = {0};
    char *text = weft_exhibit_draw(name, &err);
    cr_assert(text, "%s: %s", name, err.text);
    struct svg svg;
    cr_assert(svg_read(&svg, text), "%s: not well-formed", name);
    free(text);
    return svg;
}

Test(gallery, every_figure_can_be_read)
{
    const struct weft_exhibit *exhibit;
    size_t count = 0;
    for (; (exhibit = weft_exhibit(count)); count++) {
        struct svg svg = gallery_drawn(exhibit->name);
        cr_expect_null(svg_outside(&svg), "%s: '%s' leaves the page",
                       exhibit->name, svg_said(svg_outside(&svg)));
        cr_expect_null(svg_overlap(&svg), "%s: '%s' overlaps another text",
                       exhibit->name, svg_said(svg_overlap(&svg)));
        cr_expect_eq(svg_count(&svg, "title", NULL), 1);
        svg_finish(&svg);
    }
    cr_expect_geq(count, 26);
}

Test(gallery, twice_the_same_bytes)
{
    const struct weft_exhibit *exhibit;
    for (size_t i = 0; (exhibit = weft_exhibit(i)); i++) {
        char *first = weft_exhibit_draw(exhibit->name, NULL);
        char *second = weft_exhibit_draw(exhibit->name, NULL);
        cr_expect_str_eq(first, second, "%s", exhibit->name);
        free(first);
        free(second);
    }
}

/* The number of an element, with a class or inside groups of the class. */
static const struct {
    const char *name, *element, *class;
    bool inside;
    int count;
} cases[] = {
    {"successive-1", "line", "edge", false, 3 * 7},
    {"successive-2", "circle", "node clash", false, 2 * 2},
    {"successive-3", "line", "transfers", true, 11 * 15},
    {"successive-3", "circle", "begin", false, 11},
    {"successive-4", "line", "transfers", true, 16 * 15},
    {"successive-4", "circle", "begin", false, 16},
    {"successive-5", "line", "transfers", true, 16 * 15},
    {"successive-5", "circle", "begin", false, 16},
    {"simultaneous-2", "path", "arrow", false, 2 * 3 * 7},
    {"multinode-1", "line", "link", false, 1 + 4 + 12 + 32},
    {"multinode-3", "path", "arrow", false, 2 * 15},
    {"multinode-4", "line", "edge", false, 15},
    {"multinode-5", "path", "arrow", false, 8 * 7},
    {"broadcast-4.1", "line", "transfers", true, 7 + 7},
    {"broadcast-4.2", "path", "arrow", false, 7},
    {"reduce-4.3", "path", "arrow", false, 7},
    {"matvec-4.4", "path", "arrow", false, 2 * 4 * 3},
    {"broadcast-4.5", "path", "arrow", false, 15},
    {"broadcast-4.6", "path", "arrow", false, 7},
    {"broadcast-4.7", "path", "arrow", false, 7},
    {"broadcast-4.7", "rect", "switch", false, 7},
    {"stream-3", "circle", "node", false, 3 * 7},
    {"stream-4", "circle", "node", false, 23},
    {"stream-5", "circle", "node", false, 23},
    {"stream-5", "rect", "node square", false, 6},
    {"stream-6", "circle", "node", false, 28},
    {"stream-6", "rect", "node square", false, 2},
};

Test(gallery, what_is_in_them)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct svg svg = gallery_drawn(cases[i].name);
        int count =
            cases[i].inside
                ? svg_count_inside(&svg, cases[i].class, cases[i].element)
                : svg_count(&svg, cases[i].element, cases[i].class);
        cr_expect_eq(count, cases[i].count, "%s: %d %s %s", cases[i].name,
                     count, cases[i].class, cases[i].element);
        svg_finish(&svg);
    }
}

/* Desprez et al. 1993: "the time scale is the same on each". */
Test(gallery, one_time_scale)
{
    const char *names[] = {"successive-3", "successive-4", "successive-5"};
    double at[3];
    for (int i = 0; i < 3; i++) {
        struct svg svg = gallery_drawn(names[i]);
        at[i] = -1;
        for (size_t j = 0; j < svg.texts; j++)
            if (!strcmp(svg.text[j].text, "44"))
                at[i] = svg.text[j].left;
        cr_assert_gt(at[i], 0);
        svg_finish(&svg);
    }
    cr_expect_eq(at[0], at[1]);
    cr_expect_eq(at[0], at[2]);
}

Test(gallery, an_unknown_figure)
{
    struct weft_error err;
    cr_assert_null(weft_exhibit_draw("succesive-3", &err));
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_expect(strstr(err.text, "successive-3"));
}
