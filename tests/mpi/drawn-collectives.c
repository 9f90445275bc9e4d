/* weft mpi -n 6 */
/* weft mpi -n 6 --strict */
/* weft mpi -n 6 --eager 0 --network torus:2x3 --cost ts=100,tw=1 */
/* weft mpi -n 6 --collective bcast=naive,reduce=naive */
/* weft mpi -n 6 --collective gather=linear --collective scatter=linear */
/* weft mpi -n 6 --collective allgather=ring --collective alltoall=rounds */
/* weft mpi -n 6 --collective alltoall=bruck --collective barrier=central */
/* weft mpi -n 6 --collective allreduce=reduce-broadcast */
/* weft mpi -n 1 */
/* weft mpi -n 3 */
/* weft mpi -n 8 -- 60 70 */
/* Blocking and nonblocking collective calls, with equal and uneven blocks. */
#include "drawn.h"

static MPI_Op then; /* does not commute */
static MPI_Datatype map;

/* Composes maps x -> a x + b modulo 1009: first `in`, then `inout`. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int *a = in, *b = inout;
    (void)type;
    for (int i = 0; i < *count; i++, a += 2, b += 2) {
        b[1] = (a[1] * b[0] + b[1]) % 1009;
        b[0] = a[0] * b[0] % 1009;
    }
}
static MPI_Op operation(bool *maps)
{
    const MPI_Op of[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR, MPI_PROD, then};
    int one = draw(6);
    *maps = one == 5;
    return of[one];
}

static void reductions(MPI_Comm comm, int rank, int size)
{
    bool maps, in_place = draw(4) == 0;
    MPI_Op op = operation(&maps);
    int kind = draw(6), root = draw(size), width = maps ? 2 : 1;
    int count = draw(5) ? draw(7) : 3000, room = count * width * size;
    MPI_Datatype type = maps ? map : MPI_INT;
    int *out = fresh(room, kind), *in = fresh(room, kind + 50);
    int *share = malloc(sizeof *share * (size_t)size);
    for (int i = 0; i < size; i++)
        share[i] = draw(count + 1);
    const void *from = in_place && (kind || rank == root) ? MPI_IN_PLACE : out;
    int sure = count * width; /* number of defined elements afterwards */
    if (kind == 0)
        EITHER(Reduce, Ireduce, from, in, count, type, op, root, comm);
    else if (kind == 1)
        EITHER(Allreduce, Iallreduce, from, in, count, type, op, comm);
    else if (kind == 2)
        EITHER(Scan, Iscan, from, in, count, type, op, comm);
    else if (kind == 3)
        EITHER(Exscan, Iexscan, from, in, count, type, op, comm);
    else if (kind == 4)
        EITHER(Reduce_scatter_block, Ireduce_scatter_block, from, in, count,
               type, op, comm);
    else
        EITHER(Reduce_scatter, Ireduce_scatter, from, in, share, type, op,
               comm);
    if (kind == 5)
        sure = share[rank] * width;
    if ((kind == 0 && rank != root) || (kind == 3 && rank == 0))
        sure = 0;
    mix(in, sizeof *in * (size_t)sure);
    mix(in + room, sizeof *in * SPARE);
    free(in);
    over(out, room);
    free(share);
}

/* Collective calls with blocks of equal length. */
static void blocks(MPI_Comm comm, int rank, int size)
{
    struct layout of = layout();
    bool in_place = draw(4) == 0;
    int kind = draw(6), root = draw(size), count = draw(5) ? draw(6) : 400;
    int room = count * of.extent * size;
    int *a = fresh(room, kind), *b = fresh(room, kind + 50);
    void *out = in_place && (kind > 2 || rank == root) ? MPI_IN_PLACE : a;
    MPI_Datatype t = of.type;
    if (kind == 0)
        EITHER(Bcast, Ibcast, a, count, t, root, comm);
    else if (kind == 1)
        EITHER(Gather, Igather, out, count, t, b, count, t, root, comm);
    else if (kind == 2)
        EITHER(Scatter, Iscatter, b, count, t, out, count, t, root, comm);
    else if (kind == 3)
        EITHER(Allgather, Iallgather, out, count, t, b, count, t, comm);
    else if (kind == 4)
        EITHER(Alltoall, Ialltoall, out, count, t, b, count, t, comm);
    else
        EITHER(Barrier, Ibarrier, comm);
    over(a, room);
    over(b, room);
    MPI_Type_free(&t);
}

/* Collective calls with blocks of different lengths, and gaps. */
static void uneven(MPI_Comm comm, int rank, int size)
{
    struct layout of = layout();
    bool in_place = draw(4) == 0;
    int kind = draw(5), root = draw(size), end = 0, values = 0;
    int n[4][64] = {{0}}, *count = n[0], *at = n[1], *came = n[2], *to = n[3];
    MPI_Datatype t = of.type, sends[64], takes[64];
    for (int i = 0; i < size; i++) {
        count[i] = kind < 3 ? draw(4) : (rank + 2 * i) % 3;
        at[i] = end + draw(2);
        end = at[i] + count[i];
        came[i] = (i + 2 * rank) % 3;
        to[i] = values;
        values += came[i];
        sends[i] = t;
        takes[i] = MPI_INT;
    }
    int room = (end > values ? end : values) * of.extent;
    int *a = fresh(room, kind), *b = fresh(room, kind + 50);
    void *out = in_place && (kind == 2 || rank == root) ? MPI_IN_PLACE : a;
    if (kind == 0)
        EITHER(Gatherv, Igatherv, out, count[rank], t, b, count, at, t, root,
               comm);
    else if (kind == 1)
        EITHER(Scatterv, Iscatterv, b, count, at, t, out, count[rank], t, root,
               comm);
    else if (kind == 2)
        EITHER(Allgatherv, Iallgatherv, out, count[rank], t, b, count, at, t,
               comm);
    else if (kind == 3)
        EITHER(Alltoallv, Ialltoallv, a, count, at, t, b, came, to, t, comm);
    for (int i = 0; i < size; i++) { /* displacements in bytes from here on */
        at[i] *= of.extent * (int)sizeof(int);
        to[i] *= of.extent * (int)sizeof(int);
        came[i] *= of.values;
    }
    if (kind == 4)
        EITHER(Alltoallw, Ialltoallw, a, count, at, sends, b, came, to, takes,
               comm);
    over(a, room);
    over(b, room);
    MPI_Type_free(&t);
}

int main(int argc, char **argv)
{
    drawn_call *const call[] = {reductions, blocks, uneven, parts};
    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &map);
    MPI_Type_commit(&map);
    MPI_Op_create(compose, 0, &then);
    drawn(argc, argv, call, 4);
    MPI_Op_free(&then);
    MPI_Type_free(&map);
    MPI_Finalize();
    return 0;
}
