/* Collection of findings, with locations in the program's source. */
#include "mpi/report.h"
#include "mpi/load.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- places ---------------------------------------------------------------
 */

/* Run a command and read the first line of its output. */
static bool report_ask(char *const argv[], char *text, size_t size)
{
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC))
        return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    size_t length = 0;
    ssize_t got;
    while (!failed && length + 1 < size &&
           ((got = read(ends[0], text + length, size - 1 - length)) > 0 ||
            (got < 0 && errno == EINTR)))
        length += got > 0 ? (size_t)got : 0;
    close(ends[0]);
    int status;
    while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    text[length] = 0;
    text[strcspn(text, "\n")] = 0;
    return !failed && length;
}

static void find_line(const char *program, unsigned long offset, char *text,
                      size_t size)
{
    char place[32], line[1024];
    snprintf(place, sizeof place, "0x%lx", offset - 1);
    char *const argv[] = {(char *)"addr2line", (char *)"-s", (char *)"-e",
                          (char *)program,     place,        NULL};
    const char *name = strrchr(program, '/');
    bool found = report_ask(argv, line, sizeof line) && line[0] != '?';
    char *more = found ? strstr(line, " (discriminator") : NULL;
    if (more)
        *more = 0;
    if (found && !strstr(line, ":?"))
        snprintf(text, size, "%s", line);
    else
        snprintf(text, size, "%s+0x%lx", name ? name + 1 : program, offset);
}

/* Cache of source locations by offset in the program. */
struct source_line {
    unsigned long offset;
    char text[240];
};

static struct source_line *places;
static size_t place_count;

void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size)
{
    const struct program_copies *copies = rank->world->copies;
    unsigned long offset = 0;
    for (int i = 0; i < copies->count && !offset; i++)
        if ((uintptr_t)address >= copies->copy[i].base &&
            (uintptr_t)address < copies->copy[i].end)
            offset = (uintptr_t)address - copies->copy[i].base;
    snprintf(text, size, "an unknown location");
    if (!offset)
        return;
    for (size_t i = 0; i < place_count; i++)
        if (places[i].offset == offset) {
            snprintf(text, size, "%s", places[i].text);
            return;
        }
    find_line(copies->program, offset, text, size);
    struct source_line *more =
        realloc(places, (place_count + 1) * sizeof *places);
    if (!more)
        return;
    places = more;
    places[place_count].offset = offset;
    snprintf(places[place_count++].text, sizeof places->text, "%s", text);
}

void report_forget(void)
{
    free(places);
    places = NULL;
    place_count = 0;
}

/* ---- findings -------------------------------------------------------------
 */

/* A finding, reported by one or several ranks. */
struct report_said {
    bool warning;
    char *text; /* owned */
    /* first rank that reported it; -1: the finding concerns all ranks */
    int rank;
    int others;
    unsigned char *of; /* ranks that reported it, or NULL */
};

struct report {
    struct report_said *said; /* [count] */
    size_t count, room;
};

static void count_in(struct report_said *said, int rank)
{
    unsigned char bit = (unsigned char)(1u << rank % 8);
    if (rank == said->rank || (said->of && (said->of[rank / 8] & bit)))
        return;
    said->others++;
    if (said->of)
        said->of[rank / 8] |= bit;
}

static void mpi_report_add(struct world *world, bool warning, int rank,
                           const char *text)
{
    struct report *report = world->report;
    if (!report)
        report = world->report = calloc(1, sizeof *report);
    for (size_t i = 0; report && rank >= 0 && i < report->count; i++)
        if (report->said[i].warning == warning &&
            strcmp(report->said[i].text, text) == 0) {
            count_in(&report->said[i], rank);
            return;
        }
    if (report && report->count == report->room) {
        size_t room = 2 * report->room + 16;
        struct report_said *more = realloc(report->said, room * sizeof *more);
        if (!more)
            return;
        report->said = more;
        report->room = room;
    }
    char *copy = report ? strdup(text) : NULL;
    if (!copy)
        return;
    report->said[report->count++] = (struct report_said){
        warning, copy, rank, 0, calloc((size_t)world->size / 8 + 1, 1)};
    world->outcome->faults += !warning;
}

