/* Linked into each program: the entry point if the program is run directly,
 * without weft. It then runs as one rank, like any MPI program without a
 * launcher. Configure scripts, which run the programs that they compile, depend
 * on it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__LP64__) && defined(__GLIBC__)
#define INTERPRETER "/lib64/ld-linux-x86-64.so.2"
__asm__(".text\n"
        ".globl weft_mpi_start\n"
        ".hidden weft_mpi_start\n"
        ".type weft_mpi_start, @function\n"
        "weft_mpi_start:\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call weft_mpi_alone\n"
        "    hlt\n");
#elif defined(__aarch64__) && defined(__LP64__) && defined(__GLIBC__)
#define INTERPRETER "/lib/ld-linux-aarch64.so.1"
__asm__(".text\n"
        ".globl weft_mpi_start\n"
        ".hidden weft_mpi_start\n"
        ".type weft_mpi_start, %function\n"
        "weft_mpi_start:\n"
        "    mov x0, sp\n"
        "    bl weft_mpi_alone\n"
        "    brk #0\n");
#else
/* Direct execution is not supported on this platform. */
__attribute__((visibility("hidden"))) void weft_mpi_start(void)
{
}
#endif

#ifdef INTERPRETER
__attribute__((section(".interp"), used)) static const char interpreter[] =
    INTERPRETER;

/* Replace the process without the functions of the C library, which libc.c
 * overrides. */
static void become(const char *path, const char **argv)
{
    syscall(SYS_execve, path, argv, environ);
}

static void alone_search(const char **argv)
{
    char path[PATH_MAX];
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        int length = (int)strcspn(folders, ":");
        if (snprintf(path, sizeof path, "%.*s/weft", length, folders) <
            (int)sizeof path)
            become(path, argv);
        folders += length + (folders[length] == ':');
    }
}

__attribute__((used, visibility("hidden"), noreturn)) void
weft_mpi_alone(long *stack);

/* Run `weft mpi -n 1 PROGRAM ARGUMENT...` with $WEFT if it is set, else with
 * the installed weft or the one on $PATH. */
void weft_mpi_alone(long *stack)
{
    enum { ALONE_OWN = 5 };
    static const char sorry[] = "run this program with: weft mpi -n RANKS "
                                "PROGRAM (or set WEFT to the path of weft)\n";
    long count = stack[0];
    char **given = (char **)(stack + 1);
    const char **argv = calloc((size_t)count + ALONE_OWN + 2, sizeof *argv);
    static char self[PATH_MAX];
    if (argv && readlink("/proc/self/exe", self, sizeof self - 1) > 0) {
        static const char *const own[ALONE_OWN] = {"weft", "mpi", "-n", "1",
                                                   "--"};
        memcpy(argv, own, sizeof own);
        argv[ALONE_OWN] = count && strchr(given[0], '/') ? given[0] : self;
        for (long i = 1; i < count; i++)
            argv[ALONE_OWN + i] = given[i];
        const char *chosen = getenv("WEFT");
        become(chosen ? chosen : WEFT, argv);
        if (!chosen)
            alone_search(argv);
    }
    if (write(STDERR_FILENO, sorry, sizeof sorry - 1) < 0)
        syscall(SYS_exit_group, 126);
    syscall(SYS_exit_group, 127);
    __builtin_unreachable();
}
#endif
