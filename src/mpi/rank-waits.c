/* The report of a deadlock: first its cause, such as a cycle of ranks or a rank
 * that has ended, then what the ranks wait for. Ranks that wait in the same way
 * share a line, and rare lines come first: of 1000 ranks, usually one is to
 * blame. */
#include "mpi/rank-waits.h"
#include "mpi/coll/coll-schedule.h"
#include "mpi/data/group.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a rank waits for. */
struct rank_waits {
    char *text; /* " at ring.c:7 in MPI_Recv (from 1, tag 5, ...)" */
    /* the same with the peer as "rank + 1", or NULL: no peer */
    char *relative;
    int peer;          /* world rank on which it depends, or -1: several */
    const char *until; /* collective call for which it waits, or NULL */
    bool anyone;       /* whether it waits for a message of any rank */
    /* receive without a message: its tag and context; valid if `receives` */
    bool receives;
    int tag;
    uint64_t context;
};

#define WAITS_GROUPS 20 /* lines of a report */
#define WAITS_NAMES 6   /* ranks of a cycle in a line */
#define WAITS_APART 8   /* ranks of a cycle with a vertex each */

/* ---- recording ------------------------------------------------------------
 */

static int waits_world_rank(const struct request *request)
{
    const struct comm *comm = request->comm;
    if (!comm)
        return -1;
    const struct group *group = comm->remote ? comm->remote : comm->group;
    if (request->peer < 0 || request->peer >= group->size)
        return -1;
    return group->world[request->peer];
}

/* Return a rank's communicator with this context, or NULL. */
struct waits_search {
    uint64_t context;
    const struct comm *found;
};

static void waits_visit(struct rank *rank, const struct handle *entry,
                        void *arg)
{
    struct waits_search *search = arg;
    const struct comm *comm = entry->object;
    (void)rank;
    if (comm->context == search->context)
        search->found = comm;
}

static const struct comm *waits_comm(struct rank *rank, uint64_t context)
{
    struct waits_search search = {context, NULL};
    if (rank->comm_world && rank->comm_world->context == context)
        return rank->comm_world;
    handle_each(rank, HANDLE_COMM, waits_visit, &search);
    return search.found;
}

/* Return the lowest member that has not made this collective call, or -1. */
static int waits_missing(const struct rank *rank, const struct request *request)
{
    const struct comm *comm = request->comm;
    for (int i = 0; request->schedule && i < comm->group->size; i++) {
        struct rank *member = rank->world->rank[comm->group->world[i]];
        const struct comm *its = waits_comm(member, comm->context);
        int made = its ? (int)(its->collectives & 0x3fffffff) : INT_MAX;
        if (made <= request->schedule->tag || !member->comm_world)
            return member->number;
    }
    return -1;
}

static void waits_depend(const struct rank *rank, struct rank_waits *waits,
                         const struct request *request)
{
    if (request->kind == REQUEST_COLLECTIVE) {
        waits->peer = waits_missing(rank, request);
        waits->until = request->function;
        return;
    }
    waits->anyone = request->peer == MPI_ANY_SOURCE;
    waits->peer = waits_world_rank(request);
    /* tags of one-sided communication are not the program's */
    waits->receives = request->kind == REQUEST_RECEIVE &&
                      strncmp(request->function, "MPI_Win", 7) != 0;
    waits->tag = request->tag;
    waits->context = request->context;
}

static void waits_print(FILE *out, const struct rank *rank,
                        const struct waiting *waiting, bool relative)
{
    char place[240], text[600];
    int listed = 0;
    report_where(rank, rank->caller, place, sizeof place);
    fprintf(out, " at %s in ", place);
    if (waiting->probe) {
        request_describe(rank, waiting->probe, relative, text, sizeof text);
        fputs(text, out);
        return;
    }
    fprintf(out, "%s", rank->function);
    for (int i = 0; i < waiting->count; i++) {
        const struct request *request = waiting->request[i];
        if (!request || !request->active || request->done)
            continue;
        request_describe(rank, request, relative, text, sizeof text);
        if (waiting->count == 1 && request->caller == rank->caller) {
            fputs(text + strlen(rank->function), out);
            return;
        }
        if (++listed > 4)
            continue;
        report_where(rank, request->caller, place, sizeof place);
        const char *first = waiting->any ? " for one of " : " for ";
        fprintf(out, "%s%s started at %s", listed > 1 ? ", " : first, text,
                place);
    }
    if (listed > 4)
        fprintf(out, ", and %d more", listed - 4);
}

/* Describe the waits of all threads: " in thread 0 at ring.c:7 in MPI_Recv
 * (...), in thread 1 at ..." */
