/* Reports about ranks that crash, that run when the user interrupts weft, or
 * that run when the time of the run is over (--limit).
 *
 * The handlers allocate nothing and take no lock: the heap may be broken, and
 * the interrupted code may hold any lock of the C library. Calls are found by
 * the unwinder of libgcc, which crash_open() loads. */
#include "mpi/rank-crash.h"
#include "mpi/report.h"
#include "mpi/source-lines.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define CRASH_LIMIT SIGVTALRM /* signal of the time limit */

static const struct crash_signal {
    int number;
    const char *name; /* NULL: an interruption, which is no error of a rank */
    bool process;     /* sent to the process: any thread may receive it */
} crash_signals[] = {
    {SIGSEGV, "Segmentation fault", false},
    {SIGBUS, "Bus error", false},
    {SIGFPE, "Floating point exception", false},
    {SIGILL, "Illegal instruction", false},
    {SIGABRT, "Aborted", false},
    {SIGTRAP, "Trace/breakpoint trap", false},
    {SIGSYS, "Bad system call", false},
    {SIGALRM, "Alarm clock", true},
    {SIGUSR1, "User defined signal 1", true},
    {SIGUSR2, "User defined signal 2", true},
    {SIGXCPU, "CPU time limit exceeded", true},
    {SIGINT, NULL, true},
    {SIGTERM, NULL, true},
    {SIGHUP, NULL, true},
    {CRASH_LIMIT, NULL, true},
};
#define CRASH_SIGNALS (sizeof crash_signals / sizeof *crash_signals)

static struct {
    struct sigaction before[CRASH_SIGNALS];
    bool caught[CRASH_SIGNALS]; /* not ignored before the run */
    bool armed, timed;
    bool left; /* a run has left threads of its program behind */
    timer_t timer;
} crash;

/* ---- registers ------------------------------------------------------------
 */

struct crash_registers {
    const char *instruction, *stack;
    const char *caller; /* return address, if no frame was built yet */
};

static struct crash_registers registers_of(const void *context)
{
    struct crash_registers found = {0};
#if defined __x86_64__
    const ucontext_t *at = context;
    found.instruction = (const char *)at->uc_mcontext.gregs[REG_RIP];
    found.stack = (const char *)at->uc_mcontext.gregs[REG_RSP];
    if ((uintptr_t)found.instruction < 4096) /* a call of a null pointer */
        found.caller = *(const char *const *)found.stack;
#elif defined __aarch64__
    const ucontext_t *at = context;
    found.instruction = (const char *)at->uc_mcontext.pc;
    found.stack = (const char *)at->uc_mcontext.sp;
    if ((uintptr_t)found.instruction < 4096)
        found.caller = (const char *)at->uc_mcontext.regs[30];
#else
    (void)context;
#endif
    return found;
}

/* Return whether an access failed right at the end of the stack. */
static bool is_overflow(const struct crash_registers *registers, int number,
                        const siginfo_t *info)
{
    const uintptr_t near = 65536;
    uintptr_t at = (uintptr_t)info->si_addr,
              stack = (uintptr_t)registers->stack;
    return number == SIGSEGV && info->si_code > 0 && stack > near &&
           at > stack - near && at < stack + near;
}

/* ---- calls ----------------------------------------------------------------
 */

#define CRASH_DEPTH 256 /* number of frames looked at */
#define CRASH_CALLS 8   /* number of calls of the program that are reported */

struct crash_calls {
    struct source_line line[CRASH_CALLS];
    const char *at[CRASH_CALLS]; /* addresses */
    int count;
    int copy;  /* copy of the program in which they are, or -1 */
    bool heap; /* whether they are in malloc() or similar functions */
};

/* Functions that crash if the heap is broken. */
static const char *const crash_allocators[] = {
    "malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc",
};
#define CRASH_ALLOCATORS (sizeof crash_allocators / sizeof *crash_allocators)
static struct {
    const char *low, *high;
} crash_extent[CRASH_ALLOCATORS];

