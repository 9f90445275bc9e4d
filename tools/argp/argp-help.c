/* Help in the format of glibc's argp: usages, then a list of options, sorted
 * within their groups, with texts broken into lines. The format of a text that
 * ends exactly at the right margin is not defined; no text does. */
#include "argp.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    LETTER_COLUMN = 2,
    NAME_COLUMN = 6,
    TEXT_COLUMN = 29,
    HEADER_COLUMN = 1,
    USAGE_INDENT = 12,
    RIGHT_MARGIN = 79,
    LEVELS_MAX = 32,  /* maximum number of parsers with several usages */
    HELP_BUFFER = 50, /* number of bytes after which the buffer is flushed */
};

/* ---- lines ----------------------------------------------------------------
 */

struct argp_help_stream {
    FILE *out;
    char *text; /* text that is not yet broken into lines */
    size_t count, room;
    int held; /* number of bytes that glibc would hold in its buffer */
    /* current column; -1: at the beginning of a line, without a margin */
    int column;
    int left; /* margin of first lines */
    int wrap; /* margin of continued lines */
};

static void argp_help_put(struct argp_help_stream *s, const char *text,
                          size_t count)
{
    if (s->count + count > s->room) {
        s->room = 2 * (s->count + count);
        s->text = realloc(s->text, s->room);
        if (!s->text)
            abort();
    }
    memcpy(s->text + s->count, text, count);
    s->count += count;
    s->held += (int)count;
}

static void argp_help_puts(struct argp_help_stream *s, const char *text)
{
    argp_help_put(s, text, strlen(text));
}

static void argp_help_margin(const struct argp_help_stream *s, int columns)
{
    fprintf(s->out, "%*s", columns, "");
}

static bool argp_help_is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

/* Print as much as fits of the line [at, end), which is too long. Return where
 * the next line begins. */
static const char *argp_help_break(struct argp_help_stream *s, const char *at,
                                   const char *end, const char *last)
{
    const char *p = at + (RIGHT_MARGIN - s->column), *next;
    while (p >= at && (p == last || !argp_help_is_blank(*p)))
        p--;
    if (p >= at) {
        next = p + 1;
        while (p > at && argp_help_is_blank(p[-1]))
            p--;
    } else { /* a single word that is longer than a line */
        p = at + (RIGHT_MARGIN - s->column);
        while (p < end && !argp_help_is_blank(*p))
            p++;
        if (p >= end) {
            fwrite(at, 1, (size_t)(end - at), s->out);
            if (end < last)
                fputc('\n', s->out);
            s->column = 0;
            return end < last ? end + 1 : last;
        }
        next = p;
        while (next < last && argp_help_is_blank(*next))
            next++;
    }
    fwrite(at, 1, (size_t)(p - at), s->out);
    fputc('\n', s->out);
    argp_help_margin(s, s->wrap);
    s->held += s->wrap + 1 - (int)(next - p);
    s->column = s->wrap ? s->wrap : -1;
    return next;
}

static void argp_help_flush(struct argp_help_stream *s)
{
    const char *at = s->text, *last = s->text + s->count;
    while (at < last) {
        const char *end = memchr(at, '\n', (size_t)(last - at));
        if (!s->column && s->left) {
            argp_help_margin(s, s->left);
            s->held += s->left;
            s->column = s->left;
        }
        s->column = s->column < 0 ? 0 : s->column;
        bool whole = end != NULL;
        end = whole ? end : last;
        if (s->column + (end - at) >= RIGHT_MARGIN) {
            at = argp_help_break(s, at, end, last);
            continue;
        }
        fwrite(at, 1, (size_t)(end - at) + whole, s->out);
        s->column = whole ? 0 : s->column + (int)(end - at);
        at = end + whole;
    }
    s->count = 0;
}

static int argp_help_column(struct argp_help_stream *s)
{
    argp_help_flush(s);
    return s->column < 0 ? 0 : s->column;
}

static void argp_help_margins(struct argp_help_stream *s, int left, int wrap)
{
    argp_help_flush(s);
    s->left = left;
    s->wrap = wrap;
}

static void argp_help_indent(struct argp_help_stream *s, int column)
{
    for (int left = column - argp_help_column(s); left > 0; left--)
        argp_help_puts(s, " ");
}

/* Flush where glibc's buffer would be full, since usages are broken there. */
static void argp_help_piece(struct argp_help_stream *s)
{
    if (s->held <= HELP_BUFFER)
        return;
    argp_help_flush(s);
    s->held = 0;
}

