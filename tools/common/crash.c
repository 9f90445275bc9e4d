/* Plug-ins that crash or end the process. A plug-in is part of the process, so
 * the run cannot continue, but weft reports the processor. */
#include "common/crash.h"
#include "common/command.h"
#include "common/file-ending.h"
#include "common/interrupt.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <weft/weft.h>

static const struct fatal {
    int number;
    const char *name;
} fatal[] = {
    {SIGSEGV, "segmentation fault"},
    {SIGBUS, "bus error"},
    {SIGFPE, "division by zero or another arithmetic fault"},
    {SIGILL, "illegal instruction"},
    {SIGABRT, "abort"},
};
#define FATAL (sizeof fatal / sizeof *fatal)

static const char *plugin; /* argument that names a plug-in or an experiment
                              file, which may use one */

/* Return the instruction that caused a signal; NULL if unsupported. */
static const void *crash_instruction(const void *context)
{
#if defined __x86_64__
    const ucontext_t *at = context;
    return (const void *)at->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    const ucontext_t *at = context;
    return (const void *)at->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

_Noreturn static void crash_leave(int status)
{
    for (;;)
        syscall(SYS_exit_group, status);
}

/* Report the crash and end the process. Called in signal handlers. */
_Noreturn static void crash_end(const char *file, const char *what,
                                const char *which)
{
    char text[600];
    uint64_t step = 0;
    int rank = weft_running() < 0 ? -1 : weft_running_step(&step);
    weft_files_abandon();
    int length =
        rank < 0 ? snprintf(text, sizeof text,
                            "weft: '%.300s' %s%s, outside of any step\n", file,
                            what, which)
                 : snprintf(text, sizeof text,
                            "weft: '%.300s': processor %d %s%s in step %" PRIu64
                            "; no trace is kept\n",
                            file, rank, what, which, step);
    if (length > 0 && write(STDERR_FILENO, text, (size_t)length) < 0)
        crash_leave(EXIT_FAILED); /* the report cannot be printed: ignore it */
    crash_leave(EXIT_FAILED);
}

static void crash_on_fault(int number, siginfo_t *info, void *context)
{
    const char *file = weft_plugin_at(crash_instruction(context));
    const char *name = "fatal signal";
    (void)info;
    for (size_t i = 0; i < FATAL; i++)
        if (fatal[i].number == number)
            name = fatal[i].name;
    crash_end(file ? file : plugin, "crashed: ", name);
}

/* Return whether the current code is a plug-in's: a processor's program, other
 * code of a plug-in, or a thread of its own. (weft's own threads do not call
 * exit().) */
static bool is_plugins(void)
{
    return weft_running() >= 0 || weft_plugin_works() || gettid() != getpid();
}

static void on_exit_called(void)
{
    if (is_plugins())
        crash_end(plugin, "called exit()", "");
}

static void on_quick_exit_called(void)
{
    if (is_plugins())
        crash_end(plugin, "called quick_exit()", "");
}

/* End the process if `caller` is in a plug-in or was called by one. */
static void end_plugins(const void *caller, const char *what)
{
    const char *file = weft_plugin_at(caller);
    if (file || (plugin && (weft_running() >= 0 || weft_plugin_works())))
        crash_end(file ? file : plugin, what, "");
}

/* _exit() and _Exit() run no exit handlers, so define them here: the dynamic
 * linker prefers these definitions to libc's, also for plug-ins. */
void _exit(int status)
{
    end_plugins(__builtin_return_address(0), "called _exit()");
    crash_leave(status);
}

void _Exit(int status)
{
    end_plugins(__builtin_return_address(0), "called _Exit()");
    crash_leave(status);
}

static void crash_watch_file(const char *file)
{
    struct sigaction action = {.sa_sigaction = crash_on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (!plugin) {
        interrupt_ends("nothing was kept", true);
        atexit(on_exit_called);
        at_quick_exit(on_quick_exit_called);
    }
    for (size_t i = 0; i < FATAL && !plugin; i++)
        sigaction(fatal[i].number, &action, NULL);
    plugin = file;
}

void crash_watch(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *list = strdup(argv[i]), *rest = NULL;
        char *word = list ? strtok_r(list, ",=", &rest) : NULL;
        while (word && !weft_plugin_part(word) && !is_experiment_file(word))
            word = strtok_r(NULL, ",=", &rest);
        if (word)
            crash_watch_file(argv[i]);
        free(list);
    }
}
