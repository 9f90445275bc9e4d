/* weft mpi -n 6 */
/* weft mpi -n 6 --strict */
/* weft mpi -n 6 --eager 0 --network torus:2x3 --cost ts=100,tw=1 */
/* weft mpi -n 1 */
/* weft mpi -n 3 */
/* weft mpi -n 8 -- 60 90 */
/* Messages with random datatypes; grids, intercommunicators and windows. */
#include "drawn.h"

static void mix_status(const MPI_Status *status, MPI_Datatype type)
{
    int count;
    mix_number(status->MPI_SOURCE);
    mix_number(status->MPI_TAG);
    MPI_Get_count(status, type, &count);
    mix_number(count);
}

/* A shift: each rank sends to rank `to` and receives from rank `from`. */
struct shift {
    int to, from, tag, count;
    MPI_Datatype type;
    int *out, *in;
    MPI_Comm comm;
};

static void begin(const struct shift *s, MPI_Request request[2])
{
    MPI_Irecv(s->in, s->count, s->type, s->from, s->tag, s->comm, &request[0]);
    (draw(2) ? MPI_Isend : MPI_Issend)(s->out, s->count, s->type, s->to, s->tag,
                                       s->comm, &request[1]);
}

static void by_requests(const struct shift *s, MPI_Status *status)
{
    MPI_Request request[2];
    MPI_Status both[2];
    int one;
    begin(s, request);
    if (draw(2)) {
        MPI_Waitall(2, request, both);
        *status = both[0];
        return;
    }
    for (int i = 0; i < 2; i++) {
        MPI_Waitany(2, request, &one, &both[0]);
        if (one == 0)
            *status = both[0];
    }
}

