/* The lines below a table: bounds and their questions. */
#include "footer.h"

#include <inttypes.h>
#include <string.h>

#include "columns.h"
#include "crossover.h"
#include "questions.h"

/* with more questions, only the extremes are shown */
#define FOOTER_QUESTIONS_MAX 8
#define FOOTER_LABEL 160

bool own_bounds_differ(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *r = &compare->row[i]->result;
        if (r->own_bound && r->own_bound != r->lower_bound)
            return true;
    }
    return false;
}

/* ---- the settings that distinguish a question from the others ------------ */

static void label_add(char label[FOOTER_LABEL], const char *word)
{
    size_t length = strlen(label);
    snprintf(label + length, FOOTER_LABEL - length, "%s%s", length ? " " : "",
             word);
}

static bool label_varies(const struct weft_comparison *compare, size_t offset)
{
    for (size_t i = 1; i < compare->questions; i++)
        if (strcmp((const char *)&compare->question[0].answer + offset,
                   (const char *)&compare->question[i].answer + offset) != 0)
            return true;
    return false;
}

#define FOOTER_WORD(name) offsetof(struct weft_bound_answer, name)

static void label_make(const struct weft_comparison *compare,
                       const struct weft_compared_question *q,
                       char label[FOOTER_LABEL])
{
    static const size_t words[] = {FOOTER_WORD(problem), FOOTER_WORD(network),
                                   FOOTER_WORD(model)};
    label[0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (label_varies(compare, words[i]))
            label_add(label, (const char *)&q->answer + words[i]);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        const char *name = axis->setting->name;
        if (axis->values.count == 1 || !question_setting(name) ||
            !strcmp(name, "network") || !strcmp(name, "model"))
            continue;
        label_add(label, name);
        label_add(label, weft_trial_value(axis, q->row));
    }
}

/* ---- bounds -------------------------------------------------------------- */

static void footer_print_bound(const struct weft_comparison *compare,
                               const struct weft_compared_question *q,
                               int width, int digits, FILE *out)
{
    char label[FOOTER_LABEL];
    const struct weft_bound_answer *a = &q->answer;
    label_make(compare, q, label);
    fprintf(out, "    %-*s%s%*" PRIu64, width, label, width ? "  " : "", digits,
            a->bound);
    if (a->arguments)
        fprintf(out, " = %s%s%s", a->argument[0].by,
                a->argument[0].text[0] ? ": " : "", a->argument[0].text);
    putc('\n', out);
    if (a->note[0])
        fprintf(out, "    %-*s%s%*s   %s\n", width, "", width ? "  " : "",
                digits, "", a->note);
}

/* Print all bounds with aligned labels and numbers. */
static void footer_print_bounds(const struct weft_comparison *compare,
                                FILE *out)
{
    char label[FOOTER_LABEL], number[24];
    int width = 0, digits = 0;
    for (size_t i = 0; i < compare->questions; i++) {
        label_make(compare, &compare->question[i], label);
        int length = (int)strlen(label);
        width = length > width ? length : width;
        length = snprintf(number, sizeof number, "%" PRIu64,
                          compare->question[i].answer.bound);
        digits = length > digits ? length : digits;
    }
    for (size_t i = 0; i < compare->questions; i++)
        if (compare->question[i].answer.bound)
            footer_print_bound(compare, &compare->question[i], width, digits,
                               out);
}

/* Print only the lowest and the highest of many bounds. */
static void print_extremes(const struct weft_comparison *compare, FILE *out)
{
    const struct weft_compared_question *low = compare->question, *high = low;
    char label[FOOTER_LABEL];
    for (size_t i = 1; i < compare->questions; i++) {
        const struct weft_compared_question *q = &compare->question[i];
        low = q->answer.bound < low->answer.bound ? q : low;
        high = q->answer.bound > high->answer.bound ? q : high;
    }
    label_make(compare, low, label);
    fprintf(out, "    from %" PRIu64 " (%s)", low->answer.bound, label);
    label_make(compare, high, label);
    fprintf(out, " to %" PRIu64 " (%s); `weft bound` explains each\n",
            high->answer.bound, label);
}

