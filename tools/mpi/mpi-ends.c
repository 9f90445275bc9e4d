/* Runs of `weft mpi` and the ways in which they end early: a rank crashes, an
 * additional thread calls MPI, the user interrupts the run, or the time of
 * --limit is over. The callbacks are called in signal handlers, so they
 * allocate nothing and take no lock. */
#include "mpi/mpi-ends.h"
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/interrupt.h"
#include "mpi/mpi-findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <weft/weft.h>

static struct {
    double limit, begin;
    double shown;       /* when the progress was shown */
    const char *search; /* NULL: a run of its own */
    char *repeat;       /* owned; NULL: none */
    long runs;          /* number of runs that ended without an error */
    bool traces;        /* whether traces are wanted */
    const char *lost;   /* what a process that ends at once does not write */
} mpi_ends;

static double mpi_ends_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static _Noreturn void mpi_ends_exit(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

static void mpi_ends_write(int file, const char *text, size_t length)
{
    if (write(file, text, length) < 0)
        mpi_ends_exit(EXIT_FAILED);
}

static void mpi_ends_put(const char *begin, const char *text)
{
    interrupt_clear();
    mpi_ends_write(STDERR_FILENO, begin, strlen(begin));
    mpi_ends_write(STDERR_FILENO, text, strlen(text));
    mpi_ends_write(STDERR_FILENO, "\n", 1);
}

/* Write the output of all ranks so far. fflush() would take the stream's lock,
 * which the interrupted code may hold. */
static void mpi_ends_flush(void)
{
#ifdef __GLIBC__
    mpi_ends_write(STDOUT_FILENO, stdout->_IO_write_base,
                   (size_t)(stdout->_IO_write_ptr - stdout->_IO_write_base));
#endif
}

static void mpi_ends_die(const char *text, const char *where)
{
    static char line[32768], whole[32768];
    weft_files_abandon();
    snprintf(whole, sizeof whole, "%s%s", text, mpi_ends.lost);
    if (editor_lines_selected())
        mpi_findings_last(whole, where, line, sizeof line);
    mpi_ends_put(*line ? "" : "weft: ", *line ? line : whole);
    if (mpi_ends.repeat && !*line)
        mpi_ends_put("weft: ", mpi_ends.repeat);
    mpi_ends_flush();
    mpi_ends_exit(EXIT_FAILED);
}

static void mpi_ends_halt(struct weft_mpi_outcome *outcome)
{
    weft_files_abandon();
    mpi_findings_add(outcome, "", true);
    if (mpi_ends.traces)
        mpi_findings_say("no trace is kept");
    if (mpi_ends.repeat)
        mpi_findings_note("%s", mpi_ends.repeat);
    int status = mpi_findings_close(EXIT_FAILED);
    mpi_ends_flush();
    mpi_ends_exit(status);
}

static _Noreturn void mpi_ends_late(const char *where)
{
    char text[300];
    snprintf(text, sizeof text, "weft: not finished in %g s%s", mpi_ends.limit,
             *where ? ": " : "");
    if (mpi_ends.search)
        snprintf(
            text, sizeof text,
            "weft: not finished in %g s: no error in %ld run%s so far, now "
            "%s%s",
            mpi_ends.limit, mpi_ends.runs, plural((uint64_t)mpi_ends.runs),
            mpi_ends.search, *where ? "; " : "");
    weft_files_abandon();
    mpi_ends_put(text, where);
    mpi_ends_flush();
    mpi_ends_exit(mpi_ends.runs ? EXIT_GOOD : EXIT_FAILED);
}

static void mpi_ends_interrupted(const char *where, bool late)
{
    if (late)
        mpi_ends_late(where);
    if (*where)
        mpi_ends_put("weft: ", where);
}

/* Return what is not written if the process ends at once. */
static const char *mpi_ends_lost(const struct mpi_arguments *arguments)
{
    static const char *const lost[2][2] = {
        {"", "\n  no SARIF file is written"},
        {"\n  no trace is kept",
         "\n  no trace is kept, and no SARIF file is written"},
    };
    return lost[arguments->traces.count > 0][arguments->sarif != NULL];
}

void mpi_ends_open(struct mpi_arguments *arguments)
{
    mpi_ends.lost = mpi_ends_lost(arguments);
    mpi_ends.traces = arguments->traces.count > 0;
    mpi_ends.limit = arguments->limit;
    mpi_ends.begin = mpi_ends.shown = mpi_ends_now();
    mpi_ends.runs = 0;
    arguments->mpi.die = mpi_ends_die;
    arguments->mpi.halt = mpi_ends_halt;
    arguments->mpi.interrupted = mpi_ends_interrupted;
}

void mpi_ends_search(const char *name)
{
    mpi_ends.search = name;
}

void mpi_ends_repeat(char *sentence)
{
    free(mpi_ends.repeat);
    mpi_ends.repeat = sentence;
}

/* On a terminal, show the progress of a search once a second. */
static void show_search(bool more)
{
    double now = mpi_ends_now();
    if (!mpi_ends.search || !isatty(STDERR_FILENO))
        return;
    if (!more)
        interrupt_clear();
    else if (now - mpi_ends.shown >= 1) {
        fprintf(stderr, "\r%ld runs, %s\033[K", mpi_ends.runs, mpi_ends.search);
        fflush(stderr);
        mpi_ends.shown = now;
    }
}

int mpi_ends_run(struct mpi_arguments *arguments,
                 struct weft_mpi_outcome *outcome, struct weft_error *err)
{
    double left = mpi_ends.begin + mpi_ends.limit - mpi_ends_now();
    if (mpi_ends.limit > 0)
        arguments->mpi.limit = left > 1e-6 ? left : 1e-6;
    show_search(true);
    int result = weft_mpi_run(&arguments->mpi, outcome, err);
    show_search(false);
    mpi_ends.runs += !result && !outcome->faults;
    arguments->abandoned |= outcome->abandoned;
    return result;
}

int mpi_ends_close(const struct mpi_arguments *arguments, int status)
{
    if (!arguments->abandoned)
        return status;
    if ((fflush(stdout) || ferror(stdout)) && !status)
        status = EXIT_FAILED;
    mpi_ends_exit(status);
}
