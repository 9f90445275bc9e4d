/* weft-mpicc --watch */
/* weft mpi -n 2 -- 0 */
/* weft mpi -n 2 -- 1 */
/* weft mpi -n 2 -- 2 */
/* weft mpi -n 2 -- 3 */
/* weft mpi -n 2 -- 4 */
/* weft mpi -n 2 -- 5 */
/* weft mpi -n 2 -- 6 */
/* weft mpi -n 2 -- 7 */
/* weft mpi -n 2 -- 8 */
/* weft mpi -n 2 -- 9 */
/* weft mpi check -n 2 -- 10 */
/* Data races on files, and wrong use of files. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, other;
static MPI_File f;

static MPI_File open_file(MPI_Comm comm, const char *name, int amode)
{
    MPI_File file;
    MPI_File_open(comm, name, amode | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    return file;
}

static void write_at(MPI_Offset at)
{
    int x = rank;
    MPI_File_write_at(f, at, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
}

static void read_at(MPI_Offset at)
{
    int x;
    MPI_File_read_at(f, at, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
}

/* Both ranks write the same bytes. */
static void unordered(void)
{
    write_at(2 * rank);
}

/* A barrier orders the accesses, but the file is not synchronised. */
static void barrier_only(void)
{
    if (rank == 0)
        write_at(0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        read_at(2);
}

/* One synchronisation is missing. */
static void one_sync(void)
{
    write_at(4 * rank);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    read_at(4 * other);
}

/* Two opens of one file. */
static void two_opens(void)
{
    MPI_File own = open_file(MPI_COMM_SELF, "races", MPI_MODE_RDWR);
    int x = 3;
    MPI_File_write_at(own, 8, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&own);
}

/* In atomic mode, two writes in no order are a warning. */
static void atomic_writes(void)
{
    MPI_File_set_atomicity(f, 1);
    write_at(0);
}

static void access_mode(void)
{
    MPI_File_close(&f);
    f = open_file(MPI_COMM_WORLD, "races", MPI_MODE_WRONLY);
    read_at(0);
    write_at(-4);
    MPI_File g;
    MPI_File_open(MPI_COMM_WORLD, "races", MPI_MODE_RDONLY | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &g);
    MPI_File_read_all_end(f, NULL, MPI_STATUS_IGNORE);
}

/* The program ends at the first error if it asks for it. */
static void fatal(void)
{
    MPI_File_set_errhandler(f, MPI_ERRORS_ARE_FATAL);
    if (rank == 1)
        MPI_File_seek(f, -1, MPI_SEEK_SET);
}

static void different_calls(void)
{
    int x = 0;
    if (rank == 0)
        MPI_File_write_all(f, &x, 1, MPI_INT, MPI_STATUS_IGNORE);
    else
        MPI_File_set_size(f, 8);
}

static void different_arguments(void)
{
    MPI_File_set_size(f, 8 + rank);
}

/* A request that is not complete, a file that stays open. */
static void left_open(void)
{
    static int x;
    MPI_Request r;
    MPI_File g = open_file(MPI_COMM_SELF, "races", MPI_MODE_RDWR);
    MPI_File_iread_at(f, 0, &x, 1, MPI_INT, &r);
    MPI_File_close(&f);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    f = g;
}

/* Buffers of accesses that are not complete. */
static void buffers(void)
{
    int x[2] = {0};
    MPI_Request r;
    MPI_File_iwrite_at(f, 4 * rank, x, 1, MPI_INT, &r);
    x[0] = 1;
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(f, 4 * rank, x, 1, MPI_INT);
    x[1] = x[0];
    MPI_File_read_at_all_end(f, x, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    static void (*const test[])(void) = {
        unordered,     barrier_only,        one_sync, two_opens,
        atomic_writes, access_mode,         fatal,    different_calls,
        left_open,     different_arguments, buffers};
    int which = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    f = open_file(MPI_COMM_WORLD, "races", MPI_MODE_RDWR);
    test[which]();
    if (which != 8)
        MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
