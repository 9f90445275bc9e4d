/* Parses GOAL: `num_ranks N`, then for each rank its operations, each with a
 * label, and their dependences. */
#include "program.h"

#include "base/base.h"
#include "base/text/texts.h"
#include "trace/scan.h"

#include <stdlib.h>
#include <string.h>

#define PARSE_WORDS_MAX 16
#define LABEL_MAX 60

struct parsing {
    struct goal_program *program;
    struct input *in;
    struct weft_error *err;
    /* labels of the current rank's operations, in the order of operation[] */
    struct texts labels;
    bool *seen;       /* [processors] whether the operations of a rank have been
                         read */
    int rank;         /* current rank; -1: between two ranks */
    size_t first;     /* index of the current rank's first operation */
    size_t recent[2]; /* labels that occurred last */
    bool comment;     /* whether the current position is inside a comment */
    unsigned opened;  /* line in which the open comment began */
    char *word[PARSE_WORDS_MAX];
    int words;
};

static int parse_wrong(struct parsing *p, const char *text, const char *word)
{
    return weft_error_set(p->err, WEFT_ERROR_FORMAT, in_line_number(p->in),
                          word ? "%s: '%.60s'" : "%s", text, word);
}

static int parse_no_memory(struct parsing *p)
{
    return weft_error_set(p->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static bool goal_parse_number(const char *word, uint64_t most, uint64_t *value)
{
    const char *end = scan_digits(word, value);
    return end && !*end && *value <= most;
}

/* ---- labels ---- */

/* Return the number of a label, or -1 if out of memory. Most labels are among
 * the two that occurred last, such as those of an operation and of the one
 * that it requires. */
static int64_t parse_label(struct parsing *p, const char *text)
{
    for (int i = 0; i < 2; i++)
        if (p->recent[i] < p->labels.count &&
            !strcmp(p->labels.text[p->recent[i]], text))
            return (int64_t)p->recent[i];
    int64_t number = texts_number(&p->labels, text);
    p->recent[1] = p->recent[0];
    p->recent[0] = (size_t)number;
    return number;
}

/* Find the operation with this label, or add one. Return 0 or -1. */
static int parse_find(struct parsing *p, char *text, size_t *operation)
{
    struct goal_program *program = p->program;
    if (strlen(text) > LABEL_MAX)
        return parse_wrong(p, "a label must be shorter", text);
    int64_t number = parse_label(p, text);
    if (number < 0)
        return parse_no_memory(p);
    *operation = p->first + (size_t)number;
    if (*operation < program->operations)
        return 0;
    if (goal_add_operations(program, 1))
        return parse_no_memory(p);
    program->operation[program->operations++] =
        (struct goal_operation){.rank = p->rank, .line = in_line_number(p->in)};
    return 0;
}

/* ---- statements ---- */

/* Is this the word for any rank or any tag, in a receive? */
static bool is_any(const char *word, enum goal_kind kind)
{
    return kind == GOAL_RECEIVE && !strcmp(word, "-1");
}

/* Parse `tag T`, `cpu C` and `nic N`, in any order, from word `at` on. */
static int parse_options(struct parsing *p, int at,
                         struct goal_operation *operation)
{
    for (; at < p->words; at += 2) {
        uint64_t value;
        bool tag = !strcmp(p->word[at], "tag") && at + 1 < p->words;
        if (tag && is_any(p->word[at + 1], operation->kind)) {
            operation->tag = GOAL_ANY_TAG;
            continue;
        }
        if (at + 1 == p->words ||
            !goal_parse_number(p->word[at + 1], INT32_MAX, &value))
            return parse_wrong(p, "expected a number", p->word[at]);
        if (tag)
            operation->tag = (uint32_t)value;
        else if (!strcmp(p->word[at], "cpu") && value <= UINT8_MAX)
            operation->cpu = (uint8_t)value;
        else if (!strcmp(p->word[at], "nic") && value <= UINT8_MAX)
            operation->nic = (uint8_t)value;
        else if (!strcmp(p->word[at], "cpu") || !strcmp(p->word[at], "nic"))
            return parse_wrong(p, "expected a number up to 255",
                               p->word[at + 1]);
        else
            return parse_wrong(p, "expected tag, cpu or nic", p->word[at]);
    }
    return 0;
}

/* Parse "LABEL: send 8b to 1 ..." */
static int parse_transfer(struct parsing *p, struct goal_operation *operation)
{
    bool sends = !strcmp(p->word[1], "send");
    uint64_t peer;
    size_t last = p->words > 4 ? strlen(p->word[2]) - 1 : 0;
    if (p->words < 5 || strcmp(p->word[3], sends ? "to" : "from") != 0)
        return parse_wrong(p,
                           sends ? "expected: LABEL: send SIZEb to RANK"
                                 : "expected: LABEL: recv SIZEb from RANK",
                           NULL);
    if (p->word[2][last] == 'b')
        p->word[2][last] = '\0';
    if (!goal_parse_number(p->word[2], UINT32_MAX, &operation->size))
        return parse_wrong(p, "expected a size", p->word[2]);
    operation->kind = sends ? GOAL_SEND : GOAL_RECEIVE;
    operation->peer = GOAL_ANY_RANK;
    if (is_any(p->word[4], operation->kind))
        return parse_options(p, 5, operation);
    if (!goal_parse_number(p->word[4], INT32_MAX, &peer) ||
        peer >= (uint64_t)p->program->params.info.processors)
        return parse_wrong(p, "no such rank", p->word[4]);
    if ((int)peer == p->rank)
        return parse_wrong(p, "a transfer to the rank itself", NULL);
    operation->peer = (int)peer;
    return parse_options(p, 5, operation);
}

static int calculation(struct parsing *p, struct goal_operation *operation)
{
    if (p->words < 3 ||
        !goal_parse_number(p->word[2], GOAL_CALC_MAX, &operation->size))
        return parse_wrong(p, "expected: LABEL: calc TIME", NULL);
    p->program->calculated += operation->size;
    if (p->program->calculated > GOAL_CALCS_MAX)
        return parse_wrong(p, "all calculations together take too long", NULL);
    operation->kind = GOAL_CALC;
    operation->idle = !strncmp(p->word[0], GOAL_IDLE, strlen(GOAL_IDLE));
    operation->peer = -1;
    return parse_options(p, 3, operation);
}

static int operation(struct parsing *p)
{
    size_t at;
    int status;
    p->word[0][strlen(p->word[0]) - 1] = '\0'; /* remove the colon after the
                                                  label */
    if (parse_find(p, p->word[0], &at))
        return -1;
    struct goal_operation *operation = &p->program->operation[at];
    if (operation->given)
        return parse_wrong(p, "the label is given twice", p->word[0]);
    operation->given = true;
    operation->line = in_line_number(p->in);
    if (!strcmp(p->word[1], "send") || !strcmp(p->word[1], "recv"))
        status = parse_transfer(p, operation);
    else if (!strcmp(p->word[1], "calc"))
        status = calculation(p, operation);
    else
        status = parse_wrong(p, "expected send, recv or calc", p->word[1]);
    return status;
}

int goal_add_operations(struct goal_program *program, size_t count)
{
    if (count > GOAL_OPERATIONS_MAX - program->operations)
        return -1;
    return array_grow(&program->operation, &program->room,
                      program->operations + count, sizeof *program->operation);
}

int goal_add_order(struct goal_program *program, size_t earlier, size_t later,
                   bool start)
{
    struct goal_operation *of = &program->operation[earlier];
    if (program->orders == UINT32_MAX ||
        array_grow(&program->order, &program->orders_room, program->orders + 1,
                   sizeof *program->order))
        return -1;
    program->order[program->orders++] =
        (struct goal_order){(uint32_t)later, start, 0};
    uint32_t number = (uint32_t)program->orders;
    if (of->last)
        program->order[of->last - 1].next = number;
    else
        of->after = number;
    of->last = number;
    program->operation[later].waits++;
    return 0;
}

/* Parse "LABEL requires LABEL". */
static int requirement(struct parsing *p)
{
    struct goal_program *program = p->program;
    size_t later, earlier;
    if (parse_find(p, p->word[0], &later) ||
        parse_find(p, p->word[2], &earlier))
        return -1;
    if (later == earlier)
        return parse_wrong(p, "an operation that waits for itself", p->word[0]);
    return goal_add_order(program, earlier, later, p->word[1][0] == 'i')
               ? parse_no_memory(p)
               : 0;
}

static int begin_rank(struct parsing *p)
{
    uint64_t rank;
    if (p->words != 3 || strcmp(p->word[2], "{") != 0 ||
        !goal_parse_number(p->word[1], INT32_MAX, &rank))
        return parse_wrong(p, "expected: rank RANK {", NULL);
    if (!p->seen)
        return parse_wrong(p, "num_ranks comes before the first rank", NULL);
    if (rank >= (uint64_t)p->program->params.info.processors)
        return parse_wrong(p, "no such rank", p->word[1]);
    if (p->seen[rank])
        return parse_wrong(p, "the rank is given twice", p->word[1]);
    p->seen[rank] = true;
    p->rank = (int)rank;
    p->first = p->program->operations;
    return 0;
}

static int end_rank(struct parsing *p)
{
    const struct goal_program *program = p->program;
    for (size_t i = p->first; i < program->operations; i++)
        if (!program->operation[i].given)
            return weft_error_set(p->err, WEFT_ERROR_FORMAT,
                                  program->operation[i].line,
                                  "no operation of rank %d has the label '%s'",
                                  p->rank, p->labels.text[i - p->first]);
    texts_finish(&p->labels);
    p->rank = -1;
    return 0;
}

static int count_ranks(struct parsing *p)
{
    uint64_t ranks;
    if (p->seen || p->words != 2 ||
        !goal_parse_number(p->word[1], WEFT_TRACE_PROCESSORS_MAX, &ranks) ||
        !ranks)
        return parse_wrong(p, "expected once: num_ranks COUNT", NULL);
    p->program->params.info.processors = (int)ranks;
    p->seen = calloc(ranks, sizeof *p->seen);
    return p->seen ? 0 : parse_no_memory(p);
}

static int parse_statement(struct parsing *p)
{
    const char *first = p->word[0];
    if (p->rank < 0 && !strcmp(first, "num_ranks"))
        return count_ranks(p);
    if (p->rank < 0 && !strcmp(first, "rank"))
        return begin_rank(p);
    if (p->rank < 0)
        return parse_wrong(p,
                           p->seen
                               ? "expected: rank RANK {"
                               : "expected: num_ranks COUNT, as in a schedule; "
                                 "the text of a goal is for --goal",
                           NULL);
    if (!strcmp(first, "}") && p->words == 1)
        return end_rank(p);
    if (p->words > 1 && strlen(first) > 1 && first[strlen(first) - 1] == ':')
        return operation(p);
    if (p->words == 3 &&
        (!strcmp(p->word[1], "requires") || !strcmp(p->word[1], "irequires")))
        return requirement(p);
    return parse_wrong(p, "expected an operation, or LABEL requires LABEL",
                       NULL);
}

/* ---- lines ---- */

/* Read a parameter of the run, which weft writes in comments. */
static int parse_remark(struct parsing *p, char *line)
{
    struct params *params = &p->program->params;
    /* the number of processors is always that of num_ranks */
    int processors = params->info.processors;
    p->program->own |= !strncmp(line, "// unit_ns: ", 12);
    line[1] = '#';
    enum weft_error_kind what = params_read(params, line + 1);
    params->info.processors = processors;
    if (what == WEFT_ERROR_FORMAT)
        return parse_wrong(p, params->wrong, NULL);
    return what ? parse_no_memory(p) : 0;
}

/* Replace comments by blanks: between slash and star, also over several lines,
 * and after two slashes. */
static void blank_comments(struct parsing *p, char *line)
{
    while (*line) {
        char *open = p->comment ? line : strpbrk(line, "/");
        if (!open)
            return;
        if (!p->comment && open[1] == '/')
            *open = '\0';
        if (!p->comment && open[1] != '*') {
            line = open + (*open != '\0');
            continue;
        }
        if (!p->comment)
            p->opened = in_line_number(p->in);
        char *close = strstr(open + (p->comment ? 0 : 2), "*/");
        p->comment = !close;
        line = close ? close + 2 : open + strlen(open);
        memset(open, ' ', (size_t)(line - open));
    }
}

static int parse_read_line(struct parsing *p, char *line)
{
    if (!p->comment && !strncmp(line, "//", 2))
        return parse_remark(p, line);
    blank_comments(p, line);
    p->words = 0;
    for (bool within = false; *line; line++) {
        bool blank = *line == ' ' || *line == '\t' || *line == '\r';
        if (!blank && !within && p->words == PARSE_WORDS_MAX)
            return parse_wrong(p, "too many words", NULL);
        if (!blank && !within)
            p->word[p->words++] = line;
        if (blank)
            *line = '\0';
        within = !blank;
    }
    return p->words ? parse_statement(p) : 0;
}

/* Report what is missing at the end of the file. */
static int parse_check_end(struct parsing *p)
{
    if (p->comment)
        return weft_error_set(p->err, WEFT_ERROR_FORMAT, p->opened,
                              "a comment without its end, */");
    if (p->rank >= 0)
        return parse_wrong(p, "the file ends within a rank", NULL);
    return p->seen ? 0 : parse_wrong(p, "num_ranks is missing", NULL);
}

int goal_parse(struct goal_program *program, struct input *in,
               struct weft_error *err)
{
    struct parsing p = {.program = program, .in = in, .err = err, .rank = -1};
    size_t length;
    char *line;
    int status = 0;
    *program = (struct goal_program){.operations = 0};
    params_init(&program->params);
    mix_begin();
    while (!status && (line = in_line(in, &length)))
        status = parse_read_line(&p, line);
    if (!status && in_failed(in, err))
        status = -1;
    if (!status)
        status = parse_check_end(&p);
    texts_finish(&p.labels);
    free(p.seen);
    return status;
}

void goal_free(struct goal_program *program)
{
    params_finish(&program->params);
    free(program->operation);
    free(program->order);
}
