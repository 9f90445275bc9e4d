/* Networks as text, one link per line:
 *
 *     u v [latency bandwidth] [xN]    both ways, N links side by side
 *     u > v [latency bandwidth] [xN]  from u to v only
 *     host NAME ..               the order of the processors
 *     switch NAME ..
 *     combine NAME ..            switches that combine and multicast messages
 *     multicast NAME ..          switches that multicast messages
 *     # begins a comment
 *
 * '-' stands for no latency or no bandwidth. */
#include "draft.h"

#include <stdio.h>

#include "base/base.h"

/* u > v latency bandwidth xN, plus one to detect an excess */
#define EDGES_WORDS_MAX 7
#define LANES_MAX 64

static const char blanks[] = " \t\r\v\f";

/* Return the next word of a line and move *line behind it; NULL at the end. */
static char *next_word(char **line)
{
    char *word = *line + strspn(*line, blanks);
    size_t length = strcspn(word, blanks);
    if (!length)
        return NULL;
    *line = word + length;
    if (**line)
        *(*line)++ = '\0';
    return word;
}

/* the words that declare names */
static const struct edges_word {
    const char *word;
    enum kind kind;
    unsigned char powers;
} edges_words[] = {
    {"host", KIND_HOST, 0},
    {"switch", KIND_SWITCH, 0},
    {"multicast", KIND_SWITCH, SWITCH_MULTICASTS},
    {"combine", KIND_SWITCH, SWITCH_MULTICASTS | SWITCH_COMBINES},
};

static const struct edges_word *edges_word_find(const char *word)
{
    for (size_t i = 0; i < sizeof edges_words / sizeof *edges_words; i++)
        if (!strcmp(word, edges_words[i].word))
            return &edges_words[i];
    return NULL;
}

static int declare(struct file_draft *draft, const struct edges_word *as,
                   char *line)
{
    int count = 0;
    for (char *word; (word = next_word(&line)); count++) {
        int number = draft_declare(draft, word, as->kind);
        if (number < 0)
            return -1;
        draft->vertex[number].powers = as->powers;
    }
    if (count)
        return 0;
    return draft_error(draft, "expected names after '%s'", as->word);
}

static int edges_form(struct file_draft *draft)
{
    return draft_error(
        draft, "expected a link: 'u v', 'u > v' (one way), or 'u v LATENCY "
               "BANDWIDTH'; 'xN' at the end makes N parallel links");
}

/* Parse the number of lanes, 'xN'. */
static int edges_take_lanes(struct file_draft *draft, const char *word,
                            struct graph_link *link)
{
    int64_t lanes;
    if (parse_number(word + 1, NULL, 1, LANES_MAX, &lanes))
        return draft_error(draft,
                           "'%.80s': expected 1 to %d parallel links, as 'x2'",
                           word, LANES_MAX);
    link->more = (int)lanes - 1;
    return 0;
}

/* Parse a latency or a bandwidth; '-': the link has none of its own. */
static int edges_take_number(struct file_draft *draft, const char *what,
                             const char *word, bool positive, double *number)
{
    return strcmp(word, "-") ? draft_number(draft, what, word, positive, number)
                             : 0;
}

static int take_link(struct file_draft *draft, char **word, int words)
{
    struct graph_link link = {.cost = {-1, 0}};
    link.one_way = words > 1 && !strcmp(word[1], ">");
    if (link.one_way) {
        word[1] = word[0];
        word++;
        words--;
    }
    if ((words == 3 || words == 5) && word[words - 1][0] == 'x' &&
        edges_take_lanes(draft, word[--words], &link))
        return -1;
    if ((words != 2 && words != 4) || !strcmp(word[1], ">"))
        return edges_form(draft);
    if (words == 4 && (edges_take_number(draft, "latency", word[2], false,
                                         &link.cost.latency) ||
                       edges_take_number(draft, "bandwidth", word[3], true,
                                         &link.cost.bandwidth)))
        return -1;
    link.u = draft_vertex(draft, word[0]);
    link.v = link.u < 0 ? -1 : draft_vertex(draft, word[1]);
    return link.v < 0 ? -1 : draft_link(draft, &link, true);
}

static int take_line(struct file_draft *draft, char *line)
{
    char *word[EDGES_WORDS_MAX];
    int words = 0;
    line[strcspn(line, "#")] = '\0';
    char *rest = line;
    while (words < EDGES_WORDS_MAX && (word[words] = next_word(&rest))) {
        const struct edges_word *as = words ? NULL : edges_word_find(word[0]);
        if (as)
            return declare(draft, as, rest);
        words++;
    }
    if (words == 0)
        return 0;
    return words == 1 || words == EDGES_WORDS_MAX
               ? edges_form(draft)
               : take_link(draft, word, words);
}

int edges_read(struct file_draft *draft, char *text)
{
    draft->line = 0;
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        draft->line++;
        if (take_line(draft, line))
            return -1;
        line = end;
    }
    return 0;
}
