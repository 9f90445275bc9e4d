/* Goal files: a line is empty or one statement, # begins a comment.
 *
 *     statement = "processors" expr | "let" name "=" expr
 *               | "combine" ("move" | "sum" | "any") | "ordered"
 *               | "have" list ":" list | "want" list ":" list [ "of" list ]
 *
 * The text right of a colon is evaluated for every processor r in the list left
 * of it. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "expression.h"
#include "written.h"

#define GOAL_FILE_PROCESSORS_MAX (1 << 20)
#define PARTS_MAX (1u << 24)
#define SPANS_UNTRUSTED (1u << 22) /* limit on ranges of contributors */

struct goal_reading {
    struct scanner s;
    struct weft_goal *goal;
    /* number of processors that the caller expects; 0: set by the file */
    int asked;
    bool said;        /* whether a statement "processors" has been read */
    bool combines;    /* whether a statement "combine" has been read */
    bool states;      /* whether a statement "have" or "want" has been read */
    bool of;          /* whether a statement "want" with "of" has been read */
    unsigned of_line; /* line of the first statement "want" with "of" */
    struct span_list who, what, whose;
};

/* ---- statements -------------------------------------------------------- */

static int read_processors(struct goal_reading *in)
{
    int64_t count;
    if (expression_read(&in->s, &count))
        return -1;
    if (in->s.has_p && (!in->asked || in->said))
        return scanner_fail(
            &in->s,
            "the number of processors is given twice or after its first use");
    if (count < 1 || count > GOAL_FILE_PROCESSORS_MAX)
        return scanner_fail(&in->s, "%" PRId64 " processors; expected 1 to %d",
                            count, GOAL_FILE_PROCESSORS_MAX);
    if (in->asked && count != in->asked)
        return scanner_fail(&in->s,
                            "the goal is for %" PRId64 " processors, not %d",
                            count, in->asked);
    in->said = true;
    in->s.has_p = true;
    in->s.p = count;
    return 0;
}

static int read_let(struct goal_reading *in)
{
    static const char *const taken[] = {"p", "r", "all", "by", "of", NULL};
    struct scanner *s = &in->s;
    struct let let;
    if (scanner_name(s, let.name))
        return -1;
    for (int i = 0; taken[i]; i++)
        if (!strcmp(taken[i], let.name))
            return scanner_fail(s, "'%s' is already defined", let.name);
    for (int i = 0; i < s->lets; i++)
        if (!strcmp(s->let[i].name, let.name))
            return scanner_fail(s, "'%s' already has a value", let.name);
    if (s->lets == LETS_MAX)
        return scanner_fail(s, "more than %d names", LETS_MAX);
    if (!scanner_takes(s, "="))
        return scanner_fail(s, "expected: let NAME = NUMBER");
    if (expression_read(s, &let.value))
        return -1;
    s->let[s->lets++] = let;
    return 0;
}

static int read_combine(struct goal_reading *in)
{
    static const char *const rules[] = {[WEFT_GOAL_MOVE] = "move",
                                        [WEFT_GOAL_SUM] = "sum",
                                        [WEFT_GOAL_ANY] = "any"};
    if (in->combines)
        return scanner_fail(&in->s, "the rule is given twice");
    in->combines = true;
    for (int i = 0; i < 3; i++)
        if (scanner_takes(&in->s, rules[i])) {
            in->goal->rule = (enum weft_goal_rule)i;
            return 0;
        }
    return scanner_fail(&in->s,
                        "expected: combine move, combine sum or combine any");
}

static int read_ordered(struct goal_reading *in)
{
    in->goal->intervals = true;
    return 0;
}

static int goal_file_no_memory(struct goal_reading *in)
{
    return weft_error_set(in->s.err, WEFT_ERROR_MEMORY, in->s.line,
                          "no memory for the goal");
}

/* Set *number to the number of the set of contributors. Reuses the previous set
 * if it is equal; written_join_sets() finds the other duplicates. Return 0, or
 * -1 with the error set. */
