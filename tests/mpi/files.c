/* weft-mpicc --watch */
/* weft mpi -n 4 */
/* weft mpi --strict -n 3 */
/* weft mpi check -n 4 */
/* Files: all kinds of accesses, views, file pointers, sizes; the contents are
 * compared with what POSIX reads. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void expect(int right, const char *what)
{
    if (!right)
        printf("%d: wrong: %s\n", rank, what);
}

/* Compare the beginning of the file with [count] integers. */
static void is(const char *what, const int *expected, int count)
{
    int found[64] = {0};
    MPI_Barrier(MPI_COMM_WORLD);
    int f = open("data", O_RDONLY);
    ssize_t bytes = read(f, found, sizeof found);
    close(f);
    expect(bytes == 4 * count && !memcmp(found, expected, (size_t)bytes), what);
    MPI_Barrier(MPI_COMM_WORLD);
}

static MPI_File open_new(int amode)
{
    MPI_File f;
    if (rank == 0)
        unlink("data");
    MPI_Barrier(MPI_COMM_WORLD);
    expect(!MPI_File_open(MPI_COMM_WORLD, "data", amode | MPI_MODE_CREATE,
                          MPI_INFO_NULL, &f),
           "open");
    return f;
}

static int count_of(const MPI_Status *status)
{
    int count;
    MPI_Get_count(status, MPI_INT, &count);
    return count;
}

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Write with one function, read with its sibling. */
#define TRY(name, write, read)                                                 \
    do {                                                                       \
        MPI_File f = open_new(MPI_MODE_RDWR);                                  \
        int out[2] = {2 * rank, 2 * rank + 1}, in[2] = {-1, -1};               \
        MPI_Status s;                                                          \
        MPI_Request r = MPI_REQUEST_NULL;                                      \
        (void)r;                                                               \
        MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);    \
        MPI_File_seek(f, 2 * rank, MPI_SEEK_SET);                              \
        write;                                                                 \
        expect(count_of(&s) == 2, name " count written");                      \
        is(name, numbers, 2 * size);                                           \
        MPI_File_seek(f, 2 * rank, MPI_SEEK_SET);                              \
        MPI_File_seek_shared(f, 0, MPI_SEEK_SET);                              \
        read;                                                                  \
        expect(count_of(&s) == 2 && !memcmp(in, out, sizeof in), name);        \
        MPI_File_close(&f);                                                    \
        expect(f == MPI_FILE_NULL, name " closed");                            \
    } while (0)
#define AT f, 2 * rank
#define OUT out, 2, MPI_INT
#define IN in, 2, MPI_INT

static void all_accesses(void)
{
    int numbers[64];
    for (int i = 0; i < 64; i++)
        numbers[i] = i;
    TRY("at", MPI_File_write_at(AT, OUT, &s), MPI_File_read_at(AT, IN, &s));
    TRY("at_all", MPI_File_write_at_all(AT, OUT, &s),
        MPI_File_read_at_all(AT, IN, &s));
    TRY("pointer", MPI_File_write(f, OUT, &s), MPI_File_read(f, IN, &s));
    TRY("all", MPI_File_write_all(f, OUT, &s), MPI_File_read_all(f, IN, &s));
    TRY("ordered", MPI_File_write_ordered(f, OUT, &s),
        MPI_File_read_ordered(f, IN, &s));
    TRY("iat", (MPI_File_iwrite_at(AT, OUT, &r), MPI_Wait(&r, &s)),
        (MPI_File_iread_at(AT, IN, &r), MPI_Wait(&r, &s)));
    TRY("iat_all", (MPI_File_iwrite_at_all(AT, OUT, &r), MPI_Wait(&r, &s)),
        (MPI_File_iread_at_all(AT, IN, &r), MPI_Wait(&r, &s)));
    TRY("ipointer", (MPI_File_iwrite(f, OUT, &r), MPI_Wait(&r, &s)),
        (MPI_File_iread(f, IN, &r), MPI_Wait(&r, &s)));
    TRY("iall", (MPI_File_iwrite_all(f, OUT, &r), MPI_Wait(&r, &s)),
        (MPI_File_iread_all(f, IN, &r), MPI_Wait(&r, &s)));
    TRY("split at",
        (MPI_File_write_at_all_begin(AT, OUT),
         MPI_File_write_at_all_end(f, out, &s)),
        (MPI_File_read_at_all_begin(AT, IN),
         MPI_File_read_at_all_end(f, in, &s)));
    TRY("split",
        (MPI_File_write_all_begin(f, OUT), MPI_File_write_all_end(f, out, &s)),
        (MPI_File_read_all_begin(f, IN), MPI_File_read_all_end(f, in, &s)));
    TRY("split ordered",
        (MPI_File_write_ordered_begin(f, OUT),
         MPI_File_write_ordered_end(f, out, &s)),
        (MPI_File_read_ordered_begin(f, IN),
         MPI_File_read_ordered_end(f, in, &s)));
    TRY("large", MPI_File_write_at_c(AT, out, 2, MPI_INT, &s),
        MPI_File_read_at_c(AT, in, 2, MPI_INT, &s));
}