/* Put a blank, or a line break if `needed` more columns do not fit. */
static void argp_help_space(struct argp_help_stream *s, size_t needed)
{
    bool fits = (size_t)argp_help_column(s) + needed < RIGHT_MARGIN;
    argp_help_puts(s, fits ? " " : "\n");
}

/* ---- the list of options ---------------------------------------------------
 */

/* The options of a child parser, which are listed together. */
struct argp_help_cluster {
    const char *header;
    int index, group, depth;
    const struct argp_help_cluster *parent;
};

/* An option and its aliases. */
struct argp_help_entry {
    const struct argp_option *option;
    int count; /* options */
    int group;
    const struct argp_help_cluster *cluster;
};

struct argp_help_list {
    struct argp_help_entry *entry;
    size_t count, room;
    struct argp_help_cluster cluster[LEVELS_MAX];
    int clusters;
};

static bool argp_help_is_end(const struct argp_option *o)
{
    return !o->key && !o->name && !o->doc && !o->group;
}

static bool argp_help_is_letter(const struct argp_option *o)
{
    return o->key > 0 && o->key <= 255 && isprint(o->key);
}

static bool argp_help_is_visible(const struct argp_option *o)
{
    return !(o->flags & OPTION_HIDDEN);
}

static void argp_help_add_entry(struct argp_help_list *list,
                                const struct argp_help_entry *entry)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->entry = realloc(list->entry, list->room * sizeof *list->entry);
        if (!list->entry)
            abort();
    }
    list->entry[list->count++] = *entry;
}

static void argp_help_add_options(struct argp_help_list *list,
                                  const struct argp *argp,
                                  const struct argp_help_cluster *cluster)
{
    int group = 0;
    const struct argp_option *o = argp->options;
    while (o && !argp_help_is_end(o)) {
        struct argp_help_entry entry = {.option = o, .cluster = cluster};
        if (o->group)
            group = o->group;
        else if (!o->name && !o->key)
            group++;
        entry.group = group;
        do {
            entry.count++;
            o++;
        } while (!argp_help_is_end(o) && o->flags & OPTION_ALIAS);
        argp_help_add_entry(list, &entry);
    }
}

static const struct argp_help_cluster *
argp_help_add_cluster(struct argp_help_list *list,
                      const struct argp_child *child, int index,
                      const struct argp_help_cluster *parent)
{
    if (!child->group && !child->header)
        return parent;
    if (list->clusters == LEVELS_MAX)
        abort();
    struct argp_help_cluster *made = &list->cluster[list->clusters++];
    *made = (struct argp_help_cluster){child->header, index, child->group,
                                       parent ? parent->depth + 1 : 0, parent};
    return made;
}

static void argp_help_add(struct argp_help_list *list, const struct argp *argp,
                          const struct argp_help_cluster *cluster)
{
    const struct argp_child *child = argp->children;
    argp_help_add_options(list, argp, cluster);
    for (int i = 0; child && child[i].argp; i++)
        argp_help_add(list, child[i].argp,
                      argp_help_add_cluster(list, &child[i], i, cluster));
}

/* ---- the order -------------------------------------------------------------
 */

/* Compare groups in the order 0, 1, 2, ..., -2, -1. */
static int argp_help_compare_groups(int a, int b, int equal)
{
    if (a == b)
        return equal;
    return (a < 0) == (b < 0) ? a - b : b - a;
}

static const struct argp_help_cluster *
argp_help_base(const struct argp_help_cluster *cluster)
{
    while (cluster->parent)
        cluster = cluster->parent;
    return cluster;
}

