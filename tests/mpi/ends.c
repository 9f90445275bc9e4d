/* Ranks that terminate, or try to become another program, in unusual ways. */
/* weft mpi -n 2 -- execs */
/* weft mpi -n 2 -- quick */
/* weft mpi -n 2 -- deep */
/* weft mpi -n 2 -- wide */
/* weft mpi -n 2 -- jumps */
/* weft mpi -n 2 -- sleeps-late */
/* weft mpi -n 2 -- calls-late */
/* weft mpi -n 2 -- begins-late */
/* weft mpi -n 2 -- ends-late */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank;

static void execs(void)
{
    if (rank == 1)
        execlp("true", "true", (char *)NULL);
}

static void quick(void)
{
    MPI_Finalize();
    quick_exit(rank == 1 ? 7 : 0);
}

static int down(int n)
{
    volatile char page[4096];
    page[0] = (char)n;
    return n < 0 ? 0 : down(n + 1) + page[0];
}

static void deep(void)
{
    if (rank == 1)
        down(0);
}

/* A function with one stack frame larger than the stack. */
static void wide(void)
{
    volatile double all[4000000];
    for (int i = 0; i < 4000000; i += 500)
        all[i] = i;
    printf("%g\n", all[500]);
}

static jmp_buf back;

static void jumps(void)
{
    volatile int from = rank;
    if (!setjmp(back)) {
        MPI_Barrier(MPI_COMM_WORLD);
        longjmp(back, 1);
    }
    if (from != rank)
        printf("rank %d is back where rank %d was\n", rank, from);
}

/* Runs when the program is unloaded. */
static const char *last = "";

__attribute__((destructor)) static void unload(void)
{
    if (!strcmp(last, "sleeps-late"))
        printf("rank %d has slept: %d\n", rank, usleep(10));
    if (!strcmp(last, "calls-late"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(last, "begins-late"))
        MPI_Init(NULL, NULL);
    if (!strcmp(last, "ends-late"))
        MPI_Finalize();
}

#define X(name)                                                                \
    {                                                                          \
#name, name                                                            \
    }
static const struct {
    const char *name;
    void (*run)(void);
} all[] = {X(execs), X(quick), X(deep), X(wide), X(jumps)};

int main(int argc, char **argv)
{
    last = argc > 1 ? argv[1] : last;
    if (!strcmp(last, "begins-late"))
        return 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < sizeof all / sizeof *all && argc > 1; i++)
        if (strcmp(argv[1], all[i].name) == 0)
            all[i].run();
    if (!strcmp(last, "calls-late"))
        return 0;
    if (!strcmp(last, "ends-late")) { /* deadlocks */
        MPI_Comm_set_name(MPI_COMM_WORLD, "a\033[2Jb\302\233c");
        MPI_Recv(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