static void report_tell(struct weft_mpi_finding *finding,
                        const struct report_said *said)
{
    size_t size = strlen(said->text) + 64;
    finding->warning = said->warning;
    finding->text = malloc(size);
    if (!finding->text)
        return;
    if (said->rank < 0)
        snprintf(finding->text, size, "%s", said->text);
    else if (said->others)
        snprintf(finding->text, size, "rank %d and %d more%s\n", said->rank,
                 said->others, said->text);
    else
        snprintf(finding->text, size, "rank %d%s\n", said->rank, said->text);
}

void report_close(struct world *world)
{
    struct report *report = world->report;
    struct weft_mpi_outcome *outcome = world->outcome;
    if (!report)
        return;
    outcome->finding = calloc(report->count + 1, sizeof *outcome->finding);
    for (size_t i = 0; i < report->count; i++) {
        if (outcome->finding)
            report_tell(&outcome->finding[outcome->findings], &report->said[i]);
        if (outcome->finding && outcome->finding[outcome->findings].text)
            outcome->findings++;
        free(report->said[i].text);
        free(report->said[i].of);
    }
    free(report->said);
    free(report);
    world->report = NULL;
}

void report_add(struct rank *rank, bool warning, const void *where,
                const char *format, va_list arguments)
{
    char place[240], said[2048], text[2400];
    vsnprintf(said, sizeof said, format, arguments);
    if (where) {
        report_where(rank, where, place, sizeof place);
        snprintf(text, sizeof text, ", %s: %s", place, said);
    } else {
        snprintf(text, sizeof text, ": %s", said);
    }
    mpi_report_add(rank->world, warning, rank->number, text);
}

/* ---- deadlock -------------------------------------------------------------
 */

static void print_waiting(FILE *out, const struct rank *rank,
                          const struct waiting *waiting)
{
    char place[240], text[256];
    int listed = 0;
    report_where(rank, rank->caller, place, sizeof place);
    fprintf(out, "rank %d waits at %s in ", rank->number, place);
    if (waiting->what) {
        fprintf(out, "%s\n", waiting->what);
        return;
    }
    fprintf(out, "%s", rank->function);
    for (int i = 0; i < waiting->count; i++) {
        const struct request *request = waiting->request[i];
        if (!request || !request->active || request->done)
            continue;
        if (waiting->count == 1 && request->caller == rank->caller) {
            request_describe(rank, request, text, sizeof text);
            fprintf(out, "%s\n", text + strlen(rank->function));
            return;
        }
        if (++listed > 4)
            continue;
        report_where(rank, request->caller, place, sizeof place);
        request_describe(rank, request, text, sizeof text);
        const char *first = waiting->any ? " for one of " : " for ";
        fprintf(out, "%s%s started at %s", listed > 1 ? ", " : first, text,
                place);
    }
    if (listed > 4)
        fprintf(out, ", and %d more", listed - 4);
    fputc('\n', out);
}

#define RANKS_LISTED 32

void report_waiting(struct rank *rank, const struct waiting *waiting)
{
    char *text = NULL;
    size_t size;
    FILE *out =
        rank->number < RANKS_LISTED ? open_memstream(&text, &size) : NULL;
    if (!out) {
        rank->waits = rank_alloc(rank, 1);
        return;
    }
    print_waiting(out, rank, waiting);
    bool whole = fclose(out) == 0 && text; /* otherwise, memory is short */
    rank->waits = rank_alloc(rank, whole ? size + 1 : 1);
    if (whole)
        memcpy(rank->waits, text, size);
    free(text);
}