/* Print the conditions under which all bounds hold. */
static void print_heading(int64_t low, int64_t high, bool unit, FILE *out)
{
    if (low == high && high > 0)
        fprintf(out,
                "  bound: no valid run with %" PRId64 " block%s in a message "
                "takes less\n",
                high, high == 1 ? "" : "s");
    else if (low == high)
        fprintf(out,
                "  bound: no valid run takes less, whatever its messages%s\n",
                unit ? " (in unit time a message of any length takes one step)"
                     : "");
    else
        fputs("  bound: no valid run takes less\n", out);
}

static void print_questions(const struct weft_comparison *compare, FILE *out)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    bool unit = true;
    for (size_t i = 0; i < compare->questions; i++) {
        const struct weft_bound_answer *a = &compare->question[i].answer;
        if (!a->bound)
            continue;
        unit = unit && a->unit;
        low = a->message_blocks < low ? a->message_blocks : low;
        high = a->message_blocks > high ? a->message_blocks : high;
    }
    if (low > high)
        return;
    print_heading(low, high, unit, out);
    if (compare->questions > FOOTER_QUESTIONS_MAX)
        print_extremes(compare, out);
    else
        footer_print_bounds(compare, out);
}

static bool footer_author_refuted(const struct weft_comparison *compare,
                                  size_t question)
{
    uint64_t author = compare->question[question].answer.author;
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *r = &compare->row[i]->result;
        if (compare->row[i]->question == question && r->valid &&
            r->makespan < author)
            return true;
    }
    return false;
}

static void print_authors(const struct weft_comparison *compare, FILE *out)
{
    for (size_t i = 0; i < compare->questions; i++) {
        const struct weft_compared_question *q = &compare->question[i];
        char label[FOOTER_LABEL];
        if (!q->answer.author)
            continue;
        label_make(compare, q, label);
        fprintf(out, "  author's bound%s%s: %" PRIu64 " = %s%s\n",
                *label ? ", " : "", label, q->answer.author,
                q->answer.author_by,
                footer_author_refuted(compare, i)
                    ? " (wrong: a valid run takes less)"
                    : "");
    }
}

/* ---- rows that do not answer their question ------------------------------ */

/* List the strategies with runs whose messages are longer than the question
 * allows. */
static void print_outside(const struct weft_comparison *compare, FILE *out)
{
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_trial *row = compare->row[i];
        uint64_t most = 0;
        bool again = weft_bound_applies(&row->result);
        for (size_t k = 0; k < compare->rows && !again; k++) {
            const struct weft_result *other = &compare->row[k]->result;
            if (strcmp(other->strategy, row->result.strategy) != 0 ||
                compare->row[k]->problem != row->problem ||
                weft_bound_applies(other))
                continue;
            again = k < i;
            uint64_t longest = other->question_bytes ? other->message_bytes
                                                     : other->message_blocks;
            most = longest > most ? longest : most;
        }
        if (!again)
            fprintf(out,
                    "  %s: up to %" PRIu64 " %s in one message, not this "
                    "question (--message-blocks any)\n",
                    row->result.strategy, most,
                    row->result.question_bytes ? "bytes" : "blocks");
    }
}

/* Print the lengths of vectors that strategies chose, or that were chosen for
 * all of them. */
static void print_vectors(const struct weft_comparison *compare, FILE *out)
{
    uint64_t low = 0, high = 0;
    bool costs = false;
    if (weft_comparison_axis(compare, "vector") >= 0)
        return;
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *r = &compare->row[i]->result;
        if (!r->vector)
            continue;
        low = !low || r->vector < low ? r->vector : low;
        high = r->vector > high ? r->vector : high;
        costs = costs || r->makespan != r->steps;
    }
    if (costs && low == high)
        fprintf(out,
                "  vector: %" PRIu64 " bytes (p x --bytes; --vector sets "
                "another)\n",
                low);
    else if (costs)
        fprintf(out,
                "  vectors: %" PRIu64 " to %" PRIu64 " bytes (p x --bytes; "
                "--vector sets another)\n",
                low, high);
    else if (low != high)
        fprintf(out,
                "  vectors differ: %" PRIu64 " to %" PRIu64
                " bytes (--vector)\n",
                low, high);
}

void footer_print(const struct weft_comparison *compare, FILE *out)
{
    print_vectors(compare, out);
    print_questions(compare, out);
    print_authors(compare, out);
    if (own_bounds_differ(compare))
        fputs("  own bound: for messages of at most as many bytes as the "
              "longest of the row\n",
              out);
    print_outside(compare, out);
    crossover_print(compare, "  ", "\n", out);
}