static int number_set(struct goal_reading *in, uint32_t *number)
{
    struct written *written = in->goal->written;
    const struct span_list *list = &in->whose;
    size_t count = spans_join(list->span, list->count);
    const struct written_set *last =
        written->sets ? &written->set[written->sets - 1] : NULL;
    if (!last || last->count != count ||
        memcmp(written->pool.span + last->begin, list->span,
               count * sizeof *list->span) != 0) {
        struct span_list *pool = &written->pool;
        if (!in->s.unlimited && pool->count + count > SPANS_UNTRUSTED)
            return weft_error_set(in->s.err, WEFT_ERROR_LIMIT, in->s.line,
                                  "more than %u ranges of contributors%s",
                                  SPANS_UNTRUSTED, SAY_NO_LIMIT);
        size_t begin = pool->count;
        if (array_grow(&written->set, &written->set_capacity, written->sets + 1,
                       sizeof *written->set) ||
            span_list_append(pool, (struct set){list->span, count}))
            return goal_file_no_memory(in);
        written->set[written->sets++] = (struct written_set){begin, count};
    }
    *number = (uint32_t)written->sets - 1;
    return 0;
}

/* Parse [of LIST]. */
static int read_of(struct goal_reading *in, bool wanted, uint32_t *set)
{
    *set = EVERY_HOLDER;
    if (!wanted || !scanner_takes(&in->s, "of"))
        return 0;
    if (!in->of)
        in->of_line = in->s.line;
    in->of = true;
    in->whose.count = 0;
    if (list_read(&in->s, "contributor", in->s.p, &in->whose))
        return -1;
    if (in->whose.count)
        return number_set(in, set);
    in->what.count = 0; /* without contributors, nothing is wanted */
    return 0;
}

/* Parse the text right of the colon for processor r. */
static int read_for(struct goal_reading *in, struct written_side *side,
                    bool wanted)
{
    uint32_t set;
    in->what.count = 0;
    if (list_read(&in->s, "block", INT32_MAX, &in->what) ||
        read_of(in, wanted, &set))
        return -1;
    size_t count = spans_join(in->what.span, in->what.count);
    const struct written *written = in->goal->written;
    unsigned most = in->s.unlimited ? PARTS_MAX : RANGES_UNTRUSTED;
    if (written->have.count + written->want.count + count > most)
        return weft_error_set(in->s.err, WEFT_ERROR_LIMIT, in->s.line,
                              "more than %u ranges of blocks%s", most,
                              most < PARTS_MAX ? SAY_NO_LIMIT : "");
    if (count && array_grow(&side->part, &side->capacity, side->count + count,
                            sizeof *side->part))
        return goal_file_no_memory(in);
    for (size_t i = 0; i < count; i++)
        side->part[side->count++] = (struct written_part){
            .rank = (int32_t)in->s.r,
            .blocks = in->what.span[i],
            .set = set,
            .line = in->s.line,
        };
    return 0;
}

/* Check the syntax right of the colon if the list of processors is empty. */
static int read_form(struct goal_reading *in, bool wanted)
{
    uint32_t set;
    in->s.only_form = true;
    in->what.count = 0;
    int status = list_read(&in->s, "block", INT32_MAX, &in->what) ||
                         read_of(in, wanted, &set)
                     ? -1
                     : 0;
    in->s.only_form = false;
    return status;
}

static int read_side(struct goal_reading *in, struct written_side *side,
                     bool wanted)
{
    struct scanner *s = &in->s;
    if (!s->has_p)
        return scanner_fail(s, "the number of processors is missing: "
                               "'processors N' must come first");
    in->who.count = 0;
    if (list_read(s, "processor", s->p, &in->who))
        return -1;
    if (!scanner_takes(s, ":"))
        return scanner_fail(s,
                            "a colon is missing between processors and blocks");
    size_t count = spans_join(in->who.span, in->who.count);
    const char *begin = s->at;
    int status = 0;
    s->has_r = true;
    for (size_t i = 0; i < count && !status; i++)
        for (s->r = in->who.span[i].first;
             s->r <= in->who.span[i].last && !status; s->r++) {
            s->at = begin;
            status = read_for(in, side, wanted);
            if (!status)
                status = scanner_spend(s, (uint64_t)(s->at - begin));
        }
    if (!count)
        status = read_form(in, wanted);
    s->has_r = false;
    return status;
}

static int read_have(struct goal_reading *in)
{
    in->states = true;
    return read_side(in, &in->goal->written->have, false);
}

