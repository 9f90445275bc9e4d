/* The tables of settings: every row is complete, every default is a valid
 * value, and an experiment contains what has been set. */
#include <criterion/criterion.h>
#include <problem/problem.h>
#include <stdio.h>
#include <string.h>
#include <weft/setting.h>

#include "../settings.h"

static size_t count_settings(void)
{
    size_t count = 0;
    while (weft_setting(count))
        count++;
    return count;
}

Test(setting, rows_are_whole)
{
    for (size_t i = 0; i < count_settings(); i++) {
        const struct weft_setting *row = weft_setting(i);
        int64_t number;
        cr_expect(row->name && row->argument && row->help, "row %zu", i);
        cr_expect(row->kind != WEFT_SETTING_WORD || row->words, "%s",
                  row->name);
        cr_expect(row->kind != WEFT_SETTING_NUMBER || row->low < row->high,
                  "%s", row->name);
        if (row->standard)
            cr_expect_eq(setting_parse(row, row->standard, &number, NULL), 0,
                         "%s", row->name);
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(weft_setting(k)->name, row->name);
    }
}

/* All settings can be set at once, and a plan has room for those of any
 * problem. */
Test(setting, there_is_room)
{
    size_t general = 0;
    cr_expect_leq(count_settings(), WEFT_CHOICES_MAX);
    while (weft_setting_check(weft_setting(general)->name, "multinode", NULL) ==
           0)
        general++;
    for (size_t i = 0; weft_problem(i); i++) {
        size_t own = 0;
        while (weft_problem_setting(weft_problem(i)->name, own))
            own++;
        cr_expect_leq(own + general, PLAN_VALUES_MAX);
    }
}

Test(setting, belongs_to_the_problems_that_list_it)
{
    for (size_t p = 0; weft_problem(p); p++)
        for (size_t i = 0; i < count_settings(); i++) {
            const char *problem = weft_problem(p)->name;
            const char *name = weft_setting(i)->name;
            const struct weft_setting *own;
            struct weft_error err;
            bool listed = false, anybody = false;
            for (size_t q = 0; weft_problem(q); q++)
                for (size_t k = 0;
                     (own = weft_problem_setting(weft_problem(q)->name, k));
                     k++) {
                    listed |= p == q && !strcmp(own->name, name);
                    anybody |= !strcmp(own->name, name);
                }
            int status = weft_setting_check(name, problem, &err);
            cr_expect_eq(status, anybody && !listed ? -1 : 0, "%s for %s", name,
                         problem);
            if (status)
                cr_expect_not_null(strstr(err.text, " applies to "));
        }
    cr_expect_null(weft_problem_setting("nothing", 0));
    cr_expect_null(weft_problem_setting(NULL, 0));
}

/* The limits of every number, and the values just beyond. */
Test(setting, numbers_have_their_range)
{
    for (size_t i = 0; i < count_settings(); i++) {
        const struct weft_setting *row = weft_setting(i);
        struct weft_experiment e = weft_experiment_default(NULL);
        struct weft_error err;
        char text[32];
        if (row->kind != WEFT_SETTING_NUMBER) {
            cr_expect_eq(weft_experiment_set_number(&e, row->name, 0, &err),
                         -1);
            cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            int64_t edge = k ? row->high : row->low;
            snprintf(text, sizeof text, "%lld", (long long)edge);
            set_number(&e, row->name, edge);
            set(&e, row->name, text);
            cr_expect_eq(given_number(&e, row->name, -1), edge);
            if (edge == INT64_MAX)
                continue;
            edge += k ? 1 : -1;
            snprintf(text, sizeof text, "%lld", (long long)edge);
            cr_expect_eq(weft_experiment_set(&e, row->name, text, &err), -1);
            cr_expect_eq(weft_experiment_set_number(&e, row->name, edge, NULL),
                         -1);
            cr_expect(weft_error_is_misuse(&err));
        }
        cr_expect_eq(e.choices, 1, "a refused value changes nothing");
    }
}

Test(setting, words_are_those_of_the_row)
{
    for (size_t i = 0; i < count_settings(); i++) {
        const struct weft_setting *row = weft_setting(i);
        struct weft_experiment e = weft_experiment_default(NULL);
        struct weft_error err;
        bool word = row->kind == WEFT_SETTING_WORD;
        for (int k = 0; row->words && row->words[k]; k++) {
            set(&e, row->name, row->words[k]);
            cr_expect_eq(given_number(&e, row->name, -9), word ? k : -1 - k);
        }
        if (!word)
            continue;
        cr_expect_eq(weft_experiment_set(&e, row->name, "nonsense", &err), -1);
        cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
        cr_expect_not_null(strstr(err.text, row->name));
    }
}

Test(setting, the_last_value_counts_and_null_is_the_default)
{
    struct weft_experiment e = weft_experiment_default("stream");
    struct weft_error err;
    set(&e, "packets", "7");
    set(&e, "network", "complete:8");
    set_number(&e, "packets", 9);
    cr_expect_eq(e.choices, 2);
    cr_expect_eq(given_number(&e, "packets", 0), 9);
    cr_expect_null(given(&e, "packets"));
    set(&e, "packets", NULL);
    cr_expect_null(weft_experiment_get(&e, "packets"));
    cr_expect_str_eq(given(&e, "network"), "complete:8");
    cr_expect_eq(weft_experiment_set(&e, "pakets", "3", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_expect_eq(weft_experiment_set(&e, "network", "", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
}