/* Find the extents of these functions, because handlers cannot. */
static void crash_find_heap(void)
{
    for (size_t i = 0; i < CRASH_ALLOCATORS; i++) {
        Dl_info info;
        ElfW(Sym) *symbol = NULL;
        const void *function = dlsym(RTLD_DEFAULT, crash_allocators[i]);
        if (function &&
            dladdr1(function, &info, (void **)&symbol, RTLD_DL_SYMENT) &&
            symbol) {
            crash_extent[i].low = info.dli_saddr;
            crash_extent[i].high = crash_extent[i].low + symbol->st_size;
        }
    }
}

/* Return whether one of [depth] return addresses is in such a function. */
static bool is_in_allocator(void *const *frame, int depth)
{
    for (int i = 0; i < depth; i++)
        for (size_t k = 0; k < CRASH_ALLOCATORS; k++)
            if ((const char *)frame[i] > crash_extent[k].low &&
                (const char *)frame[i] <= crash_extent[k].high)
                return true;
    return false;
}

static void crash_add_call(struct crash_calls *calls, const char *address)
{
    const struct program_copies *copies = world_now->copies;
    int copy = lines_copy_of(copies, address);
    if (calls->count == CRASH_CALLS ||
        !lines_locate(copies, copy, address, &calls->line[calls->count]))
        return;
    calls->copy = copy;
    calls->at[calls->count] = address;
    if (!calls->count || calls->line[calls->count - 1].offset !=
                             calls->line[calls->count].offset)
        calls->count++;
}

/* If some calls have a source line, drop the others, such as those of weft's
 * own code in the program. */
static void drop_unknown(struct crash_calls *calls)
{
    int known = 0;
    for (int i = 0; i < calls->count; i++)
        if (calls->line[i].path[0]) {
            calls->at[known] = calls->at[i];
            calls->line[known++] = calls->line[i];
        }
    if (known)
        calls->count = known;
}

/* Find the program's innermost calls. */
static void crash_find_calls(struct crash_calls *calls,
                             const struct crash_registers *registers)
{
    static void *frame[CRASH_DEPTH];
    int depth = backtrace(frame, CRASH_DEPTH);
    calls->count = 0;
    calls->copy = -1;
    calls->heap = is_in_allocator(frame, depth);
    for (int i = 0; i < depth; i++) {
        bool exact = frame[i] == (const void *)registers->instruction;
        crash_add_call(calls, (const char *)frame[i] + exact);
    }
    if (!calls->count && registers->caller)
        crash_add_call(calls, registers->caller);
}

static void crash_find_lines(struct crash_calls *calls)
{
    if (!calls->count)
        return;
    lines_find(world_now->copies, calls->line, calls->count);
    drop_unknown(calls);
}

/* ---- texts ----------------------------------------------------------------
 */

static char crash_text[32768]; /* of the process: it is reported only once */

