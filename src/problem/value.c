/* The values of a plan's settings: converted from text to numbers once before
 * the run, and looked up by row instead of by name, so that names cannot be
 * misspelt. */
#include "problem.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

static int value_word_of(const char *const *words, const char *text)
{
    for (int i = 0; words && words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static int parse_word(const struct weft_setting *row, const char *text,
                      int64_t *number, struct weft_error *err)
{
    char what[40];
    int word = value_word_of(row->words, text);
    *number = word;
    if (word >= 0)
        return 0;
    snprintf(what, sizeof what, "value of --%s", row->name);
    return weft_unknown_among(err, what, text, row->words);
}

static int out_of_range(const struct weft_setting *row, const char *text,
                        struct weft_error *err)
{
    char words[80] = "";
    for (size_t i = 0; row->words && row->words[i]; i++)
        snprintf(words + strlen(words), sizeof words - strlen(words),
                 " or '%s'", row->words[i]);
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "--%s takes a %s from %lld to %lld%s%s, not '%.40s'", row->name,
        row->bytes ? "number of bytes" : "whole number", (long long)row->low,
        (long long)row->high, words,
        row->bytes ? " (units: 64k, 1M, 1kB, 1MB)" : "", text);
}

int setting_parse(const struct weft_setting *row, const char *text,
                  int64_t *number, struct weft_error *err)
{
    *number = 0;
    if (row->kind == WEFT_SETTING_WORD)
        return parse_word(row, text, number, err);
    if (row->kind == WEFT_SETTING_TEXT) {
        if (!*text)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "--%s needs a %s",
                                  row->name, row->argument);
        return row->check ? row->check(text, err) : 0;
    }
    int word = value_word_of(row->words, text);
    if (word >= 0)
        *number = -1 - word;
    else if ((row->bytes ? parse_size : parse_number)(text, NULL, row->low,
                                                      row->high, number))
        return out_of_range(row, text, err);
    return 0;
}

int weft_bytes_parse(const char *text, int64_t low, int64_t high,
                     int64_t *bytes)
{
    return parse_size(text, NULL, low, high, bytes) ? -1 : 0;
}

int setting_accepts(const struct weft_setting *row, int64_t number,
                    struct weft_error *err)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    if (row->kind != WEFT_SETTING_NUMBER)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "--%s takes no value",
                              row->name);
    return number >= row->low && number <= row->high
               ? 0
               : out_of_range(row, text, err);
}

/* ---- in a plan ---- */

int plan_value_add(struct plan *plan, const struct weft_setting *row,
                   const struct weft_choice *choice, struct weft_error *err)
{
    assert(plan->values < PLAN_VALUES_MAX);
    struct plan_value *value = &plan->value[plan->values++];
    *value = (struct plan_value){row, row->standard, -1, choice != NULL};
    if (choice && !choice->text) {
        value->number = choice->number;
        return setting_accepts(row, choice->number, err);
    }
    if (choice)
        value->text = choice->text;
    return value->text ? setting_parse(row, value->text, &value->number, err)
                       : 0;
}

static const struct plan_value *
problem_value_value_of(const struct plan *plan, const struct weft_setting *row)
{
    for (int i = 0; i < plan->values; i++)
        if (plan->value[i].row == row)
            return &plan->value[i];
    return NULL;
}

bool plan_has(const struct plan *plan, const struct weft_setting *row)
{
    return problem_value_value_of(plan, row) != NULL;
}

int64_t plan_number(const struct plan *plan, const struct weft_setting *row)
{
    const struct plan_value *value = problem_value_value_of(plan, row);
    assert(value && row->kind != WEFT_SETTING_TEXT);
    return value->number;
}

const char *plan_text(const struct plan *plan, const struct weft_setting *row)
{
    const struct plan_value *value = problem_value_value_of(plan, row);
    assert(value && row->kind == WEFT_SETTING_TEXT);
    return value->text;
}

bool plan_chosen(const struct plan *plan, const struct weft_setting *row)
{
    const struct plan_value *value = problem_value_value_of(plan, row);
    return value && value->chosen;
}
