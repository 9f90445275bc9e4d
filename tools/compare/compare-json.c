/* A comparison as one JSON object. */
#include "compare/compare-json.h"
#include "bound/bound-report.h"
#include "common/answer.h"
#include "common/outcome.h"

#include <stdio.h>
#include <string.h>

/* Write the values of the given settings, numbers as numbers. */
static void put_settings(const struct weft_comparison *compare,
                         const struct weft_trial *job, struct json *json)
{
    json_open(json, "settings", '{');
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        const char *text = weft_trial_value(axis, job);
        if (job->point == WEFT_NO_POINT)
            continue;
        int64_t number = strchr(text, ':') ? -1 : weft_value_number(text);
        if (number >= 0)
            json_number(json, axis->setting->name, (uint64_t)number);
        else
            json_text(json, axis->setting->name, text);
    }
    json_close(json, '}');
}

static void put_row(const struct weft_comparison *compare,
                    const struct weft_trial *job, struct json *json)
{
    json_open(json, NULL, '{');
    put_settings(compare, job, json);
    summary_members(&job->result, json);
    if (job->question == WEFT_NO_QUESTION)
        json_null(json, "question");
    else
        json_number(json, "question", job->question);
    json_close(json, '}');
}

static void put_unfit(const struct weft_comparison *compare,
                      const struct weft_trial *job, struct json *json)
{
    json_open(json, NULL, '{');
    json_text(json, "problem", compare->problem[job->problem]);
    json_text(json, "strategy", job->strategy->name);
    put_settings(compare, job, json);
    json_text(json, "reason", job->err.text);
    json_close(json, '}');
}

void compare_json(const struct weft_comparison *compare, FILE *out)
{
    struct json json = answer_open("compare", out);
    json_open(&json, "problems", '[');
    for (size_t i = 0; i < compare->problems; i++)
        json_text(&json, NULL, compare->problem[i]);
    json_close(&json, ']');
    json_bool(&json, "complete",
              compare->rows + compare->unfits >= compare->trials);
    json_open(&json, "rows", '[');
    for (size_t i = 0; i < compare->rows; i++)
        put_row(compare, compare->row[i], &json);
    json_close(&json, ']');
    json_open(&json, "questions", '[');
    for (size_t i = 0; i < compare->questions; i++) {
        json_open(&json, NULL, '{');
        bound_members(&compare->question[i].answer, &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "left_out", '[');
    for (size_t i = 0; i < compare->unfits; i++)
        put_unfit(compare, compare->unfit[i], &json);
    json_close(&json, ']');
    answer_close(&json);
}