static void waits_print_threads(FILE *out, struct rank *rank)
{
    const struct threads *threads = rank->threads;
    const char *function = rank->function, *comma = "";
    const void *caller = rank->caller;
    char where[240];
    for (int i = 0; i < threads->count; i++) {
        const struct thread *thread = threads->thread[i];
        if (!thread_is_waiting(thread))
            continue;
        fprintf(out, "%s in thread %d", comma, i);
        comma = ",";
        if (thread->wait) {
            report_where(rank, thread->where, where, sizeof where);
            fprintf(out, " at %s in %s", where, thread->wait);
            continue;
        }
        if (thread != threads->running) {
            rank->function = thread->function;
            rank->caller = thread->caller;
        }
        waits_print(out, rank, thread->waiting, false);
        rank->function = function;
        rank->caller = caller;
    }
}

/* Return how many threads of the rank wait in MPI; *any: whether a thread other
 * than the main thread waits at all. */
static int waits_threads(const struct rank *rank, bool *others)
{
    const struct threads *threads = rank->threads;
    int in_mpi = threads ? 0 : 1;
    *others = false;
    for (int i = 0; threads && i < threads->count; i++) {
        const struct thread *thread = threads->thread[i];
        bool waits = thread_is_waiting(thread);
        in_mpi += waits && thread->waiting;
        *others |= waits && i;
    }
    return in_mpi;
}

/* Return the description of a wait in memory of the rank. */
static char *waits_text(struct rank *rank, const struct waiting *waiting,
                        bool relative, bool threads)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (threads)
        waits_print_threads(out, rank);
    else
        waits_print(out, rank, waiting, relative);
    bool whole = fclose(out) == 0 && text; /* otherwise, memory is short */
    char *copy = whole ? rank_alloc(rank, size + 1) : NULL;
    if (copy)
        memcpy(copy, text, size);
    free(text);
    return copy;
}

void waits_record(struct rank *rank, const struct waiting *waiting)
{
    struct rank_waits *waits = rank->waits = rank_alloc(rank, sizeof *waits);
    int pending = 0;
    bool others;
    int in_mpi = waits_threads(rank, &others);
    waits->peer = -1;
    if (waiting->probe) {
        waits_depend(rank, waits, waiting->probe);
        pending = 1;
    }
    for (int i = 0; i < waiting->count; i++) {
        const struct request *request = waiting->request[i];
        if (request && request->active && !request->done && !pending++)
            waits_depend(rank, waits, request);
    }
    if ((pending > 1 && waiting->any) || in_mpi > 1) /* on all peers together */
        *waits = (struct rank_waits){.peer = -1};
    waits->text = waits_text(rank, waiting, false, others);
    if (pending == 1 && waits->peer >= 0 && !waits->until && !others)
        waits->relative = waits_text(rank, waiting, true, false);
}

/* ---- the cause ------------------------------------------------------------
 */

static const struct rank_waits *waits_of(const struct world *world, int rank)
{
    return world->rank[rank]->returned ? NULL : world->rank[rank]->waits;
}

/* Return the rank for which a waiting rank waits, if that waits, too; or -1. */
static int waits_next(const struct world *world, int rank)
{
    const struct rank_waits *waits = waits_of(world, rank);
    int next = waits ? waits->peer : -1;
    return next >= 0 && waits_of(world, next) ? next : -1;
}

/* Find the shortest cycle, of those the one with the lowest rank. Returns its
 * lowest rank, or -1. */
static int waits_cycle(const struct world *world, int *length)
{
    /* number of the walk that has seen a rank, and its position in the walk */
    int *seen = calloc((size_t)world->size, 2 * sizeof *seen);
    int *place = seen ? seen + world->size : NULL, best = -1;
    for (int from = 0; seen && from < world->size; from++) {
        int at = from, steps = 0;
        while (at >= 0 && !seen[at]) {
            seen[at] = from + 1;
            place[at] = steps++;
            at = waits_next(world, at);
        }
        if (at < 0 || seen[at] != from + 1)
            continue; /* no cycle, or one that an earlier walk found */
        int size = steps - place[at], lowest = at;
        for (int i = 0; i < size; i++, at = waits_next(world, at))
            lowest = at < lowest ? at : lowest;
        if (best < 0 || size < *length || (size == *length && lowest < best)) {
            best = lowest;
            *length = size;
        }
    }
    free(seen);
    return best;
}

