/* weft-mpicc --watch */
/* weft mpi -n 2 check -- receive_read */
/* weft mpi -n 2 check -- receive_written */
/* weft mpi -n 2 check -- receive_copied */
/* weft mpi -n 2 check -- rest_of_receive */
/* weft mpi -n 2 check -- send_written */
/* weft mpi -n 2 check -- send_read */
/* weft mpi -n 2 check -- column */
/* weft mpi -n 2 check -- beside_column */
/* weft mpi -n 2 check -- tested */
/* weft mpi -n 2 check -- asked */
/* weft mpi -n 2 check -- freed */
/* weft mpi -n 2 check -- persistent */
/* weft mpi -n 2 check -- persistent_not_started */
/* weft mpi -n 2 check -- two_receives */
/* weft mpi -n 2 check -- two_sends */
/* weft mpi -n 2 check -- received_is_sent */
/* weft mpi -n 2 check -- broadcast_written */
/* weft mpi -n 2 check -- broadcast_read */
/* weft mpi -n 2 check -- reduced_read */
/* weft mpi -n 2 check -- own_function */
/* weft mpi -n 2 check -- atomic */
/* weft mpi -n 2 -- send_written */
/* weft mpi -n 2 --strict -- send_written */
/* weft mpi -n 2 --guard -- send_written */
/* weft mpi -n 2 --guard --explore -- send_written */
/* Accesses to buffers of pending operations: each is reported once, with both
 * lines. Permitted accesses are never reported. Values do not change, so that
 * nothing else reveals an access. */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static int rank, other, data[16], copy[16];
static volatile int sum;
static atomic_int counter;
static MPI_Request request, second;

static int is(const char *wanted, const char *word)
{
    return strcmp(wanted, word) == 0;
}

static void receive(int count)
{
    MPI_Irecv(data, count, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
}

static void send(void)
{
    MPI_Isend(data, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
}

static void finish(void)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Rank 0 receives a message of rank 1. */
static void received(const char *word)
{
    int flag = 0;
    if (rank == 1) {
        MPI_Send(copy, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    receive(is(word, "rest_of_receive") ? 8 : 4);
    if (is(word, "receive_read"))
        sum = data[2];
    if (is(word, "receive_written"))
        data[2] = 0;
    if (is(word, "receive_copied"))
        memcpy(copy, data, sizeof copy);
    if (is(word, "rest_of_receive"))
        sum = data[7];
    while (is(word, "tested") && !flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    while (is(word, "asked") && !flag)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    if (flag)
        sum = data[2];
    finish();
    sum += data[0];
}

static void sent(const char *word)
{
    if (rank == 1) {
        MPI_Recv(copy, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(copy, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    send();
    if (is(word, "send_written"))
        data[3] = 0;
    if (is(word, "send_read"))
        sum = data[3];
    if (is(word, "freed"))
        MPI_Request_free(&request);
    MPI_Recv(copy, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is(word, "freed"))
        data[3] = 0;
    finish();
}

static void column(int at)
{
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(data, 1, type, other, 0, MPI_COMM_WORLD, &request);
    MPI_Send(copy, 1, type, other, 0, MPI_COMM_WORLD);
    if (rank == 0)
        data[at] = 0;
    finish();
    MPI_Type_free(&type);
}

static void persistent(int started)
{
    MPI_Recv_init(data, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 2; i++) {
        if (!started)
            data[0] = 0;
        MPI_Start(&request);
        MPI_Send(copy, 4, MPI_INT, other, 0, MPI_COMM_WORLD);
        if (started && rank == 0)
            sum = data[0];
        finish();
    }
    MPI_Request_free(&request);
}

/* Two operations on the same buffer. */
static void both(const char *word)
{
    int *to = is(word, "two_receives") ? data + 3 : data + 8;
    MPI_Irecv(to, 4, MPI_INT, other, 1, MPI_COMM_WORLD, &second);
    if (is(word, "two_sends"))
        send();
    else
        receive(4);
    MPI_Send(is(word, "received_is_sent") ? data : copy, 4, MPI_INT, other, 1,
             MPI_COMM_WORLD);
    if (is(word, "two_sends"))
        MPI_Recv(copy, 4, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(copy, 4, MPI_INT, other, 0, MPI_COMM_WORLD);
    finish();
    MPI_Wait(&second, MPI_STATUS_IGNORE);
}

static void own(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void collective(const char *word)
{
    MPI_Op op = MPI_SUM;
    if (is(word, "own_function"))
        MPI_Op_create(own, 1, &op);
    if (is(word, "broadcast_read") || is(word, "broadcast_written"))
        MPI_Ibcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Iallreduce(data, copy, 4, MPI_INT, op, MPI_COMM_WORLD, &request);
    if (rank == 0 && is(word, "broadcast_written"))
        data[0] = 0;
    if (rank == 1 && is(word, "broadcast_read"))
        sum = data[0];
    if (is(word, "reduced_read"))
        sum = copy[3] + data[3];
    finish();
    if (op != MPI_SUM)
        MPI_Op_free(&op);
}

static void atomically(void)
{
    MPI_Irecv(&counter, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    MPI_Send(copy, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    if (rank == 1)
        counter++;
    finish();
}

int main(int argc, char **argv)
{
    const char *word = argv[argc - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    if (is(word, "column") || is(word, "beside_column"))
        column(is(word, "column") ? 8 : 9);
    else if (!strncmp(word, "persistent", 10))
        persistent(is(word, "persistent"));
    else if (!strncmp(word, "two_", 4) || is(word, "received_is_sent"))
        both(word);
    else if (!strncmp(word, "send", 4) || is(word, "freed"))
        sent(word);
    else if (is(word, "atomic"))
        atomically();
    else if (!strncmp(word, "rec", 3) || !strncmp(word, "rest", 4) ||
             is(word, "tested") || is(word, "asked"))
        received(word);
    else
        collective(word);
    MPI_Finalize();
}
