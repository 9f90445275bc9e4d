/* weft mpi -n 3 -- receive_receive */
/* weft mpi -n 3 -- send_send */
/* weft mpi -n 3 -- roots */
/* weft mpi -n 3 -- calls */
/* weft mpi -n 3 -- counts */
/* weft mpi -n 3 -- ops */
/* weft mpi -n 3 -- types */
/* weft mpi -n 3 -- truncated */
/* weft mpi -n 3 -- tag */
/* weft mpi -n 3 -- peer */
/* weft mpi -n 3 -- number_for_any_source */
/* weft mpi -n 3 -- number_for_any_tag */
/* weft mpi -n 3 -- no_status */
/* weft mpi -n 3 -- no_statuses */
/* weft mpi -n 3 -- status_for_statuses */
/* weft mpi -n 3 -- status_of_nothing */
/* weft mpi -n 3 -- count */
/* weft mpi -n 3 -- root */
/* weft mpi -n 3 -- comm */
/* weft mpi -n 3 -- type */
/* weft mpi -n 3 -- uncommitted */
/* weft mpi -n 3 -- op */
/* weft mpi -n 3 -- lost */
/* weft mpi -n 3 -- unreceived */
/* weft mpi -n 3 -- leaks */
/* weft mpi -n 3 -- not_ready */
/* weft mpi -n 3 -- early */
/* weft mpi -n 3 -- aborted */
/* weft mpi -n 3 -- refused */
/* weft mpi -n 3 -- forks */
/* weft mpi -n 3 -- polls */
/* weft mpi -n 3 -- freed */
/* weft mpi -n 3 -- alias */
/* weft mpi -n 3 -- twice */
/* weft mpi -n 3 -- returns */
/* weft mpi -n 3 -- own_code */
/* weft mpi -n 3 -- crash */
/* weft mpi -n 3 -- buffering */
/* weft mpi -n 3 -- race */
/* weft mpi -n 3 --strict -- buffering */
/* weft mpi -n 3 --strict -- touched_send */
/* weft mpi -n 3 check -- touched_receive */
/* weft mpi -n 3 --explore -- race */
/* weft mpi -n 3 check -- race */
/* weft mpi -n 3 check -- buffering */
/* weft mpi -n 3 check -- unbuffered_race */
/* weft mpi -n 3 -- receive_freed */
/* weft mpi -n 3 -- nothing_for_nobody */
/* weft mpi -n 3 -- buffer_for_one */
/* weft mpi -n 3 --strict -- buffer_for_one */
/* weft mpi -n 3 --strict -- buffer_used_again */
/* One error per function; the test compares the messages. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

static void receive_receive(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void send_send(void)
{
    int x = 0;
    MPI_Ssend(&x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
}

static void roots(void)
{
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, rank == 1, MPI_COMM_WORLD);
}

static void calls(void)
{
    int x = 0, y;
    if (rank == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void counts(void)
{
    int x[4] = {0};
    MPI_Bcast(x, 1 + (rank == 1), MPI_INT, 0, MPI_COMM_WORLD);
}

static void ops(void)
{
    int x = 0, y;
    MPI_Reduce(&x, &y, 1, MPI_INT, rank ? MPI_SUM : MPI_MAX, 0, MPI_COMM_WORLD);
}

static void types(void)
{
    float f = 0;
    int x;
    if (rank == 0)
        MPI_Send(&f, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void truncated(void)
{
    int x[4] = {0};
    if (rank == 0)
        MPI_Send(x, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(x, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tag(void)
{
    int x = 0;
    MPI_Send(&x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD);
}

static void peer(void)
{
    int x = 0;
    MPI_Send(&x, 1, MPI_INT, 7, 0, MPI_COMM_WORLD);
}

static void number_for_any_source(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, -1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void number_for_any_tag(void)
{
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, -1, MPI_COMM_WORLD, &status);
}

static void no_status(void)
{
    int x;
    MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL);
}

static void no_statuses(void)
{
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Waitall(0, NULL, NULL); /* empty: writes nothing */
    MPI_Waitall(1, &r, NULL);
}

static void status_for_statuses(void)
{
    int index, count;
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Waitsome(1, &r, &count, &index, MPI_STATUS_IGNORE);
}

static void status_of_nothing(void)
{
    int x;
    MPI_Get_count(MPI_STATUS_IGNORE, MPI_INT, &x);
}