/* Ranks take turns with the shared pointer; each finds its own data. */
static void shared(void)
{
    MPI_File f = open_new(MPI_MODE_RDWR);
    int out = rank, in[64], seen[64] = {0};
    MPI_Request r;
    MPI_Offset at;
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_shared(f, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_shared(f, &out, 1, MPI_INT, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(f);
    MPI_File_get_position_shared(f, &at);
    expect(at == 2 * size, "shared pointer");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(f, 0, in, 2 * size, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * size; i++)
        seen[in[i]]++;
    for (int i = 0; i < size; i++)
        expect(seen[i] == 2, "shared data");
    MPI_File_seek_shared(f, 1, MPI_SEEK_SET);
    MPI_File_read_shared(f, in, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_shared(f, in, 0, MPI_INT, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(f, &at);
    expect(at == 1 + size, "shared reads");
    MPI_File_close(&f);
}

/* Each rank sees every size-th integer behind two others; data in memory have
 * gaps. The end of the file is found. */
static void views(void)
{
    MPI_File f = open_new(MPI_MODE_RDWR);
    MPI_Datatype one, spread, gaps, etype, filetype;
    MPI_Offset disp, at;
    MPI_Status s;
    MPI_Group group;
    int out[6] = {rank, -7, 10 + rank, -7, 20 + rank, -7}, in[4] = {0};
    int expected[64] = {99, 98}, last, members;
    char datarep[MPI_MAX_DATAREP_STRING];
    if (rank == 0)
        MPI_File_write_at(f, 0, expected, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Type_create_indexed_block(1, 1, &rank, MPI_INT, &one);
    MPI_Type_create_resized(one, 0, 4 * size, &spread);
    MPI_Type_commit(&spread);
    MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
    MPI_Type_commit(&gaps);
    MPI_File_set_view(f, 8, MPI_INT, spread, "native", MPI_INFO_NULL);
    MPI_File_write_all(f, out, 1, gaps, &s);
    expect(count_of(&s) == 3, "count of gaps");
    for (int i = 0; i < 3 * size; i++)
        expected[2 + i] = i / size * 10 + i % size;
    is("view", expected, 2 + 3 * size);
    MPI_File_get_byte_offset(f, 2, &at);
    expect(at == 8 + 4 * (2 * size + rank), "byte offset");
    MPI_File_read_at(f, 1, in, 4, MPI_INT, &s);
    expect(in[0] == out[2] && in[1] == out[4], "to the end of the file");
#ifndef ROMIO_VERSION /* it reads on, and counts what was asked for */
    expect(count_of(&s) == 2 && !in[2], "end of file");
#endif
    MPI_File_seek(f, -1, MPI_SEEK_END);
    MPI_File_get_position(f, &at);
    MPI_File_read(f, &last, 1, MPI_INT, &s);
    expect(at == 2 && last == out[4], "seek from the end");
    MPI_File_get_view(f, &disp, &etype, &filetype, datarep);
    expect(disp == 8 && etype == MPI_INT && !strcmp(datarep, "native"),
           "get_view");
    MPI_Type_free(&filetype);
    MPI_File_get_group(f, &group);
    MPI_Group_size(group, &members);
    expect(members == size, "group");
    MPI_Group_free(&group);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(f);
    MPI_File_read_at(f, 0, &last, 1, MPI_INT, &s);
    expect(last == 99 << 24, "external32");
    MPI_File_close(&f);
    MPI_Type_free(&one);
    MPI_Type_free(&spread);
    MPI_Type_free(&gaps);
}

static void sizes(void)
{
    MPI_File f = open_new(MPI_MODE_RDWR | MPI_MODE_EXCL);
    MPI_Offset bytes;
    int amode, atomic;
    MPI_Info info;
    MPI_File_preallocate(f, 100);
    MPI_File_set_size(f, 60);
    MPI_File_preallocate(f, 20);
    MPI_File_get_size(f, &bytes);
    expect(bytes == 60, "size");
    MPI_File_get_amode(f, &amode);
    expect(amode == (MPI_MODE_RDWR | MPI_MODE_EXCL | MPI_MODE_CREATE), "amode");
    MPI_File_set_atomicity(f, 1);
    MPI_File_get_atomicity(f, &atomic);
    expect(atomic == 1, "atomicity");
    /* In atomic mode, messages are enough to order accesses. */
    if (rank == 0)
        MPI_File_write_at(f, 0, &bytes, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(f, 0, &bytes, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    expect(bytes == 60, "atomic");
    MPI_File_get_info(f, &info);
    MPI_File_set_info(f, info);
    MPI_Info_free(&info);
    MPI_File_close(&f);
    MPI_File_open(MPI_COMM_WORLD, "data",
                  MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &f);
    MPI_File_get_position(f, &bytes);
    expect(bytes == 60, "append");
    MPI_File_close(&f);
    expect(access("data", F_OK), "delete on close");
    expect(class_of(MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY,
                                  MPI_INFO_NULL, &f)) == MPI_ERR_NO_SUCH_FILE,
           "no such file");
    expect(class_of(MPI_File_delete("data", MPI_INFO_NULL)) ==
               MPI_ERR_NO_SUCH_FILE,
           "delete");
}

/* Each rank reads what another wrote: sync, barrier, sync; close and open. */
static void synchronised(void)
{
    MPI_File f = open_new(MPI_MODE_RDWR);
    int out = rank + 5, in, next = (rank + 1) % size;
    MPI_File_write_at(f, 4 * rank, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(f);
    MPI_File_read_at(f, 4 * next, &in, 1, MPI_INT, MPI_STATUS_IGNORE);
    expect(in == next + 5, "sync");
    MPI_File_close(&f);
    MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_write_at(f, 4 * next, &out, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
    MPI_File_read_at(f, 4 * rank, &in, 1, MPI_INT, MPI_STATUS_IGNORE);
    expect(in == (rank + size - 1) % size + 5, "close and open");
    MPI_File_close(&f);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all_accesses();
    shared();
    views();
    synchronised();
    sizes();
    MPI_Finalize();
    return 0;
}