static void wait_print_edge(FILE *out, const struct world *world, int rank)
{
    const struct rank_waits *waits = waits_of(world, rank);
    if (waits->until)
        fprintf(out, "%d waits until %d calls %s", rank, waits->peer,
                waits->until);
    else if (waits->peer == rank)
        fprintf(out, "%d waits for itself", rank);
    else
        fprintf(out, "%d waits for %d", rank, waits->peer);
}

static bool print_cycle(FILE *out, const struct world *world)
{
    int length = 0, at = waits_cycle(world, &length);
    if (at < 0)
        return false;
    fputs("cause: rank ", out);
    for (int i = 0; i < length && i < WAITS_NAMES; i++) {
        if (i)
            fputs(", ", out);
        wait_print_edge(out, world, at);
        at = waits_next(world, at);
    }
    fputs(length > WAITS_NAMES ? ", ...\n" : "\n", out);
    return true;
}

/* A rank waits for one that has ended. */
static bool print_ended(FILE *out, const struct world *world)
{
    for (int i = 0; i < world->size; i++) {
        const struct rank_waits *waits = waits_of(world, i);
        if (!waits || waits->peer < 0 || !world->rank[waits->peer]->returned)
            continue;
        fputs("cause: rank ", out);
        wait_print_edge(out, world, i);
        fprintf(out, ", but %d has ended\n", waits->peer);
        return true;
    }
    return false;
}

/* Return a message that differs from the awaited one only in the tag or in the
 * communicator, or NULL. */
static const struct envelope *waits_nearest(const struct rank *rank,
                                            const struct rank_waits *waits)
{
    const struct envelope *envelope = rank->transport->unexpected;
    for (; envelope; envelope = envelope->next) {
        bool tag = waits->tag == MPI_ANY_TAG || envelope->tag == waits->tag;
        bool same = envelope->context == waits->context;
        bool internal = envelope->context & 0x8000000000000000u;
        if (!envelope->cancelled && !internal && tag != same &&
            (waits->peer < 0 || envelope->source == waits->peer))
            return envelope;
    }
    return NULL;
}

/* Such a message may have been meant for the receive. */
static void print_nearest(FILE *out, const struct world *world)
{
    char where[240], tag[40] = "on another communicator";
    for (int i = 0; i < world->size; i++) {
        const struct rank *rank = world->rank[i];
        const struct rank_waits *waits = waits_of(world, i);
        const struct envelope *near =
            waits && waits->receives ? waits_nearest(rank, waits) : NULL;
        if (!near)
            continue;
        if (near->context == waits->context)
            snprintf(tag, sizeof tag, "with tag %d, not %d", near->tag,
                     waits->tag);
        report_where(rank, near->caller, where, sizeof where);
        fprintf(out,
                "note: rank %d has a message of rank %d %s (sent by %s at "
                "%s)\n",
                i, near->source, tag, near->function, where);
        return;
    }
}

static bool print_anyone(FILE *out, const struct world *world)
{
    int waiting = 0;
    for (int i = 0; i < world->size; i++) {
        const struct rank_waits *waits = waits_of(world, i);
        if (waits && !waits->anyone)
            return false;
        waiting += waits != NULL;
    }
    if (waiting > 1)
        fputs("cause: each of them waits for any of the others\n", out);
    return waiting > 1;
}

/* Causes, the most specific one first. */
static bool (*const waits_causes[])(FILE *out, const struct world *world) = {
    print_ended,
    print_cycle,
    print_anyone,
};

/* ---- ranks that wait in the same way --------------------------------------
 */

enum waits_state { WAITS_WAIT, WAITS_END, WAITS_RUN };

/* Beginnings of lines for one rank and for several. */
static const char *const waits_verbs[][2] = {
    [WAITS_WAIT] = {"waits", "wait"},
    [WAITS_END] = {"has ended", "have ended"},
    [WAITS_RUN] = {"has not reached a call that waits",
                   "have not reached a call that waits"},
};

struct waits_line {
    enum waits_state state;
    const char *text, *relative; /* `relative` may be NULL */
    int rank;
    int group, first; /* size of the rank's group, and its first rank */
};

static int compare_text(const void *a, const void *b)
{
    const struct waits_line *x = a, *y = b;
    if (x->state != y->state)
        return x->state < y->state ? -1 : 1;
    int order = strcmp(x->text, y->text);
    return order ? order : x->rank - y->rank;
}

static int compare_relative(const void *a, const void *b)
{
    const struct waits_line *x = a, *y = b;
    int order =
        strcmp(x->relative ? x->relative : "", y->relative ? y->relative : "");
    return order ? order : compare_text(a, b);
}