static void print_rank(FILE *out, const struct rank *rank)
{
    if (rank->returned)
        fprintf(out, "rank %d has ended%s\n", rank->number,
                rank->stage == RANK_FINALIZED ? "" : " without MPI_Finalize");
    else if (rank->waits)
        fputs(rank->waits, out);
    else
        fprintf(out, "rank %d has not reached a call that waits\n",
                rank->number);
}

void report_deadlock(struct world *world)
{
    char *text = NULL;
    size_t size;
    int listed = 0, waiting = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (int i = 0; i < world->size; i++)
        waiting += world->rank[i]->waits && !world->rank[i]->returned;
    fprintf(out, "deadlock: %d of %d ranks wait, and none can proceed\n",
            waiting, world->size);
    for (int i = 0; i < world->size && listed < RANKS_LISTED; i++, listed++)
        print_rank(out, world->rank[i]);
    if (world->size > listed)
        fprintf(out, "and %d more ranks\n", world->size - listed);
    if (fclose(out) == 0 && text) /* otherwise, memory is short */
        mpi_report_add(world, false, -1, text);
    free(text);
}

static _Noreturn void mpi_report_die(const char *text)
{
    if (world_now && world_now->settings->die)
        world_now->settings->die(text);
    __builtin_trap();
}

/* Replace terminal control characters by '?'. */
static void make_plain(char *text)
{
    for (size_t length; *text; text += length) {
        length = weft_character_length(text);
        if (!length || (*text != '\n' && weft_character_controls(text))) {
            *text = '?';
            length = 1;
        }
    }
}

/* End the process with a report that includes all earlier findings, which would
 * otherwise be lost. */
static _Noreturn void die_late(const struct rank *rank, const char *function)
{
    static const char format[] = "rank %d calls %s after its program has ended";
    const struct report *report = rank->world->report;
    char own[512], *text = NULL;
    size_t size;
    snprintf(own, sizeof own, format, rank->number, function);
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && report && i < report->count; i++) {
        struct weft_mpi_finding finding = {0};
        report_tell(&finding, &report->said[i]);
        if (finding.text)
            fprintf(out, "%s%sweft: ", finding.warning ? "warning: " : "",
                    finding.text);
        free(finding.text);
    }
    bool whole = out && fputs(own, out) >= 0 && fclose(out) == 0 && text;
    if (whole)
        make_plain(text);
    mpi_report_die(whole ? text : own); /* otherwise, memory is short */
}

void report_die(struct rank *rank, const char *function)
{
    char text[512];
    if (rank)
        die_late(rank, function);
    snprintf(text, sizeof text,
             "%s is called by a thread other than the main thread of its rank: "
             "weft supports MPI_THREAD_FUNNELED at most",
             function);
    mpi_report_die(text);
}

static const void *report_instruction(const void *context)
{
#if defined __x86_64__
    const ucontext_t *at = context;
    return (const char *)at->uc_mcontext.gregs[REG_RIP] + 1;
#elif defined __aarch64__
    const ucontext_t *at = context;
    return (const char *)at->uc_mcontext.pc + 4;
#else
    (void)context;
    return NULL;
#endif
}

static bool report_is_program(const struct rank *rank, const void *address)
{
    const struct program_copy *copy = &rank->world->copies->copy[rank->number];
    return (uintptr_t)address >= copy->base && (uintptr_t)address < copy->end;
}

void report_crash(struct rank *rank, int signal, void *context)
{
    char text[600], place[240] = "";
    const char *what = "before its first MPI call";
    const void *at = report_instruction(context);
    if (report_is_program(rank, at)) {
        what = "at ";
        report_where(rank, at, place, sizeof place);
    } else if (rank->caller) {
        what = "its last MPI call is at ";
        report_where(rank, rank->caller, place, sizeof place);
    }
    snprintf(text, sizeof text, "rank %d crashed: %s, %s%s", rank->number,
             strsignal(signal), what, place);
    mpi_report_die(text);
}
