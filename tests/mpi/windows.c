/* weft mpi -n 4 */
/* Windows: fences, locks, post and start, accumulate, atomic operations. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, *mem, *base, flag, *unit;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mem = malloc(8 * sizeof *mem);
    for (int i = 0; i < 8; i++)
        mem[i] = 100 * rank + i;
    MPI_Win_create(mem, 8 * sizeof *mem, sizeof *mem, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
    printf("%d attributes %d %d\n", rank, base == mem, *unit);
    /* fence: put to the right, get from the left */
    int out[2] = {rank, -rank}, in[3];
    MPI_Win_fence(0, win);
    MPI_Put(out, 2, MPI_INT, (rank + 1) % size, 1, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Get(in, 3, MPI_INT, (rank + 1) % size, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    printf("%d fence: %d %d, got %d %d %d\n", rank, mem[1], mem[2], in[0],
           in[1], in[2]);
    int one = rank + 1;
    MPI_Accumulate(&one, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0)
        printf("accumulated: %d\n", mem[7]);
    /* locks: increment a counter */
    int old;
    for (int i = 0; i < 3; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&old, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        old++;
        MPI_Put(&old, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        printf("counter: %d\n", mem[4]);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    /* atomic operations */
    int sum = 0, add = 10, prev, compare, swapped;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&add, &prev, MPI_INT, 2, 5, MPI_SUM, win);
    MPI_Win_flush_all(win);
    compare = 206;
    add = rank;
    MPI_Compare_and_swap(&add, &compare, &swapped, MPI_INT, 2, 6, win);
    MPI_Win_flush(2, win);
    int won = swapped == 206;
    MPI_Win_unlock_all(win);
    MPI_Allreduce(&won, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        printf("atomic: %d, %d won, %d\n", mem[5], sum,
               mem[6] >= 0 && mem[6] < 4);
        MPI_Win_unlock(2, win);
    }
    /* post and start: 0 exposes its memory, the others put */
    MPI_Group world, others, zero;
    int first = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, 1, &first, &others);
    MPI_Group_incl(world, 1, &first, &zero);
    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        printf("posted: %d %d %d\n", mem[1], mem[2], mem[3]);
    } else {
        MPI_Win_start(zero, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&others);
    MPI_Group_free(&zero);
    MPI_Barrier(MPI_COMM_WORLD);
    /* put a column into a row, with a request */
    MPI_Datatype every;
    MPI_Request request;
    MPI_Type_vector(4, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    int row[4] = {rank * 10, rank * 10 + 1, rank * 10 + 2, rank * 10 + 3};
    MPI_Win_lock_all(0, win);
    MPI_Rput(row, 4, MPI_INT, rank ^ 1, 0, 1, every, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    printf("%d rput: %d %d %d %d\n", rank, mem[0], mem[2], mem[4], mem[6]);
    MPI_Win_unlock(rank, win);
    MPI_Type_free(&every);
    MPI_Win_free(&win);
    free(mem);
    /* shared memory */
    int *mine, *next, next_unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &mine, &win);
    MPI_Win_fence(0, win);
    *mine = rank * rank;
    MPI_Win_fence(0, win);
    MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &next_unit, &next);
    printf("%d shared: %d, %ld\n", rank, *next, (long)bytes);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    struct {
        double v;
        int at;
    } best = {0, 0}, try = {(rank * 7) % 4, rank};
    MPI_Win_create(&best, sizeof best, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&try, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC,
                   win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        printf("best: %g at %d\n", best.v, best.at);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
