/* Draws deadlocks: MPI programs deliver the graph, and the machine a report:
 *
 *     deadlock: 3 of 4 processors wait
 *     cycle: processor 0 waits in step 1 for processor 1, which waits in step 2
 *         for processor 0
 *     processor 2 waits in step 4 for processor 3, which has finished
 *
 * (each processor or cycle in one line). */
#include "common/wait-picture.h"
#include "common/command.h"
#include "common/picture.h"
#include "common/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int wait_picture_write(const struct weft_wait_graph *graph, const char *target,
                       bool quiet, int status)
{
    struct weft_error err = {0};
    if (!graph->vertices) {
        if (!quiet)
            print_plainly(stderr,
                          "weft: note: no deadlock was found, so %s is not "
                          "written\n",
                          target);
        return status;
    }
    char *svg = weft_wait_graph_draw(graph, &err);
    if (svg && picture_write(target, svg, &err) == 0) {
        free(svg);
        return status;
    }
    free(svg);
    int failed = complain_of(&err);
    return status ? status : failed;
}

/* ---- reports of the machine -------------------------------------------------
 */

/* A report that is being read. */
struct wait_report {
    struct weft_wait_graph *graph;
    size_t vertices, edges; /* room */
    bool failed;            /* out of memory */
};

/* Make room for one more element. */
static void *wait_report_grow(struct wait_report *report, void *array,
                              size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    size_t more = 2 * *room + 16;
    void *grown = realloc(array, more * size);
    report->failed |= !grown;
    *room = grown ? more : *room;
    return grown ? grown : array;
}

/* Return the index of a vertex, which is added if there is none. */
static size_t wait_report_vertex(struct wait_report *report, const char *name,
                                 size_t length)
{
    struct weft_wait_graph *graph = report->graph;
    size_t i = 0;
    while (i < graph->vertices &&
           (strncmp(graph->vertex[i].name, name, length) != 0 ||
            graph->vertex[i].name[length]))
        i++;
    if (i < graph->vertices)
        return i;
    graph->vertex = wait_report_grow(report, graph->vertex, i,
                                     &report->vertices, sizeof *graph->vertex);
    struct weft_wait_vertex vertex = {strndup(name, length), NULL, strdup(""),
                                      false, false};
    report->failed |= !vertex.name || !vertex.line;
    if (report->failed) {
        free(vertex.name);
        free(vertex.line);
        return 0;
    }
    graph->vertex[graph->vertices++] = vertex;
    return i;
}

/* Set what a vertex does, unless it is set. */
static void wait_report_call(struct wait_report *report, size_t index,
                             const char *text, size_t length)
{
    struct weft_wait_vertex *vertex = &report->graph->vertex[index];
    if (report->failed || vertex->call)
        return;
    vertex->call = strndup(text, length);
    vertex->waits = strncmp(text, "has ", 4) != 0;
    report->failed |= !vertex->call;
}

static void wait_report_edge(struct wait_report *report, size_t from, size_t to,
                             bool cycle)
{
    struct weft_wait_graph *graph = report->graph;
    graph->edge = wait_report_grow(report, graph->edge, graph->edges,
                                   &report->edges, sizeof *graph->edge);
    if (!report->failed)
        graph->edge[graph->edges++] = (struct weft_wait_edge){from, to, cycle};
}

/* Return the length of the name at the beginning of a text: "processor 7", or
 * "12 more". 0: there is none. */
static size_t wait_report_name(const char *text)
{
    int number, length = 0;
    if (sscanf(text, "processor %d%n", &number, &length) != 1 || !length) {
        length = 0;
        if (sscanf(text, "%d more%n", &number, &length) != 1)
            length = 0;
    }
    return (size_t)length;
}

/* Read one line: a chain of processors, each of which waits for the next. */
static void wait_report_line(struct wait_report *report, const char *line)
{
    bool cycle = strncmp(line, "cycle: ", 7) == 0;
    const char *at = line + (cycle ? 7 : 0);
    size_t length, last = 0;
    for (bool begun = false; (length = wait_report_name(at)); begun = true) {
        size_t vertex = wait_report_vertex(report, at, length);
        at += length;
        if (report->failed)
            return;
        if (begun)
            wait_report_edge(report, last, vertex, cycle);
        at += strspn(at, ", ");
        at += strncmp(at, "which ", 6) == 0 ? 6 : 0;
        const char *next = strstr(at, " for ");
        size_t said = next ? (size_t)(next - at) : strlen(at);
        if (next && !wait_report_name(next + 5))
            said = strlen(at); /* "waits in step 3 for any processor" */
        if (said)
            wait_report_call(report, vertex, at, said);
        if (cycle && !report->failed)
            report->graph->vertex[vertex].cycle = true;
        at = said && at[said] ? next + 5 : at + strlen(at);
        last = vertex;
    }
}

/* Complete vertices that no line describes, because reports are limited. */
static void wait_report_complete(struct wait_report *report)
{
    static const char missing[] = "is in the rest of the report";
    for (size_t i = 0; i < report->graph->vertices && !report->failed; i++)
        wait_report_call(report, i, missing, strlen(missing));
}

void wait_picture_read(const char *text, struct weft_wait_graph *graph)
{
    struct wait_report report = {.graph = graph};
    *graph = (struct weft_wait_graph){0};
    if (!text || strncmp(text, "deadlock: ", 10) != 0)
        return;
    char *copy = strdup(text), *rest = copy;
    char *line = copy ? strsep(&rest, "\n") : NULL;
    graph->title = line ? strdup(line) : NULL;
    report.failed = !graph->title;
    while (!report.failed && rest && (line = strsep(&rest, "\n")))
        wait_report_line(&report, line);
    wait_report_complete(&report);
    if (report.failed)
        weft_wait_graph_finish(graph);
    free(copy);
}
