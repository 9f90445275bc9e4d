/* weft mpi -n 4 */
/* weft mpi -n 4 --eager 0 */
/* weft mpi -n 4 --strict */
/* weft mpi -n 4 --network hypercube:2 --cost ts=10,tw=1,th=2 */
/* Messages in all modes and with all kinds of receives. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what))                                                           \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #what);           \
    } while (0)

static void modes(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size, x, flag;
    MPI_Status status;
    MPI_Request request[4];
    x = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, &x, 1, MPI_INT, last, 1,
                 MPI_COMM_WORLD, &status);
    CHECK(x == last && status.MPI_SOURCE == last && status.MPI_TAG == 1);
    x = rank;
    MPI_Sendrecv_replace(&x, 1, MPI_INT, next, 2, last, 2, MPI_COMM_WORLD,
                         &status);
    CHECK(x == last);
    int y[4] = {-1, -1, -1, -1};
    for (int i = 0; i < 4; i++)
        MPI_Irecv(&y[i], 1, MPI_INT, last, 10 + i, MPI_COMM_WORLD, &request[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    char buffer[256 + MPI_BSEND_OVERHEAD], *back;
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Bsend(&rank, 1, MPI_INT, next, 13, MPI_COMM_WORLD);
    MPI_Rsend(&rank, 1, MPI_INT, next, 12, MPI_COMM_WORLD);
    MPI_Request sent[2];
    MPI_Issend(&rank, 1, MPI_INT, next, 11, MPI_COMM_WORLD, &sent[0]);
    MPI_Isend(&rank, 1, MPI_INT, next, 10, MPI_COMM_WORLD, &sent[1]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
    MPI_Buffer_detach(&back, &flag);
    CHECK(back == buffer && flag == (int)sizeof buffer);
    for (int i = 0; i < 4; i++)
        CHECK(y[i] == last && request[i] == MPI_REQUEST_NULL);
    MPI_Request pair;
    MPI_Isendrecv(&rank, 1, MPI_INT, next, 3, &x, 1, MPI_INT, last, 3,
                  MPI_COMM_WORLD, &pair);
    MPI_Wait(&pair, &status);
    CHECK(x == last && status.MPI_SOURCE == last && status.MPI_TAG == 3);
    x = rank;
    MPI_Isendrecv_replace(&x, 1, MPI_INT, next, 4, last, 4, MPI_COMM_WORLD,
                          &pair);
    MPI_Wait(&pair, MPI_STATUS_IGNORE);
    CHECK(x == last);
}

static void persistent(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    int out, in = -1, flag;
    MPI_Request request[2];
    MPI_Send_init(&out, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &request[0]);
    MPI_Recv_init(&in, 1, MPI_INT, last, 5, MPI_COMM_WORLD, &request[1]);
    for (int round = 0; round < 3; round++) {
        out = 10 * round + rank;
        MPI_Startall(2, request);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        CHECK(in == 10 * round + last);
        CHECK(request[0] != MPI_REQUEST_NULL);
    }
    MPI_Test(&request[1], &flag, MPI_STATUS_IGNORE);
    CHECK(flag); /* inactive */
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
    CHECK(request[0] == MPI_REQUEST_NULL);
}

/* Messages of one sender arrive in order, however they are requested. */
static void order(void)
{
    int x[3] = {1, 2, 3}, y;
    MPI_Status status;
    MPI_Request request[3];
    if (rank == 1) {
        for (int i = 0; i < 3; i++)
            MPI_Isend(&x[i], 1, MPI_INT, 0, 7 + i % 2, MPI_COMM_WORLD,
                      &request[i]);
        MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    } else if (rank == 0) {
        MPI_Recv(&y, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, &status);
        CHECK(y == 2);
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == 1 && status.MPI_TAG == 7);
        MPI_Recv(&y, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(y == 1 && status.MPI_TAG == 7);
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
        CHECK(y == 3 && status.MPI_SOURCE == 1);
    }
}

