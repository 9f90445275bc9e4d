/* weft-mpicc --sanitize --watch -w */
/* weft mpi -n 2 -- read_past */
/* weft mpi -n 3 -- every_rank */
/* weft mpi -n 2 -- write_before */
/* weft mpi -n 2 -- use_freed */
/* weft mpi -n 2 -- free_twice */
/* weft mpi -n 2 -- free_inside */
/* weft mpi -n 2 -- in_library */
/* weft mpi -n 2 -- variable */
/* weft mpi -n 2 -- local */
/* weft mpi -n 2 -- scope */
/* weft mpi -n 2 -- send_past */
/* weft mpi -n 2 -- receive_past */
/* weft mpi -n 2 -- vector_past */
/* weft mpi -n 2 -- reduce_past */
/* weft mpi -n 2 -- gather_past */
/* weft mpi -n 2 -- put_past */
/* weft mpi -n 2 -- window_past */
/* weft mpi -n 2 -- unpack_past */
/* weft mpi -n 2 -- freed_pending */
/* weft mpi -n 2 -- crash */
/* weft mpi -n 3 -- right */
/* weft mpi check -n 2,3 -- right */
/* weft mpi check -n 2 -- touch_pending */
/* weft mpi check -n 2 --lines -- read_past */
/* weft mpi -n 2 --lines -- use_freed */
/* weft mpi -n 2 --lines -- free_twice */
/* weft mpi -n 2 -t trace.json -- in_library */
/* Memory errors that AddressSanitizer finds in a program compiled with
 * --sanitize: one report each, with the rank and the line. */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, table[4];
static int *block;

static void read_past(void)
{
    if (rank)
        table[0] = block[10];
}

/* Each rank finds the error; they share a report. */
static void every_rank(void)
{
    table[1] = block[11];
}

static void write_before(void)
{
    block[-2] = 1;
}

static void use_freed(void)
{
    free(block);
    block[3] = 1;
}

static void free_twice(void)
{
    free(block);
    free(block);
}

static void free_inside(void)
{
    free(block + 1);
}

static void in_library(void)
{
    strcpy((char *)(block + 9), "four");
}

static void variable(void)
{
    volatile int i = 4;
    table[i] = 1;
}

static void local(void)
{
    volatile int few[3], i = 3;
    few[i] = 1;
}

static void scope(void)
{
    volatile int *kept;
    {
        volatile int inner[5];
        kept = inner;
    }
    kept[1] = 1;
}

static void send_past(void)
{
    MPI_Send(block, 11, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
}

static void receive_past(void)
{
    MPI_Recv(block + 1, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void vector(int count)
{
    MPI_Datatype type;
    MPI_Type_vector(count, 1, 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(block, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void vector_past(void)
{
    vector(5);
}

static void reduce_past(void)
{
    MPI_Allreduce(MPI_IN_PLACE, block, 11, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void gather_past(void)
{
    MPI_Allgather(block, 1, MPI_INT, block + 9, 1, MPI_INT, MPI_COMM_WORLD);
}

static void put_past(void)
{
    MPI_Win win;
    int *memory;
    MPI_Win_allocate(100, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(block + 5, 8, MPI_INT, 0, 0, 8, MPI_INT, win);
}

static void window_past(void)
{
    MPI_Win win;
    MPI_Win_create(block, 80, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
}

static void unpack_past(void)
{
    int at = 0;
    char to[3];
    MPI_Unpack(block, 40, &at, to, 4, MPI_CHAR, MPI_COMM_WORLD);
}

static void freed_pending(void)
{
    MPI_Request request;
    MPI_Irecv(block, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (rank)
        free(block);
    MPI_Send(table, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void touch_pending(void)
{
    MPI_Request request;
    MPI_Irecv(block, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (rank)
        block[1] = block[2];
    MPI_Send(table, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void crash(void)
{
    *(volatile int *)NULL = 1;
}

static jmp_buf end;

static void jump(int depth)
{
    volatile char poisoned[100];
    poisoned[depth] = 1;
    if (!depth)
        longjmp(end, 1);
    jump(depth - 1);
    poisoned[0] = 2;
}

static int fill(int depth)
{
    volatile char all[500];
    for (int i = 0; i < 500; i++)
        all[i] = (char)i;
    return depth ? fill(depth - 1) + all[depth] : all[0];
}

/* Jumps leave frames behind, while the ranks switch between their stacks. */
static void right(void)
{
    int all[10], sum;
    for (int i = 0; i < 10; i++) {
        MPI_Allreduce(block, all, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (!setjmp(end))
            jump(20 + i);
        MPI_Barrier(MPI_COMM_WORLD);
        sum = fill(20);
    }
    vector(4);
    table[3] = all[9] + sum;
    block = realloc(block, 11 * sizeof(int));
    block[10] = table[3];
}

static const struct {
    const char *name;
    void (*call)(void);
} cases[] = {
#define CASE(name)                                                             \
    {                                                                          \
#name, name                                                            \
    }
    CASE(read_past),     CASE(every_rank),    CASE(write_before),
    CASE(use_freed),     CASE(free_twice),    CASE(free_inside),
    CASE(in_library),    CASE(variable),      CASE(local),
    CASE(scope),         CASE(send_past),     CASE(receive_past),
    CASE(vector_past),   CASE(reduce_past),   CASE(gather_past),
    CASE(put_past),      CASE(window_past),   CASE(unpack_past),
    CASE(freed_pending), CASE(touch_pending), CASE(crash),
    CASE(right),
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    block = calloc(10, sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].name, argv[1]) == 0)
            cases[i].call();
    free(block);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