static void by_probe(const struct shift *s, MPI_Status *status)
{
    MPI_Request request;
    MPI_Message message;
    int count;
    MPI_Isend(s->out, s->count, s->type, s->to, s->tag, s->comm, &request);
    if (draw(2)) {
        MPI_Probe(s->from, MPI_ANY_TAG, s->comm, status);
        MPI_Get_count(status, MPI_INT, &count);
        MPI_Recv(s->in, count, MPI_INT, s->from, status->MPI_TAG, s->comm,
                 status);
    } else {
        MPI_Mprobe(s->from, s->tag, s->comm, &message, status);
        MPI_Mrecv(s->in, s->count, s->type, &message, status);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent(const struct shift *s, MPI_Status *status)
{
    MPI_Request request[2];
    MPI_Send_init(s->out, s->count, s->type, s->to, s->tag, s->comm,
                  &request[0]);
    MPI_Recv_init(s->in, s->count, s->type, s->from, s->tag, s->comm,
                  &request[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(2, request);
        for (int left = 2, done, which[2]; left; left -= done) {
            MPI_Status some[2];
            MPI_Waitsome(2, request, &done, which, some);
            for (int i = 0; i < done; i++)
                if (which[i] == 1)
                    *status = some[i];
        }
    }
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
}

static void packed(const struct shift *s, MPI_Status *status)
{
    int bytes, at = 0;
    MPI_Pack_size(s->count, s->type, s->comm, &bytes);
    char *out = malloc((size_t)bytes + 1), *in = malloc((size_t)bytes + 1);
    MPI_Pack(s->out, s->count, s->type, out, bytes, &at, s->comm);
    MPI_Sendrecv(out, at, MPI_PACKED, s->to, s->tag, in, bytes, MPI_PACKED,
                 s->from, s->tag, s->comm, status);
    at = 0;
    MPI_Unpack(in, bytes, &at, s->in, s->count, s->type, s->comm);
    free(out);
    free(in);
}

static void at_once(const struct shift *s, MPI_Status *status)
{
    if (draw(2))
        MPI_Sendrecv(s->out, s->count, s->type, s->to, s->tag, s->in, s->count,
                     s->type, s->from, s->tag, s->comm, status);
    else
        MPI_Sendrecv_replace(s->in, s->count, s->type, s->to, s->tag, s->from,
                             s->tag, s->comm, status);
}

static void messages(MPI_Comm comm, int rank, int size)
{
    static void (*const way[])(const struct shift *, MPI_Status *) = {
        by_requests, by_probe, persistent, packed, at_once};
    struct layout of = layout();
    int places = draw(size), count = draw(4) ? 1 + draw(5) : draw(3) * 4000;
    struct shift s = {.to = (rank + places) % size,
                      .from = (rank - places + size) % size,
                      .tag = draw(100),
                      .count = count,
                      .type = of.type,
                      .out = fresh(count * of.extent, 1),
                      .in = fresh(count * of.extent, 2),
                      .comm = comm};
    MPI_Status status;
    int one = draw(5);
    way[one](&s, &status);
    mix_status(&status, way[one] == packed ? MPI_PACKED : of.type);
    over(s.out, count * of.extent);
    over(s.in, count * of.extent);
    MPI_Type_free(&of.type);
}

/* ---- communicators --------------------------------------------------------
 */

static void grids(MPI_Comm comm, int rank, int size)
{
    int axes = 1 + draw(3), extent[3] = {0}, round[3], keep[3] = {1}, at[3];
    int in[12], out[12], from, to, sum;
    MPI_Comm grid, part;
    MPI_Dims_create(size, axes, extent);
    for (int i = 0; i < axes; i++)
        round[i] = extent[i] > 2 && draw(2); /* no double arcs */
    MPI_Cart_create(comm, axes, extent, round, 0, &grid);
    MPI_Cart_coords(grid, rank, axes, at);
    mix(at, sizeof *at * (size_t)axes);
    for (int i = 0; i < 12; i++)
        in[i] = out[i] = rank * 100 + i;
    for (int i = 0; i < axes; i++) {
        MPI_Cart_shift(grid, i, 1 + draw(2), &from, &to);
        MPI_Sendrecv(out, 1, MPI_INT, to, 5, in, 1, MPI_INT, from, 5, grid,
                     MPI_STATUS_IGNORE);
        mix_number(in[0]);
        keep[i] = !i || draw(2);
    }
    if (draw(2))
        EITHER(Neighbor_allgather, Ineighbor_allgather, out, 1, MPI_INT, in, 1,
               MPI_INT, grid);
    else
        EITHER(Neighbor_alltoall, Ineighbor_alltoall, out, 2, MPI_INT, in, 2,
               MPI_INT, grid);
    mix(in, sizeof in);
    MPI_Cart_sub(grid, keep, &part);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
    mix_number(sum);
    MPI_Comm_free(&part);
    MPI_Comm_free(&grid);
}

static void between(MPI_Comm comm, int rank, int size)
{
    if (size < 2)
        return;
    int first = 1 + draw(size - 1), above = rank >= first, kind = draw(4);
    int mine[64], got[64] = {0}, sum, own;
    MPI_Comm half, both, merged;
    MPI_Comm_split(comm, above, rank, &half);
    MPI_Intercomm_create(half, 0, comm, above ? 0 : first, 77, &both);
    MPI_Comm_rank(both, &own);
    for (int i = 0; i < 64; i++)
        mine[i] = rank * 64 + i;
    int root = !above ? 0 : own ? MPI_PROC_NULL : MPI_ROOT;
    if (kind == 0)
        EITHER(Allreduce, Iallreduce, mine, got, 1, MPI_INT, MPI_SUM, both);
    else if (kind == 1)
        EITHER(Allgather, Iallgather, mine, 1, MPI_INT, got, 1, MPI_INT, both);
    else if (kind == 2)
        EITHER(Alltoall, Ialltoall, mine, 1, MPI_INT, got, 1, MPI_INT, both);
    else
        EITHER(Gather, Igather, mine, 1, MPI_INT, got, 1, MPI_INT, root, both);
    mix(got, sizeof got);
    MPI_Intercomm_merge(both, above, &merged);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, merged);
    mix_number(sum);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* ---- windows --------------------------------------------------------------
 */

static void windows(MPI_Comm comm, int rank, int size)
{
    int next = (rank + 1) % size, got = -1, one = 1, *memory, sum;
    MPI_Win window;
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, comm,
                     &memory, &window);
    for (int i = 0; i < 64; i++)
        memory[i] = rank * 100 + i;
    MPI_Win_fence(0, window);
    if (draw(2))
        MPI_Put(&rank, 1, MPI_INT, next, 3, 1, MPI_INT, window);
    else
        MPI_Get(&got, 1, MPI_INT, next, 4, 1, MPI_INT, window);
    MPI_Accumulate(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    mix_number(got);
    mix(memory, 64 * sizeof *memory);
    MPI_Barrier(comm);
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &got, MPI_INT, 0, 6, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, comm);
    mix_number(sum); /* the order of the ranks is unspecified */
    MPI_Win_free(&window);
}

int main(int argc, char **argv)
{
    drawn_call *const call[] = {messages, messages, messages, grids,
                                parts,    between,  windows};
    MPI_Init(&argc, &argv);
    drawn(argc, argv, call, 7);
    MPI_Finalize();
    return 0;
}