static int read_want(struct goal_reading *in)
{
    in->states = true;
    return read_side(in, &in->goal->written->want, true);
}

static const struct goal_file_statement {
    const char *word;
    int (*read)(struct goal_reading *in);
} statements[] = {
    {"processors", read_processors},
    {"let", read_let},
    {"combine", read_combine},
    {"ordered", read_ordered},
    {"have", read_have},
    {"want", read_want},
};

#define STATEMENTS (sizeof statements / sizeof *statements)

static const char *statement_word(size_t index)
{
    return index < STATEMENTS ? statements[index].word : NULL;
}

static int goal_file_read_line(struct goal_reading *in)
{
    char word[NAME_MAX_LENGTH + 1];
    if (scanner_at_end(&in->s))
        return 0;
    if (scanner_name(&in->s, word))
        return -1;
    for (size_t i = 0; i < STATEMENTS; i++) {
        if (strcmp(statements[i].word, word) != 0)
            continue;
        if (statements[i].read(in))
            return -1;
        return scanner_at_end(&in->s)
                   ? 0
                   : scanner_fail(&in->s, "unexpected text after '%s'", word);
    }
    weft_unknown(in->s.err, "statement", word, statement_word);
    in->s.err->kind = WEFT_ERROR_FORMAT;
    in->s.err->line = in->s.line;
    return -1;
}

/* ---- the whole --------------------------------------------------------- */

static int goal_file_read_all(struct goal_reading *in)
{
    while (*in->s.at) {
        in->s.line++;
        if (goal_file_read_line(in))
            return -1;
        in->s.at = strchrnul(in->s.at, '\n');
        in->s.at += *in->s.at == '\n';
    }
    if (!in->s.has_p)
        return scanner_fail(
            &in->s,
            "the number of processors is missing: write 'processors N'");
    if (!in->states)
        return weft_error_set(
            in->s.err, WEFT_ERROR_FORMAT, 0,
            "the goal is empty: no 'have' and no 'want' line");
    if (in->of && !in->combines)
        in->goal->rule = WEFT_GOAL_SUM;
    if (in->of && in->goal->rule == WEFT_GOAL_MOVE) {
        in->s.line = in->of_line;
        return scanner_fail(&in->s, "contributors ('of ...') need 'combine "
                                    "sum' or 'combine any' before them");
    }
    in->goal->processors = (int)in->s.p;
    return written_end(in->goal, in->s.unlimited, in->s.err);
}

static struct weft_goal *goal_file_create(void)
{
    const struct weft_goal fields = {
        .start = &goal_written_start,
        .postcondition = &goal_written_postcondition,
        .written = calloc(1, sizeof *fields.written),
    };
    return fields.written ? goal_create(&fields) : NULL;
}

/* Return whether the text is a schedule in the format GOAL, which has the same
 * extension .goal. */
static bool is_schedule(const char *text)
{
    static const char first[] = "\nnum_ranks ";
    return !strncmp(text, first + 1, sizeof first - 2) || strstr(text, first);
}

struct weft_goal *goal_of_text(const char *text, int processors, bool trusted,
                               struct weft_error *err)
{
    struct weft_error own = {0};
    struct goal_reading in = {
        .s = {.at = text,
              .has_p = processors > 0,
              .p = processors,
              .unlimited = trusted,
              .err = &own},
        .goal = goal_file_create(),
        .asked = processors,
    };
    int status;
    if (!in.goal)
        status = goal_file_no_memory(&in);
    else if (processors < 0 || processors > GOAL_FILE_PROCESSORS_MAX)
        status = weft_error_set(&own, WEFT_ERROR_LIMIT, 0,
                                "a goal for %d processors; expected 1 to %d",
                                processors, GOAL_FILE_PROCESSORS_MAX);
    else
        status = goal_file_read_all(&in);
    if (status && own.kind == WEFT_ERROR_FORMAT && is_schedule(text))
        weft_error_set(&own, WEFT_ERROR_FORMAT, 0,
                       "a schedule in the format GOAL, not a goal of weft");
    if (status) {
        weft_goal_destroy(in.goal);
        in.goal = NULL;
        if (err)
            *err = own;
    }
    free(in.who.span);
    free(in.what.span);
    free(in.whose.span);
    return in.goal;
}
