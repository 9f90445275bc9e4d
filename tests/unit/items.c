/* Lists of the contents of messages: equal lists have equal texts. */
#include "base/items/items.h"
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text, *canonical; /* canonical NULL: rejected */
} texts[] = {
    {"3", "3"},
    {"3-3", "3"},
    {"5,4,3", "3-5"},
    {"0-1,4", "0-1,4"},
    {"3:0-2+5", "3:0-2+5"},
    {"3:5+2+0-1", "3:0-2+5"},
    {"4:1,3:1,5:1+2", "3-4:1,5:1-2"},
    {"4:1,5", "4:1,5"},
    {"", NULL},
    {"-3", NULL},
    {"3-", NULL},
    {"3-2", NULL},
    {"3,", NULL},
    {"3,3", NULL},
    {"2-4,3", NULL},
    {"3:", NULL},
    {"3:1+", NULL},
    {"3:1+1", NULL},
    {"3:0-2+2", NULL},
    {"2147483648", NULL},
};

Test(items, have_one_text_each)
{
    struct item_list list = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *end;
        const char *wrong = item_list_parse(&list, texts[i].text, &end);
        cr_expect_eq(!wrong, texts[i].canonical != NULL, "%s", texts[i].text);
        if (wrong || !texts[i].canonical)
            continue;
        char *text = item_list_text(&list);
        cr_expect_str_eq(text, texts[i].canonical);
        cr_expect_eq(*end, '\0');
        free(text);
    }
    item_list_finish(&list);
}

Test(items, are_numbered_once_each)
{
    struct weft_items *items = weft_items_create();
    const struct weft_trace_info info = {.items = items};
    uint32_t one = weft_items_add(items, "0-1"),
             two = weft_items_add(items, "2-3");
    cr_expect(one && two && one != two);
    cr_expect_eq(weft_items_add(items, "0-1"), one);
    cr_expect_str_eq(
        weft_event_items(&info, &(struct weft_event){.items = two}), "2-3");
    cr_expect_null(weft_event_items(&info, &(struct weft_event){.items = 0}));
    cr_expect_null(weft_event_items(&info, &(struct weft_event){.items = 99}));
    weft_items_destroy(items);
    weft_items_destroy(NULL);
}