static void count(void)
{
    int x = 0;
    MPI_Send(&x, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void root(void)
{
    int x = 0;
    MPI_Bcast(&x, 1, MPI_INT, 3, MPI_COMM_WORLD);
}

static void comm(void)
{
    MPI_Barrier(MPI_COMM_NULL);
}

static void type(void)
{
    int x = 0;
    MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD);
}

static void uncommitted(void)
{
    int x[2];
    MPI_Datatype t;
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Send(x, 1, t, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void op(void)
{
    double x = 0, y;
    MPI_Allreduce(&x, &y, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD);
}

static void lost(void)
{
    static int x;
    MPI_Request r;
    if (rank == 0)
        MPI_Isend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    if (rank == 1)
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void unreceived(void)
{
    static int x;
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
}

static void leaks(void)
{
    MPI_Comm c;
    MPI_Datatype t;
    if (rank == 1)
        MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
}

static void not_ready(void)
{
    static int x;
    if (rank == 0) {
        MPI_Rsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void early(void)
{
    if (rank == 1)
        exit(5);
}

static void aborted(void)
{
    if (rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 9);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void refused(void)
{
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL);
}

static void forks(void)
{
    if (rank == 2)
        fork();
}

static void polls(void)
{
    int flag = 0;
    while (rank == 0 && !flag)
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void freed(void)
{
    MPI_Comm c, d;
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    d = c;
    MPI_Comm_free(&c);
    MPI_Barrier(d);
}

static void alias(void)
{
    int x[2] = {0};
    MPI_Allreduce(x, x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void twice(void)
{
    static int x;
    MPI_Request r, s;
    MPI_Irecv(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &r);
    s = r;
    MPI_Send(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Wait(&s, MPI_STATUS_IGNORE);
}

static void returns(void)
{
    int x = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int e = MPI_Send(&x, 1, MPI_INT, 7, 0, MPI_COMM_WORLD), c;
    MPI_Error_class(e, &c);
    char t[MPI_MAX_ERROR_STRING];
    int n;
    MPI_Error_string(e, t, &n);
    printf("%d %s\n", c == MPI_ERR_RANK, t);
}

static void own_code(void)
{
    int class, code;
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the mesh is torn");
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
}

static void crash(void)
{
    if (rank == 1)
        *(volatile int *)8 = 1;
}

static void buffering(void)
{
    int x = rank, y;
    if (size > 1 && rank < 2) {
        MPI_Send(&x, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Recv(&y, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void race(void)
{
    int x = rank, y, z;
    if (rank == 0) {
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(&z, 1, MPI_INT, 3 - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

/* Deadlocks only without buffering, and only if rank 0 receives first from rank
 * 2. */
static void unbuffered_race(void)
{
    int first = rank, x;
    if (rank) {
        MPI_Send(&first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        if (rank == 2)
            MPI_Send(&first, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        if (rank == 2)
            MPI_Recv(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (first == 2)
        MPI_Send(&x, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first == 1)
        MPI_Send(&x, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
}

static void receive_freed(void)
{
    static int x;
    MPI_Request r;
    MPI_Irecv(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Send(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
}

static void nothing_for_nobody(void)
{
    MPI_Sendrecv(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, NULL, 0,
                 MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The buffer has room for one of two messages; `answered`: one at a time. */
static void buffered(int answered)
{
    static char room[4 + MPI_BSEND_OVERHEAD];
    char *detached;
    int x = rank, bytes;
    MPI_Buffer_attach(room, sizeof room);
    for (int i = 0; i < 2; i++) {
        if (rank == 0)
            MPI_Bsend(&x, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
        if (rank == 1)
            MPI_Recv(&x, 1, MPI_INT, 0, answered ? i : 1 - i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (answered)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Buffer_detach(&detached, &bytes);
}

static void buffer_for_one(void)
{
    buffered(0);
}

static void buffer_used_again(void)
{
    buffered(1);
}

static void touched_send(void)
{
    int x = 1;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        x = 2;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void touched_receive(void)
{
    int x = 1;
    MPI_Request request;
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        x = 2;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} all[] = {
#define X(f)                                                                   \
    {                                                                          \
#f, f                                                                  \
    }
    X(receive_receive),
    X(send_send),
    X(roots),
    X(calls),
    X(counts),
    X(ops),
    X(types),
    X(truncated),
    X(tag),
    X(peer),
    X(number_for_any_source),
    X(number_for_any_tag),
    X(no_status),
    X(no_statuses),
    X(status_for_statuses),
    X(status_of_nothing),
    X(count),
    X(root),
    X(comm),
    X(type),
    X(uncommitted),
    X(op),
    X(lost),
    X(unreceived),
    X(leaks),
    X(not_ready),
    X(early),
    X(aborted),
    X(refused),
    X(forks),
    X(polls),
    X(freed),
    X(alias),
    X(twice),
    X(returns),
    X(own_code),
    X(crash),
    X(buffering),
    X(race),
    X(unbuffered_race),
    X(receive_freed),
    X(nothing_for_nobody),
    X(buffer_for_one),
    X(buffer_used_again),
    X(touched_send),
    X(touched_receive)};
int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(argv[1], all[i].name) == 0)
            all[i].run();
    MPI_Finalize();
    return 0;
}