/* Rare lines first, then those of lower ranks. */
static int compare_groups(const void *a, const void *b)
{
    const struct waits_line *x = a, *y = b;
    if (x->group != y->group)
        return x->group - y->group;
    return x->first != y->first ? x->first - y->first : x->rank - y->rank;
}

static struct waits_line waits_line_of(const struct rank *rank)
{
    const struct rank_waits *waits = rank->waits;
    struct waits_line line = {
        .state = WAITS_RUN, .text = "", .rank = rank->number};
    if (rank->returned) {
        line.state = WAITS_END;
        line.text =
            rank->stage == RANK_FINALIZED ? "" : " without MPI_Finalize";
    } else if (waits) {
        line.state = WAITS_WAIT;
        line.text = waits->text ? waits->text : "";
        line.relative = waits->relative;
    }
    return line;
}

/* Let lines that differ only in the peer's number have the same text, if there
 * are three or more of them. */
static void unite_relative(struct waits_line *line, int count)
{
    qsort(line, (size_t)count, sizeof *line, compare_relative);
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && line[i].relative &&
                          line[end].relative &&
                          !strcmp(line[i].relative, line[end].relative);)
            end++;
        for (int j = i; j < end && end - i > 2; j++)
            line[j].text = line[j].relative;
    }
}

/* Find the groups of lines with the same text. */
static void unite_lines(struct waits_line *line, int count)
{
    unite_relative(line, count);
    qsort(line, (size_t)count, sizeof *line, compare_text);
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && line[end].state == line[i].state &&
                          !strcmp(line[end].text, line[i].text);)
            end++;
        for (int j = i; j < end; j++) {
            line[j].group = end - i;
            line[j].first = line[i].rank;
        }
    }
    qsort(line, (size_t)count, sizeof *line, compare_groups);
}

static void print_groups(FILE *out, const struct waits_line *line, int count,
                         int *number)
{
    char ranks[300];
    int printed = 0, i = 0;
    for (; i < count && printed < WAITS_GROUPS; i += line[i].group, printed++) {
        for (int j = 0; j < line[i].group; j++)
            number[j] = line[i + j].rank;
        report_ranks(number, line[i].group, ranks, sizeof ranks);
        bool several = line[i].group > 1;
        fprintf(out, "rank%s %s %s%s\n", several ? "s" : "", ranks,
                waits_verbs[line[i].state][several], line[i].text);
    }
    if (i < count)
        fprintf(out, "and %d more ranks\n", count - i);
}

/* ---- the graph ------------------------------------------------------------
 */

struct waits_graph {
    const struct world *world;
    struct weft_wait_graph *to; /* of the outcome */
    int *vertex;                /* [size] vertex of each rank; -1: not yet */
    int *next;                  /* [size] ranks of the current vertex */
    bool *cycle;                /* [size] whether the rank is in the cycle */
    bool failed;                /* out of memory */
};

/* Add a vertex for the first `count` ranks in graph->next. */
static void graph_add(struct waits_graph *graph, int count,
                      const struct waits_line *line)
{
    struct weft_wait_graph *to = graph->to;
    char ranks[300], *name = NULL;
    const char *verb = waits_verbs[line->state][count > 1];
    const char *call = strstr(line->text, " in MPI_");
    bool waits = line->state == WAITS_WAIT;
    bool split = waits && call && strncmp(line->text, " at ", 4) == 0;
    report_ranks(graph->next, count, ranks, sizeof ranks);
    if (asprintf(&name, "rank%s %s", count > 1 ? "s" : "", ranks) < 0)
        name = NULL;
    struct weft_wait_vertex *vertex = &to->vertex[to->vertices++];
    *vertex = (struct weft_wait_vertex){.name = name, .waits = waits};
    if (split) {
        vertex->call = strdup(call + 4);
        vertex->line = strndup(line->text + 4, (size_t)(call - line->text) - 4);
    } else {
        vertex->line = strdup("");
        if (asprintf(&vertex->call, "%s%s", verb, line->text) < 0)
            vertex->call = NULL;
    }
    graph->failed |= !vertex->name || !vertex->call || !vertex->line;
    for (int i = 0; i < count; i++) {
        graph->vertex[graph->next[i]] = (int)to->vertices - 1;
        vertex->cycle |= graph->cycle[graph->next[i]];
    }
}

/* Find the cycle; a short one has a vertex for each of its ranks, in order. */
static void graph_add_cycle(struct waits_graph *graph)
{
    int length = 0, at = waits_cycle(graph->world, &length);
    for (int i = 0; at >= 0 && i < length; i++) {
        graph->cycle[at] = true;
        if (length <= WAITS_APART) {
            struct waits_line line = waits_line_of(graph->world->rank[at]);
            graph->next[0] = at;
            graph_add(graph, 1, &line);
        }
        at = waits_next(graph->world, at);
    }
}