static int argp_help_compare_clusters(const struct argp_help_cluster *a,
                                      const struct argp_help_cluster *b)
{
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    while (a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return argp_help_compare_groups(a->group, b->group, b->index - a->index);
}

static int argp_help_letter_of(const struct argp_help_entry *entry)
{
    for (int i = 0; i < entry->count; i++)
        if (argp_help_is_letter(&entry->option[i]) &&
            argp_help_is_visible(&entry->option[i]))
            return entry->option[i].key;
    return 0;
}

static const char *argp_help_name_of(const struct argp_help_entry *entry)
{
    for (int i = 0; i < entry->count; i++)
        if (entry->option[i].name && argp_help_is_visible(&entry->option[i]))
            return entry->option[i].name;
    return NULL;
}

/* Compare options of one cluster and group. */
static int argp_help_compare_names(const struct argp_help_entry *a,
                                   const struct argp_help_entry *b)
{
    int letter[] = {argp_help_letter_of(a), argp_help_letter_of(b)};
    const char *name[] = {argp_help_name_of(a), argp_help_name_of(b)};
    if (!letter[0] && !letter[1] && name[0] && name[1])
        return strcasecmp(name[0], name[1]);
    int first[2];
    for (int i = 0; i < 2; i++) {
        int begin = name[i] ? (unsigned char)*name[i] : 0;
        first[i] = letter[i] ? letter[i] : begin;
    }
    int order = tolower(first[0]) - tolower(first[1]);
    if (!order && !letter[0] != !letter[1])
        return letter[0] ? 1 : -1;
    return order ? order : first[1] - first[0];
}

static int argp_help_compare(const struct argp_help_entry *a,
                             const struct argp_help_entry *b)
{
    if (a->cluster == b->cluster)
        return a->group == b->group
                   ? argp_help_compare_names(a, b)
                   : argp_help_compare_groups(a->group, b->group, 0);
    if (!a->cluster)
        return argp_help_compare_groups(a->group,
                                        argp_help_base(b->cluster)->group, -1);
    if (!b->cluster)
        return argp_help_compare_groups(argp_help_base(a->cluster)->group,
                                        b->group, 1);
    return argp_help_compare_clusters(a->cluster, b->cluster);
}

static void argp_help_sort(struct argp_help_list *list)
{
    struct argp_help_entry *entry = list->entry;
    for (size_t i = 1; i < list->count; i++)
        for (size_t k = i; k && argp_help_compare(&entry[k - 1], &entry[k]) > 0;
             k--) {
            struct argp_help_entry kept = entry[k];
            entry[k] = entry[k - 1];
            entry[k - 1] = kept;
        }
}

static void argp_help_list_make(struct argp_help_list *list,
                                const struct argp *argp)
{
    *list = (struct argp_help_list){.entry = NULL};
    argp_help_add(list, argp, NULL);
    for (size_t i = 0; i < list->count; i++)
        for (int k = 0; k < list->entry[i].count; k++) {
            const char *name = list->entry[i].option[k].name;
            if (name && !strcmp(name, "help"))
                list->entry[i].group = -1;
        }
    argp_help_sort(list);
}

/* ---- usages ----------------------------------------------------------------
 */

static void argp_help_argument(struct argp_help_stream *s,
                               const struct argp_option *real,
                               const char *before)
{
    bool optional = real->flags & OPTION_ARG_OPTIONAL;
    if (!real->arg)
        return;
    argp_help_puts(s, optional ? "[" : "");
    argp_help_puts(s, optional && *before == ' ' ? "" : before);
    argp_help_puts(s, real->arg);
    argp_help_puts(s, optional ? "]" : "");
}

/* A position in the visible options of a list. */
struct argp_help_cursor {
    size_t entry;
    int index;
    const struct argp_option *option, *real;
};

static bool argp_help_each(const struct argp_help_list *list,
                           struct argp_help_cursor *at)
{
    for (; at->entry < list->count; at->entry++, at->index = 0)
        while (at->index < list->entry[at->entry].count) {
            at->real = list->entry[at->entry].option;
            at->option = &at->real[at->index++];
            if (argp_help_is_visible(at->option))
                return true;
        }
    return false;
}

static void argp_help_usage_letters(const struct argp_help_list *list,
                                    struct argp_help_stream *s)
{
    char letters[257] = "";
    size_t count = 0;
    struct argp_help_cursor at = {0};
    while (argp_help_each(list, &at))
        if (argp_help_is_letter(at.option) && !at.real->arg && count < 256)
            letters[count++] = (char)at.option->key;
    letters[count] = '\0';
    if (!count)
        return;
    argp_help_puts(s, " [-");
    argp_help_puts(s, letters);
    argp_help_puts(s, "]");
}

static void argp_help_usage_options(const struct argp_help_list *list,
                                    struct argp_help_stream *s)
{
    argp_help_usage_letters(list, s);
    for (struct argp_help_cursor at = {0}; argp_help_each(list, &at);) {
        if (!argp_help_is_letter(at.option) || !at.real->arg)
            continue;
        char letter[] = {(char)at.option->key, '\0'};
        if (at.real->flags & OPTION_ARG_OPTIONAL)
            argp_help_puts(s, " ");
        else
            argp_help_space(s, 6 + strlen(at.real->arg));
        argp_help_piece(s);
        argp_help_puts(s, "[-");
        argp_help_puts(s, letter);
        argp_help_argument(s, at.real, " ");
        argp_help_puts(s, "]");
    }
    for (struct argp_help_cursor at = {0}; argp_help_each(list, &at);)
        if (at.option->name) {
            argp_help_piece(s);
            argp_help_puts(s, " [--");
            argp_help_puts(s, at.option->name);
            argp_help_argument(s, at.real, "=");
            argp_help_puts(s, "]");
        }
}

/* Print the arguments; if they are listed on several lines, the next of these.
 * Return whether there are more. */
static bool argp_help_usage_arguments(const struct argp *argp, char **levels,
                                      bool advance, struct argp_help_stream *s)
{
    char *own = *levels;
    const char *end = "";
    bool several = false;
    if (argp->args_doc) {
        const char *line = argp->args_doc;
        end = line + strcspn(line, "\n");
        if (*end) {
            several = true;
            for (int i = 0; i < *own; i++) {
                line = end + 1;
                end = line + strcspn(line, "\n");
            }
            ++*levels;
        }
        argp_help_space(s, 1 + (size_t)(end - line));
        argp_help_put(s, line, (size_t)(end - line));
    }
    for (const struct argp_child *child = argp->children; child && child->argp;
         child++)
        advance = !argp_help_usage_arguments(child->argp, levels, advance, s);
    if (advance && several) {
        advance = !*end;
        *own = (char)(*end ? *own + 1 : 0);
    }
    return !advance;
}

static void argp_help_usages(const struct argp *argp,
                             const struct argp_help_list *list,
                             const char *name, bool options,
                             struct argp_help_stream *s)
{
    char levels[LEVELS_MAX] = {0};
    bool more = true;
    for (bool first = true; more; first = false) {
        char *level = levels;
        argp_help_margins(s, s->left, USAGE_INDENT);
        argp_help_puts(s, first ? "Usage: " : "  or:  ");
        argp_help_puts(s, name);
        argp_help_margins(s, USAGE_INDENT, USAGE_INDENT);
        if (options && first)
            argp_help_usage_options(list, s);
        else if (list->count)
            argp_help_puts(s, " [OPTION...]");
        more = argp_help_usage_arguments(argp, &level, true, s);
        argp_help_margins(s, 0, 0);
        argp_help_puts(s, "\n");
    }
}

/* ---- the long help
 * ----------------------------------------------------------- */

/* State of printing the options: what precedes the next one. */
struct argp_help_before {
    const struct argp_help_entry *entry;
    bool groups; /* whether an empty line precedes each group */
    bool *taken; /* [256] whether the letter belongs to a previous option */
};

static void argp_help_header(struct argp_help_stream *s, const char *text,
                             struct argp_help_before *before)
{
    if (text && *text) {
        if (before->entry)
            argp_help_puts(s, "\n");
        argp_help_indent(s, HEADER_COLUMN);
        argp_help_margins(s, HEADER_COLUMN, HEADER_COLUMN);
        argp_help_puts(s, text);
        argp_help_margins(s, 0, 0);
        argp_help_puts(s, "\n");
    }
    before->groups = true;
}

static bool argp_help_is_within(const struct argp_help_cluster *inner,
                                const struct argp_help_cluster *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

/* Print what precedes a spelling of an option: a comma, an empty line or a
 * header. */
static void argp_help_comma(struct argp_help_stream *s,
                            const struct argp_help_entry *entry, bool *first,
                            int column, struct argp_help_before *before)
{
    const struct argp_help_entry *last = before->entry;
    const struct argp_help_cluster *cluster = entry->cluster;
    if (!*first) {
        argp_help_puts(s, ", ");
    } else {
        if (before->groups && last && entry->group != last->group)
            argp_help_puts(s, "\n");
        if (cluster && cluster->header && *cluster->header &&
            (!last || (last->cluster != cluster &&
                       !argp_help_is_within(last->cluster, cluster))))
            argp_help_header(s, cluster->header, before);
    }
    *first = false;
    argp_help_indent(s, column);
}

/* Print the spellings of an option. Return whether anything was printed. */
static bool argp_help_spellings(struct argp_help_stream *s,
                                const struct argp_help_entry *entry,
                                struct argp_help_before *before)
{
    const struct argp_option *real = entry->option;
    bool first = true, named = argp_help_name_of(entry) != NULL;
    argp_help_margins(s, 0, LETTER_COLUMN);
    for (int i = 0; i < entry->count; i++) {
        const struct argp_option *o = &real[i];
        if (!argp_help_is_letter(o) || before->taken[o->key])
            continue;
        before->taken[o->key] = true;
        if (!argp_help_is_visible(o))
            continue;
        char letter[] = {'-', (char)o->key, '\0'};
        argp_help_comma(s, entry, &first, LETTER_COLUMN, before);
        argp_help_puts(s, letter);
        if (!named)
            argp_help_argument(s, real, " ");
    }
    /* whether the argument was printed; it is printed once */
    bool spelled = false;
    argp_help_margins(s, 0, NAME_COLUMN);
    for (int i = 0; i < entry->count; i++) {
        if (!real[i].name || !argp_help_is_visible(&real[i]))
            continue;
        argp_help_comma(s, entry, &first, NAME_COLUMN, before);
        argp_help_puts(s, "--");
        argp_help_puts(s, real[i].name);
        if (!spelled)
            argp_help_argument(s, real, "=");
        spelled = true;
    }
    argp_help_margins(s, 0, NAME_COLUMN);
    return !first;
}

static void argp_help_text(struct argp_help_stream *s, const char *text)
{
    int column = argp_help_column(s);
    if (text && *text) {
        argp_help_margins(s, TEXT_COLUMN, TEXT_COLUMN);
        if (column > TEXT_COLUMN + 3)
            argp_help_puts(s, "\n");
        else if (column >= TEXT_COLUMN)
            argp_help_puts(s, "   ");
        else
            argp_help_indent(s, TEXT_COLUMN);
        argp_help_puts(s, text);
    }
    argp_help_margins(s, 0, s->wrap);
    argp_help_puts(s, "\n");
}

static void argp_help_entries(const struct argp_help_list *list,
                              struct argp_help_stream *s)
{
    bool taken[256] = {false};
    struct argp_help_before before = {NULL, false, taken};
    for (size_t i = 0; i < list->count; i++) {
        const struct argp_help_entry *entry = &list->entry[i];
        const struct argp_option *real = entry->option;
        if (argp_help_spellings(s, entry, &before))
            argp_help_text(s, real->doc);
        else if (!real->name && !argp_help_is_letter(real))
            argp_help_header(s, real->doc, &before);
        else
            continue;
        before.entry = entry;
        argp_help_margins(s, 0, 0);
    }
}

/* Print the part of an argp's text before the options, or after them. Return
 * whether there was any. */
static bool argp_help_doc(const struct argp *argp, bool after, bool gap,
                          bool one, struct argp_help_stream *s)
{
    const char *text = argp->doc;
    const char *bar = text ? strchr(text, '\v') : NULL;
    bool any = false;
    size_t length = 0;
    if (after)
        text = bar ? bar + 1 : NULL;
    if (text) {
        length = !after && bar ? (size_t)(bar - text) : strlen(text);
        argp_help_puts(s, gap ? "\n" : "");
        argp_help_put(s, text, length);
        if (argp_help_column(s) > s->left)
            argp_help_puts(s, "\n");
        any = true;
    }
    for (const struct argp_child *child = argp->children;
         child && child->argp && !(one && any); child++)
        any |= argp_help_doc(child->argp, after, any || gap, one, s);
    return any;
}

static void argp_help_print(const struct argp *argp, const char *name,
                            unsigned flags, struct argp_help_stream *s)
{
    struct argp_help_list list;
    argp_help_list_make(&list, argp);
    if (flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE))
        argp_help_usages(argp, &list, name, flags & ARGP_HELP_USAGE, s);
    if (flags & ARGP_HELP_DOC)
        argp_help_doc(argp, false, false, true, s);
    if (flags & ARGP_HELP_SEE) {
        argp_help_puts(s, "Try `");
        argp_help_puts(s, name);
        argp_help_puts(s, " --help' or `");
        argp_help_puts(s, name);
        argp_help_puts(s, " --usage' for more information.\n");
    }
    if (flags & ARGP_HELP_LONG && list.count) {
        argp_help_puts(s, "\n");
        argp_help_entries(&list, s);
    }
    if (flags & ARGP_HELP_DOC)
        argp_help_doc(argp, true, true, false, s);
    free(list.entry);
}

void argp_state_help(const struct argp_state *state, FILE *out, unsigned flags)
{
    struct argp_help_stream s = {.out = out};
    if (!out)
        return;
    argp_help_print(state->root_argp, state->name, flags, &s);
    argp_help_flush(&s);
    free(s.text);
    if (flags & ARGP_HELP_EXIT_ERR)
        exit(argp_err_exit_status);
    if (flags & ARGP_HELP_EXIT_OK)
        exit(0);
}