static void probes(void)
{
    int flag = 0, count, y[8] = {0};
    MPI_Message message;
    MPI_Status status;
    MPI_Request request;
    if (rank == 2)
        for (int i = 0; i < 3; i++)
            MPI_Send((int[]){4, 5, 6, i}, 4, MPI_INT, 3, i, MPI_COMM_WORLD);
    if (rank != 3)
        return;
    while (!flag)
        MPI_Iprobe(2, 0, MPI_COMM_WORLD, &flag, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 4);
    MPI_Recv(y, 8, MPI_INT, 2, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 4 && y[2] == 6);
    MPI_Mprobe(2, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    CHECK(status.MPI_TAG == 1);
    MPI_Mrecv(y, 8, MPI_INT, &message, &status);
    CHECK(y[3] == 1 && message == MPI_MESSAGE_NULL);
    do
        MPI_Improbe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &flag, &message,
                    &status);
    while (!flag);
    MPI_Imrecv(y, 8, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    CHECK(y[3] == 2 && status.MPI_TAG == 2);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    MPI_Mrecv(y, 8, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

/* Each rank probes for messages of one neighbour while its pending sends wait
 * for the other. */
static void probes_in_a_ring(void)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size, x = -1;
    MPI_Status status;
    MPI_Message message;
    MPI_Request sent[2];
    for (int i = 0; i < 2; i++)
        MPI_Isend(&rank, 1, MPI_INT, next, 60 + i, MPI_COMM_WORLD, &sent[i]);
    MPI_Probe(last, 60, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == last && status.MPI_TAG == 60);
    MPI_Mprobe(last, 61, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(&x, 1, MPI_INT, &message, &status);
    CHECK(x == last);
    MPI_Recv(&x, 1, MPI_INT, last, 60, MPI_COMM_WORLD, &status);
    CHECK(x == last);
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
}

static void several(void)
{
    enum { N = 5 };
    int in[N], index, done = 0, flag, some, which[N];
    MPI_Request request[N];
    MPI_Status status, statuses[N];
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
        MPI_Waitany(N, request, &index, &status);
        CHECK(index == status.MPI_TAG && in[index] == index);
        while (done < N - 1) {
            if (done % 2)
                MPI_Waitsome(N, request, &some, which, statuses);
            else
                MPI_Testsome(N, request, &some, which, statuses);
            for (int i = 0; i < some; i++)
                CHECK(in[which[i]] == which[i] &&
                      statuses[i].MPI_TAG == which[i]);
            done += some;
        }
        MPI_Waitany(N, request, &index, &status);
        CHECK(index == MPI_UNDEFINED);
        MPI_Testall(N, request, &flag, MPI_STATUSES_IGNORE);
        CHECK(flag);
        MPI_Waitsome(N, request, &some, which, statuses);
        CHECK(some == MPI_UNDEFINED);
    } else if (rank == 1) {
        for (int i = N; i-- > 0;)
            MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
}

static void withdrawn(void)
{
    int x, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Irecv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    CHECK(flag && status.MPI_SOURCE == MPI_PROC_NULL);
    x = 0;
    MPI_Request self;
    MPI_Irecv(&x, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &self);
    MPI_Send(&size, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&self, &status);
    CHECK(x == size);
}

/* Cancel a send without a matching receive, then one that was received. */
static void taken_back(void)
{
    int x = 5, y = -1, flag;
    MPI_Request request, ready;
    MPI_Status status;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        for (int i = 0; i < 2; i++) {
            (i ? MPI_Issend : MPI_Isend)(&x, 1, MPI_INT, 1, 50, MPI_COMM_WORLD,
                                         &request);
            MPI_Cancel(&request);
            MPI_Wait(&request, &status);
            MPI_Test_cancelled(&status, &flag);
            CHECK(flag);
        }
    if (rank == 1)
        MPI_Irecv(&y, 1, MPI_INT, 0, 51, MPI_COMM_WORLD, &ready);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 51, MPI_COMM_WORLD, &request);
        MPI_Recv(&y, 0, MPI_INT, 1, 52, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        CHECK(!flag);
    } else if (rank == 1) {
        MPI_Wait(&ready, MPI_STATUS_IGNORE);
        CHECK(y == 5);
        MPI_Send(&y, 0, MPI_INT, 0, 52, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, 50, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

/* A send can't be cancelled once MPI_Mprobe has matched its message. */
static void matched(void)
{
    int x = 5, y = 0, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Message message;
    for (int i = 0; i < 2 && rank == 0; i++) {
        (i ? MPI_Issend : MPI_Isend)(&x, 1, MPI_INT, 1, 53, MPI_COMM_WORLD,
                                     &request);
        MPI_Recv(&y, 0, MPI_INT, 1, 54, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Cancel(&request);
        MPI_Send(&y, 0, MPI_INT, 1, 55, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        CHECK(!flag);
    }
    for (int i = 0; i < 2 && rank == 1; i++, y = 0) {
        MPI_Mprobe(0, 53, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Send(&y, 0, MPI_INT, 0, 54, MPI_COMM_WORLD);
        MPI_Recv(&y, 0, MPI_INT, 0, 55, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        CHECK(y == 5);
    }
}

/* Messages longer than the eager limit. */
static void large(void)
{
    enum { N = 100000 };
    int *out = malloc(N * sizeof *out), *in = malloc(N * sizeof *in);
    MPI_Request request[2];
    for (int i = 0; i < N; i++)
        out[i] = i ^ rank;
    MPI_Irecv(in, N, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(out, N, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++)
        if (in[i] != (i ^ rank ^ 1)) {
            CHECK(in[i] == (i ^ rank ^ 1));
            break;
        }
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    probes_in_a_ring(); /* first, while all ranks run; none may block */
    modes();
    persistent();
    order();
    probes();
    several();
    withdrawn();
    taken_back();
    matched();
    large();
    printf("rank %d of %d at %.0f ns\n", rank, size, 1e9 * MPI_Wtime());
    MPI_Finalize();
    return 0;
}