/* Add the other ranks, in their groups; those of the last groups have one
 * vertex. */
static void graph_add_groups(struct waits_graph *graph,
                             const struct waits_line *line, int count)
{
    static const struct waits_line rest = {.state = WAITS_RUN, .text = ""};
    int groups = 0, members = 0;
    for (int i = 0, group = 0; i < count; i += group) {
        group = line[i].group;
        bool last = groups >= WAITS_GROUPS;
        for (int j = i; j < i + group; j++)
            if (graph->vertex[line[j].rank] < 0)
                graph->next[members++] = line[j].rank;
        if (members && !last) {
            graph_add(graph, members, &line[i]);
            groups++;
            members = 0;
        }
    }
    if (!members)
        return;
    graph_add(graph, members, &rest);
    struct weft_wait_vertex *vertex =
        &graph->to->vertex[graph->to->vertices - 1];
    free(vertex->call);
    vertex->call = strdup("wait in other ways or have ended");
    vertex->waits = true;
    graph->failed |= !vertex->call;
}

static void graph_add_edges(struct waits_graph *graph)
{
    struct weft_wait_graph *to = graph->to;
    for (int i = 0; i < graph->world->size; i++) {
        const struct rank_waits *waits = waits_of(graph->world, i);
        if (!waits || waits->peer < 0)
            continue;
        size_t from = (size_t)graph->vertex[i];
        size_t peer = (size_t)graph->vertex[waits->peer], k = 0;
        while (k < to->edges &&
               (to->edge[k].from != from || to->edge[k].to != peer))
            k++;
        if (k == to->edges)
            to->edge[to->edges++] = (struct weft_wait_edge){from, peer, false};
        to->edge[k].cycle |= graph->cycle[i];
    }
}

/* Describe the deadlock as a graph, with the first lines of its report. */
static void waits_make_graph(struct world *world, const struct waits_line *line,
                             const char *text)
{
    size_t size = (size_t)world->size;
    size_t most = WAITS_GROUPS + WAITS_APART + 1;
    const char *cause = strstr(text, "\ncause: ");
    size_t heading = strcspn(text, "\n");
    if (cause)
        heading += 1 + strcspn(cause + 1, "\n");
    struct weft_wait_graph *to = &world->outcome->waits;
    *to = (struct weft_wait_graph){
        .title = strndup(text, heading),
        .vertex = calloc(most, sizeof *to->vertex),
        .edge = calloc(most * most, sizeof *to->edge),
    };
    struct waits_graph graph = {
        .world = world,
        .to = to,
        .vertex = malloc(size * sizeof *graph.vertex),
        .next = calloc(size, sizeof *graph.next),
        .cycle = calloc(size, sizeof *graph.cycle),
    };
    graph.failed = !to->title || !to->vertex || !to->edge || !graph.vertex ||
                   !graph.next || !graph.cycle;
    for (size_t i = 0; i < size && !graph.failed; i++)
        graph.vertex[i] = -1;
    if (!graph.failed) {
        graph_add_cycle(&graph);
        graph_add_groups(&graph, line, world->size);
        graph_add_edges(&graph);
    }
    if (graph.failed)
        weft_wait_graph_finish(to);
    free(graph.vertex);
    free(graph.next);
    free(graph.cycle);
}

void waits_report(struct world *world)
{
    char *text = NULL;
    size_t size;
    int waiting = 0;
    struct waits_line *line = calloc((size_t)world->size, sizeof *line);
    int *number = calloc((size_t)world->size, sizeof *number);
    FILE *out = line && number ? open_memstream(&text, &size) : NULL;
    for (int i = 0; out && i < world->size; i++) {
        line[i] = waits_line_of(world->rank[i]);
        waiting += line[i].state == WAITS_WAIT;
    }
    if (out) {
        unite_lines(line, world->size);
        fprintf(out, "deadlock: %d of %d ranks wait, and none can proceed\n",
                waiting, world->size);
        size_t causes = sizeof waits_causes / sizeof *waits_causes;
        for (size_t i = 0; i < causes && !waits_causes[i](out, world);)
            i++;
        print_nearest(out, world);
        print_groups(out, line, world->size, number);
    }
    bool whole = out && fclose(out) == 0; /* otherwise, memory is short */
    if (whole)
        waits_make_graph(world, line, text);
    free(line);
    free(number);
    if (whole)
        report_add_common(world, RULE_DEADLOCK, text);
    free(text);
}
