/* weft-mpicc --watch */
/* weft mpi --guard -n 2 -- early */
/* weft mpi --guard -n 2 -- in_time */
/* weft mpi --guard -n 2 -- moved */
/* weft mpi --guard -n 2 -- allocated */
/* weft mpi --guard -n 2 -- allocated_in_time */
/* weft mpi --guard -n 2 -- window */
/* weft mpi --guard -n 2 -- window_in_time */
/* Memory that is freed while MPI uses it (MPI 4.0, 3.7.2 and 12.2.1), and freed
 * afterwards. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank;

static void exchange(void (*between)(char **data), void (*after)(char **data))
{
    char *data = calloc(1000, 1), got[10];
    MPI_Request request;
    MPI_Isend(data + 500, 10, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (between)
        between(&data);
    MPI_Recv(got, 10, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (after)
        after(&data);
}

static void release(char **data)
{
    free(*data);
}

static void enlarge(char **data)
{
    *data = realloc(*data, 100000);
}

static void early(void)
{
    exchange(release, NULL);
}

static void in_time(void)
{
    free(NULL);
    exchange(NULL, release);
}

static void moved(void)
{
    exchange(enlarge, release);
}

static void use_allocated(int freed_first)
{
    char *memory, got[10];
    MPI_Request request;
    MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
    memset(memory, 0, 100);
    MPI_Isend(memory + 90, 10, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &request);
    if (freed_first)
        MPI_Free_mem(memory);
    MPI_Recv(got, 10, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!freed_first)
        MPI_Free_mem(memory);
}

static void allocated(void)
{
    use_allocated(1);
}

static void allocated_in_time(void)
{
    use_allocated(0);
}

static void use_window(int freed_first)
{
    char *memory = calloc(1000, 1);
    MPI_Win window;
    MPI_Win_create(memory, 1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (freed_first)
        free(memory);
    MPI_Win_free(&window);
    if (!freed_first)
        free(memory);
}

static void window(void)
{
    use_window(1);
}

static void window_in_time(void)
{
    use_window(0);
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
#define WAY(name)                                                              \
    {                                                                          \
#name, name                                                            \
    }
    WAY(early),          WAY(in_time),           WAY(moved),
    WAY(allocated),      WAY(allocated_in_time), WAY(window),
    WAY(window_in_time),
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    MPI_Finalize();
    return 0;
}
