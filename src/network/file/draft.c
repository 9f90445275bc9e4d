/* Names and links in the order in which they are read. */
#include "draft.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

int draft_error(struct file_draft *draft, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(draft->err, WEFT_ERROR_FORMAT, draft->line, "%s",
                          text);
}

int draft_remark(struct file_draft *draft, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_make_plain(text);
    char *copy = strdup(text);
    if (!copy || array_grow(&draft->remark, &draft->remark_room,
                            draft->remarks + 1, sizeof *draft->remark)) {
        free(copy);
        return draft_no_memory(draft);
    }
    draft->remark[draft->remarks++] = copy;
    return 0;
}

int draft_no_memory(struct file_draft *draft)
{
    return weft_error_set(draft->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* Finding all routes takes vertices times links. */
#define WORK_MAX ((uint64_t)1 << 32)

int draft_check_size(struct file_draft *draft, size_t vertices, size_t links)
{
    if ((uint64_t)vertices * links <= WORK_MAX)
        return 0;
    return weft_error_set(draft->err, WEFT_ERROR_LIMIT, draft->line,
                          "%zu vertices and %zu links are too many: their "
                          "product exceeds %" PRIu64,
                          vertices, links, WORK_MAX);
}

static int draft_add(struct file_draft *draft, const char *name)
{
    if (draft->count == GRAPH_VERTICES_MAX)
        return weft_error_set(draft->err, WEFT_ERROR_LIMIT, draft->line,
                              "more than %d vertices: routes of a network from "
                              "a file need tables",
                              GRAPH_VERTICES_MAX);
    char *copy = strdup(name);
    struct draft_name *entry = NULL;
    if (copy && !array_grow(&draft->vertex, &draft->room, draft->count + 1,
                            sizeof *draft->vertex))
        entry = draft_names_get(&draft->names, copy);
    if (!entry) {
        free(copy);
        return draft_no_memory(draft);
    }
    entry->vertex = (int)draft->count;
    draft->vertex[draft->count] =
        (struct draft_vertex){.name = copy, .mentioned = draft->line};
    return (int)draft->count++;
}

int draft_vertex(struct file_draft *draft, const char *name)
{
    const struct draft_name *known = draft_names_find(&draft->names, name);
    return known ? known->vertex : draft_add(draft, name);
}

int draft_declare(struct file_draft *draft, const char *name, enum kind kind)
{
    int number = draft_vertex(draft, name);
    if (number < 0)
        return -1;
    struct draft_vertex *vertex = &draft->vertex[number];
    if (vertex->line)
        return draft_error(draft, "'%.80s' is already declared in line %u",
                           name, vertex->line);
    vertex->line = draft->line;
    vertex->order = draft->declared++;
    vertex->kind = (unsigned char)kind;
    return number;
}

/* Record an arc. Return 0, or -1 with err set if it already exists. */
static int draft_note(struct file_draft *draft, int from, int to)
{
    uint64_t ends = 1 + ((uint64_t)from << 14 | (uint64_t)to);
    struct draft_arc *arc = draft_arcs_get(&draft->arcs, ends);
    if (!arc)
        return draft_no_memory(draft);
    if (arc->line)
        return draft_error(
            draft, "the link from '%.80s' to '%.80s' repeats line %u",
            draft->vertex[from].name, draft->vertex[to].name, arc->line);
    arc->line = draft->line;
    return 0;
}

int draft_link(struct file_draft *draft, const struct graph_link *link,
               bool strict)
{
    if (link->u == link->v && strict)
        return draft_error(draft, "a link from '%.80s' to itself",
                           draft->vertex[link->u].name);
    if (strict && (draft_note(draft, link->u, link->v) ||
                   (!link->one_way && draft_note(draft, link->v, link->u))))
        return -1;
    if (graph_link(&draft->links, link->u, link->v))
        return draft_no_memory(draft);
    draft->links.link[draft->links.count - 1] = *link;
    return 0;
}

#define DRAFT_BLANKS " \t\r\n"

int draft_text(struct file_draft *draft, char *into, size_t size,
               const char *text)
{
    size_t used = strlen(into);
    if (!used)
        text += strspn(text, DRAFT_BLANKS);
    size_t length = strlen(text);
    if (length >= size - used)
        return draft_error(draft, "a value exceeds %zu bytes: '%.40s..'",
                           size - 1, used ? into : text);
    memcpy(into + used, text, length + 1);
    return 0;
}

void draft_text_end(char *text)
{
    size_t length = strlen(text);
    while (length && strchr(DRAFT_BLANKS, text[length - 1]))
        length--;
    text[length] = '\0';
}

int draft_kind(struct file_draft *draft, struct draft_vertex *vertex,
               const char *text)
{
    if (!strcmp(text, "switch"))
        vertex->kind = KIND_SWITCH;
    else if (*text && strcmp(text, "host") && strcmp(text, "processor"))
        return draft_error(
            draft, "kind '%.40s'; expected switch, host or processor", text);
    return 0;
}

/* limits coordinates so that their differences are finite */
#define PLACE_MAX 1e300

int draft_scan(struct file_draft *draft, const char *text, double *number,
               const char **end)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *behind;
    *number = 0;
    *end = text;
    if (!plain)
        return draft_no_memory(draft);
    *number = strtod_l(text, &behind, plain);
    freelocale(plain);
    *end = behind;
    return 0;
}

int draft_place(struct file_draft *draft, const char *what, const char *text,
                double *number)
{
    double value;
    const char *end;
    if (draft_scan(draft, text, &value, &end))
        return -1;
    end += strspn(end, DRAFT_BLANKS);
    if (end == text || *end || !isfinite(value))
        return draft_error(draft, "%s '%.80s' is not a number", what, text);
    if (fabs(value) > PLACE_MAX)
        return draft_error(draft, "%s '%.80s'; expected %g to %g", what, text,
                           -PLACE_MAX, PLACE_MAX);
    *number = value;
    return 0;
}

int draft_number(struct file_draft *draft, const char *what, const char *text,
                 bool positive, double *number)
{
    double value = 0;
    if (draft_place(draft, what, text, &value))
        return -1;
    if (value < 0 || (positive && value == 0) || value > 1e9 ||
        (positive && value < 1e-9))
        return draft_error(draft, "%s '%.80s'; expected %s to 1e9", what, text,
                           positive ? "1e-9" : "0");
    *number = value;
    return 0;
}

void draft_finish(struct file_draft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        free(draft->vertex[i].name);
        free(draft->vertex[i].label);
    }
    for (size_t i = 0; i < draft->remarks; i++)
        free(draft->remark[i]);
    free(draft->remark);
    free(draft->shape);
    free(draft->vertex);
    free(draft->links.link);
    draft_names_finish(&draft->names);
    draft_arcs_finish(&draft->arcs);
}
