/* Messages and collective calls with counts of type MPI_Count match those with
 * counts of type int. */
/* weft mpi -n 2 */
/* weft mpi -n 4 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, wrong;

#define EXPECT(condition)                                                      \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);      \
            wrong++;                                                           \
        }                                                                      \
    } while (0)

typedef int sends(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm);
typedef int begins(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
                   MPI_Request *);

static void messages(int to, int from)
{
    static sends *const send[] = {MPI_Bsend_c, MPI_Send_c};
    static begins *const begin[] = {MPI_Isend_c, MPI_Issend_c, MPI_Ibsend_c,
                                    MPI_Irsend_c};
    static begins *const persist[] = {MPI_Send_init_c, MPI_Ssend_init_c,
                                      MPI_Bsend_init_c};
    int value, given = rank;
    MPI_Request request[2];
    for (size_t i = 0; i < 2; i++) {
        send[i](&given, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
        MPI_Recv_c(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
        EXPECT(value == from);
    }
    for (size_t i = 0; i < 4; i++) {
        MPI_Irecv_c(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &request[0]);
        MPI_Barrier(MPI_COMM_WORLD); /* all receives are posted */
        begin[i](&given, 1, MPI_INT, to, 1, MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        EXPECT(value == from);
    }
    for (size_t i = 0; i < 3; i++) {
        MPI_Recv_init_c(&value, 1, MPI_INT, from, 2, MPI_COMM_WORLD,
                        &request[0]);
        persist[i](&given, 1, MPI_INT, to, 2, MPI_COMM_WORLD, &request[1]);
        for (int round = 0; round < 2; round++) {
            value = -1;
            MPI_Startall(2, request);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
            EXPECT(value == from);
        }
        MPI_Request_free(&request[0]);
        MPI_Request_free(&request[1]);
    }
}

static void exchanges(int to, int from)
{
    int value = -1, given = rank;
    MPI_Status status;
    MPI_Request request;
    MPI_Message message;
    MPI_Count count;
    MPI_Sendrecv_c(&given, 1, MPI_INT, to, 3, &value, 1, MPI_INT, from, 3,
                   MPI_COMM_WORLD, &status);
    MPI_Get_count_c(&status, MPI_INT, &count);
    EXPECT(value == from && count == 1);
    value = rank;
    MPI_Sendrecv_replace_c(&value, 1, MPI_INT, to, 4, from, 4, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
    EXPECT(value == from);
    MPI_Isendrecv_c(&given, 1, MPI_INT, to, 5, &value, 1, MPI_INT, from, 5,
                    MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(value == from);
    value = rank;
    MPI_Isendrecv_replace_c(&value, 1, MPI_INT, to, 6, from, 6, MPI_COMM_WORLD,
                            &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(value == from);
    for (int i = 0; i < 2; i++) {
        MPI_Send(&given, 1, MPI_INT, to, 7, MPI_COMM_WORLD);
        MPI_Mprobe(from, 7, MPI_COMM_WORLD, &message, &status);
        value = -1;
        if (i)
            MPI_Mrecv_c(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        else
            MPI_Imrecv_c(&value, 1, MPI_INT, &message, &request);
        if (!i)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT(value == from);
    }
}

static void times(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    (void)type;
    for (MPI_Count i = 0; i < *count; i++)
        ((int *)inout)[i] *= ((int *)in)[i];
}

static void together(void)
{
    int value = rank + 1, result = 0, product = 1;
    MPI_Op op;
    MPI_Op_create_c(times, 1, &op);
    for (int i = 1; i <= size; i++)
        product *= i;
    MPI_Allreduce_c(&value, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    EXPECT(result == product);
    MPI_Op_free(&op);
    MPI_Request request;
    MPI_Iallreduce_c(&value, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                     &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(result == size * (size + 1) / 2);
    int all[16];
    MPI_Allgather_c(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        EXPECT(all[i] == i + 1);
    value = rank == 1 ? 42 : 0;
    MPI_Bcast_c(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
    EXPECT(value == 42);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int to = (rank + 1) % size, from = (rank - 1 + size) % size;
    MPI_Count room = 1 << 16, had = 0;
    void *buffer = malloc((size_t)room), *back = NULL;
    MPI_Buffer_attach_c(buffer, room);
    messages(to, from);
    exchanges(to, from);
    MPI_Buffer_detach_c(&back, &had);
    EXPECT(back == buffer && had == room);
    free(buffer);
    together();
    printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return 0;
}