static void __attribute__((format(printf, 1, 2)))
crash_write(const char *format, ...)
{
    size_t used = strlen(crash_text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(crash_text + used, sizeof crash_text - used, format, arguments);
    va_end(arguments);
}

static void crash_write_calls(const struct crash_calls *calls, int first)
{
    for (int i = first; i < calls->count; i++)
        crash_write(
            "%s at %s%s%s", i ? "\n  called" : ",", calls->line[i].where,
            *calls->line[i].function ? " in " : "", calls->line[i].function);
}

static void crash_write_last_call(const struct rank *rank)
{
    struct source_line line;
    int copy = lines_copy_of(world_now->copies, rank->caller);
    if (!lines_locate(world_now->copies, copy, rank->caller, &line)) {
        crash_write(", before its first MPI call");
        return;
    }
    lines_find(world_now->copies, &line, 1);
    crash_write(", its last MPI call is at %s", line.where);
}

/* ---- handlers -------------------------------------------------------------
 */

/* Return the rank to which the calling thread or the code belongs, or NULL. */
static struct rank *crash_rank(const struct crash_calls *calls)
{
    int number = weft_running();
    if (number < 0 && world_now->closing)
        return world_now->closing;
    if (number < 0)
        number = calls ? calls->copy : -1;
    return number >= 0 && number < world_now->size ? world_now->rank[number]
                                                   : NULL;
}

static void crash_write_who(const struct rank *rank, const char *what)
{
    if (rank)
        crash_write("%srank %d crashed%s: %s",
                    weft_running() < 0 && !world_now->closing ? "a thread of "
                                                              : "",
                    rank->number,
                    world_now->closing ? " while it was unloaded" : "", what);
    else if (load_is_loading(world_now->copies))
        crash_write("the program crashed while it was loaded: %s", what);
    else
        crash_write("a thread crashed: %s", what);
}

/* Return whether the calling thread belongs to a rank that has ended, whose
 * stack and data it may still use. */
static bool is_left_behind(const struct crash_calls *calls)
{
    if (weft_running() >= 0 || gettid() == getpid())
        return false;
    if (calls->copy < 0)
        return crash.left || world_now->parallel;
    const struct rank *rank = world_now->rank[calls->copy];
    return rank->self && !rank->end;
}

static _Noreturn void crash_park(void)
{
    for (;;)
        pause();
}

static volatile pid_t crash_reporter; /* thread that reports, or 0 */

/* Begin the only report, behind the findings so far. If the report itself
 * crashes, its text so far is printed. */
static void crash_begin(void)
{
    pid_t self = gettid();
    if (__sync_val_compare_and_swap(&crash_reporter, 0, self) == self)
        report_end(world_now, crash_text, "");
    if (crash_reporter != self) /* another thread reports its crash */
        crash_park();
    report_last(world_now, crash_text, sizeof crash_text);
}

/* Add a finding of a rank. */
static void crash_find(struct rank *rank, const char *function,
                       const char *what, const struct crash_calls *calls)
{
    for (int i = 0; i < calls->count; i++)
        lines_keep(&calls->line[i]);
    crash_text[0] = 0;
    crash_write_calls(calls, 1);
    rank_fault(rank, RULE_ADDRESS, calls->count ? calls->at[0] : NULL,
               "%s %s%s", function, what, crash_text);
}

void crash_misuse(const char *function, const char *what, bool at_once)
{
    static struct crash_calls calls;
    const struct crash_registers unknown = {0};
    const struct rank *running = weft_running() < 0 ? NULL : rank_here();
    at_once |= !running || !running->end;
    function = function ? function : "the program";
    if (at_once)
        crash_begin();
    crash_find_calls(&calls, &unknown);
    crash_find_lines(&calls);
    struct rank *rank = crash_rank(&calls);
    if (!rank) {
        crash_write("a thread: %s %s", function, what);
        report_end(world_now, crash_text, "");
    }
    crash_find(rank, function, what, &calls);
    if (!at_once)
        rank_halt(rank);
    report_close(world_now);
    if (world_now->settings->halt)
        world_now->settings->halt(world_now->outcome);
    crash_park();
}

/* Report a crash and end the process. */
static void crash_end(const char *name, const siginfo_t *info, int number,
                      const void *context)
{
    static struct crash_calls calls;
    char what[120];
    crash_begin();
    size_t begin = strlen(crash_text);
    crash_write_who(crash_rank(NULL), name);
    const struct crash_registers registers = registers_of(context);
    crash_find_calls(&calls, &registers);
    if (is_left_behind(&calls)) {
        crash_text[0] = 0;
        crash_reporter = 0;
        crash_park();
    }
    crash_find_lines(&calls);
    if (is_overflow(&registers, number, info)) {
        snprintf(what, sizeof what, "stack overflow (%zu bytes); raise --stack",
                 world_now->stack);
        name = what;
    }
    crash_text[begin] = 0;
    const struct rank *rank = crash_rank(&calls);
    crash_write_who(rank, name);
    if (calls.count)
        crash_write_calls(&calls, 0);
    else if (rank)
        crash_write_last_call(rank);
    if (calls.heap)
        crash_write("\n  the heap is broken; to find out where, compile with: "
                    "weft-mpicc --sanitize");
    report_end(world_now, crash_text, calls.count ? calls.line[0].path : "");
}

/* Let the thread of the running rank handle the signal, which knows the rank's
 * calls. Returns false if this thread has to. */
static bool crash_forward(int number)
{
    static volatile sig_atomic_t asked;
    uint64_t step;
    if (weft_running() >= 0 || asked)
        return false;
    int rank = weft_running_step(&step);
    pid_t thread =
        rank >= 0 && rank < world_now->size ? world_now->rank[rank]->thread : 0;
    asked = true; /* the second time, the user does not want to wait */
    return thread && !syscall(SYS_tgkill, getpid(), thread, number);
}

/* Report which rank runs, and where. */
static void crash_interrupted(int number, const void *context)
{
    static struct crash_calls calls;
    const struct rank *rank = crash_rank(NULL);
    crash_text[0] = 0;
    if (rank) {
        const struct crash_registers registers = registers_of(context);
        crash_write("rank %d is running", rank->number);
        crash_find_calls(&calls, &registers);
        crash_find_lines(&calls);
        crash_write_calls(&calls, 0);
    }
    world_now->settings->interrupted(crash_text, number == CRASH_LIMIT);
}

static void crash_on_signal(int number, siginfo_t *info, void *context)
{
    size_t i = 0;
    while (crash_signals[i].number != number)
        i++;
    if (!world_now && gettid() != getpid())
        crash_park();
    if (world_now && crash_signals[i].process && crash_forward(number))
        return;
    if (world_now && crash_signals[i].name)
        crash_end(crash_signals[i].name, info, number, context);
    if (world_now)
        crash_interrupted(number, context);
    sigaction(number, &crash.before[i], NULL);
    raise(number);
}

/* ---- the run --------------------------------------------------------------
 */

static void crash_handle(size_t i, struct sigaction *before)
{
    const struct sigaction action = {.sa_sigaction = crash_on_signal,
                                     .sa_flags = SA_ONSTACK | SA_SIGINFO |
                                                 SA_NODEFER | SA_RESTART};
    sigaction(crash_signals[i].number, &action, before);
}

static void crash_start_timer(double seconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = CRASH_LIMIT};
    struct itimerspec left = {
        .it_value = {(time_t)seconds, (long)(fmod(seconds, 1) * 1e9) + 1}};
    crash.timed = seconds > 0 &&
                  !timer_create(CLOCK_MONOTONIC, &event, &crash.timer) &&
                  !timer_settime(crash.timer, 0, &left, NULL);
}

void crash_open(struct world *world)
{
    void *frame[1];
    backtrace(frame, 1); /* loads the unwinder */
    lines_open();
    crash_find_heap();
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
        sigaction(crash_signals[i].number, NULL, &crash.before[i]);
        crash.caught[i] =
            crash.before[i].sa_handler != SIG_IGN &&
            (crash_signals[i].name || world->settings->interrupted);
        if (crash.caught[i])
            crash_handle(i, &crash.before[i]);
    }
    crash.armed = false;
    crash_start_timer(world->settings->limit);
}

void crash_arm(void)
{
    struct sigaction machine;
    if (!crash.armed && crash.caught[0])
        crash_handle(0, &machine);
    crash.armed = true;
}

void crash_close(bool abandoned)
{
    crash.left |= abandoned; /* its threads may crash, too */
    if (crash.timed)
        timer_delete(crash.timer);
    for (size_t i = 0; i < CRASH_SIGNALS; i++)
        if (crash.caught[i] && !(abandoned && crash_signals[i].name))
            sigaction(crash_signals[i].number, &crash.before[i], NULL);
    lines_close();
}
