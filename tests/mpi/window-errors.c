/* weft mpi -n 3 -- no_epoch */
/* weft mpi -n 3 -- started_by_another */
/* weft mpi -n 3 -- range */
/* weft mpi -n 3 -- displacement */
/* weft mpi -n 3 -- rank */
/* weft mpi -n 3 -- types */
/* weft mpi -n 3 -- op */
/* weft mpi -n 3 -- unlock */
/* weft mpi -n 3 -- locked_twice */
/* weft mpi -n 3 -- fence_in_lock */
/* weft mpi -n 3 -- complete */
/* weft mpi -n 3 -- wait */
/* weft mpi -n 3 -- never_completed */
/* weft mpi -n 3 -- never_unlocked */
/* weft mpi -n 3 -- free_in_epoch */
/* weft mpi -n 3 -- freed */
/* weft mpi -n 3 -- fence_of_some */
/* weft mpi -n 3 -- put_put */
/* weft mpi -n 3 -- put_get */
/* weft mpi -n 3 -- two_sums */
/* weft mpi -n 3 -- sums_of_one_kind */
/* weft mpi -n 3 -- sums_of_two_types */
/* weft mpi -n 3 -- sums_in_part */
/* weft mpi -n 3 -- own_sums_of_two_types */
/* weft mpi -n 3 -- own_sums_in_part */
/* weft mpi -n 3 -- get_and_no_op */
/* weft mpi -n 3 -- pairs */
/* weft mpi -n 3 -- empty */
/* weft mpi -n 3 -- mixed */
/* weft mpi -n 3 -- swapped */
/* weft mpi -n 3 -- fetched */
/* weft mpi -n 3 -- own_buffer */
/* weft mpi -n 3 -- touched */
/* weft mpi -n 3 -- written_before */
/* weft mpi -n 3 -- written_after */
/* weft mpi -n 3 -- written_while_posted */
/* weft mpi -n 3 -- written_elsewhere */
/* weft mpi -n 3 -- apart */
/* weft mpi -n 3 -- shared_locks */
/* weft mpi -n 3 -- shared_locks_in_order */
/* weft mpi -n 3 -- flag_in_memory */
/* weft mpi -n 3 -- exclusive_locks */
/* weft mpi -n 3 -- leak */
/* weft mpi -n 3 -- returned */
/* One error of one-sided communication per function; the test compares the
 * messages. Functions without an error are named after what they do right. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, memory[8], value = 7, got;
static MPI_Win win;

static int is(const char *wanted, const char *word)
{
    return strcmp(wanted, word) == 0;
}

static void put(int target, int place)
{
    MPI_Put(&value, 1, MPI_INT, target, place, 1, MPI_INT, win);
}

static void sum(MPI_Op op)
{
    MPI_Accumulate(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, op, win);
}

/* Ranks 1 and 2 accumulate into the same bytes, one with a different type, or
 * at an address that is not aligned to an integer. */
static void two_types(int number, int in_part)
{
    static const short half = 1;
    const MPI_Aint place = 2;
    MPI_Datatype type;
    if (number == 1) {
        sum(MPI_SUM);
    } else if (number == 2 && in_part) {
        MPI_Type_create_hindexed_block(1, 1, &place, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Accumulate(&value, 1, MPI_INT, 0, 3, 1, type, MPI_SUM, win);
        MPI_Type_free(&type);
    } else if (number == 2) {
        MPI_Accumulate(&half, 1, MPI_SHORT, 0, 3, 1, MPI_SHORT, MPI_SUM, win);
    }
}

/* Derived types: two separate pairs; a structure; empty; two integers. */
static void derived(const char *word)
{
    static const int pairs[] = {3, 1, 0, 0, 9, 2};
    const int ones[] = {1, 1};
    const MPI_Aint places[] = {0, sizeof(int)};
    const MPI_Datatype parts[] = {MPI_INT, MPI_FLOAT};
    const MPI_Op op = is(word, "pairs") ? MPI_MAXLOC : MPI_SUM;
    MPI_Datatype type;
    if (is(word, "pairs"))
        MPI_Type_vector(2, 1, 2, MPI_2INT, &type);
    else if (is(word, "mixed"))
        MPI_Type_create_struct(2, ones, places, parts, &type);
    else
        MPI_Type_contiguous(is(word, "fetched") ? 2 : 0, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (is(word, "fetched"))
        MPI_Fetch_and_op(pairs, memory, type, 0, 0, op, win);
    else
        MPI_Accumulate(pairs, 1, type, 0, 0, 1, type, op, win);
    MPI_Type_free(&type);
}

/* Type errors: memory accessed with several types or operations. */
static void typed(const char *word)
{
    if (is(word, "sums_of_two_types") || is(word, "sums_in_part"))
        two_types(rank, is(word, "sums_in_part"));
    for (int i = 1; rank == 1 && i <= 2; i++)
        if (is(word, "own_sums_of_two_types") || is(word, "own_sums_in_part"))
            two_types(i, is(word, "own_sums_in_part"));
    if (is(word, "get_and_no_op") && rank == 1)
        MPI_Get(&got, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    if (is(word, "get_and_no_op") && rank == 2)
        MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 0, 3, 1, MPI_INT,
                           MPI_NO_OP, win);
    if (is(word, "swapped") && rank == 1)
        MPI_Compare_and_swap(memory, memory + 2, memory + 4, MPI_DOUBLE, 0, 0,
                             win);
    if (rank == 1 && (is(word, "pairs") || is(word, "empty") ||
                      is(word, "mixed") || is(word, "fetched")))
        derived(word);
}

/* Accesses between two fences. */
static void fenced(const char *word)
{
    MPI_Win_fence(0, win);
    typed(word);
    if (is(word, "range"))
        put(1, 8);
    if (is(word, "displacement"))
        put(1, -1);
    if (is(word, "rank"))
        put(3, 0);
    if (is(word, "types"))
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_FLOAT, win);
    if (is(word, "op"))
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAXLOC, win);
    if (is(word, "put_put") && rank > 0)
        put(0, 3);
    if (is(word, "put_get") && rank == 1)
        put(0, 3);
    if (is(word, "put_get") && rank == 2)
        MPI_Get(&got, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    if (is(word, "two_sums") && rank > 0)
        sum(rank == 1 ? MPI_SUM : MPI_PROD);
    if (is(word, "sums_of_one_kind"))
        sum(MPI_SUM);
    if (is(word, "own_buffer") && rank == 1) {
        MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&got, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    }
    if (is(word, "touched") && rank == 1) {
        put(0, 2);
        value = 8;
    }
    if (is(word, "written_before") && rank == 0)
        memory[2] = 5;
    if (is(word, "written_before") && rank == 2)
        put(0, 2);
    if (is(word, "written_after") && rank == 0)
        put(2, 2);
    if (is(word, "written_after") && rank == 2)
        memory[2] = 5;
    if (is(word, "written_elsewhere")) {
        put((rank + 1) % 3, 2);
        memory[3] = rank;
        MPI_Win_fence(0, win);
        put((rank + 1) % 3, 3);
    }
    if (is(word, "apart"))
        put(0, rank);
    if (is(word, "fence_of_some") && rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0 && is(word, "sums_of_one_kind"))
        printf("sum %d\n", memory[3]);
    if (rank == 0 && is(word, "pairs"))
        printf("%d at %d, %d at %d\n", memory[0], memory[1], memory[4],
               memory[5]);
}

/* Errors of locks, starts and posts. */
static void others(const char *word)
{
    MPI_Group world, all_but_me;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, 1, &rank, &all_but_me);
    if (is(word, "no_epoch"))
        put(1, 0);
    if (is(word, "unlock"))
        MPI_Win_unlock(1, win);
    if (is(word, "locked_twice") || is(word, "fence_in_lock") ||
        is(word, "never_unlocked") || is(word, "free_in_epoch"))
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    if (is(word, "locked_twice"))
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (is(word, "fence_in_lock"))
        MPI_Win_fence(0, win);
    if (is(word, "never_unlocked"))
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (is(word, "complete"))
        MPI_Win_complete(win);
    if (is(word, "wait"))
        MPI_Win_wait(win);
    if (is(word, "started_by_another") || is(word, "never_completed"))
        MPI_Win_post(all_but_me, 0, win);
    if (is(word, "never_completed"))
        MPI_Win_wait(win);
    if (is(word, "started_by_another")) {
        MPI_Win_start(all_but_me, 0, win);
        put(rank, 0);
    }
    if (is(word, "written_while_posted") && rank == 0) {
        MPI_Win_post(all_but_me, 0, win);
        memory[1] = memory[2] = 3;
        MPI_Win_wait(win);
    } else if (is(word, "written_while_posted")) {
        int first = 0;
        MPI_Group target;
        MPI_Group_incl(world, 1, &first, &target);
        MPI_Win_start(target, 0, win);
        put(0, rank);
        MPI_Win_complete(win);
        MPI_Group_free(&target);
    }
    if (is(word, "shared_locks") || is(word, "shared_locks_in_order")) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        if (rank == 1)
            put(0, 1);
        MPI_Win_unlock(0, win);
        if (is(word, "shared_locks_in_order"))
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock_all(0, win);
        if (rank == 2)
            put(0, 1);
        MPI_Win_unlock_all(win);
    }
    if (is(word, "exclusive_locks")) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        put(0, 1);
        MPI_Win_unlock(0, win);
    }
    if (is(word, "flag_in_memory")) {
        int one = 1, flag = 0;
        MPI_Win_lock_all(0, win);
        if (rank == 1) {
            put(0, 1);
            MPI_Win_flush(0, win);
            MPI_Fetch_and_op(&one, &flag, MPI_INT, 0, 2, MPI_REPLACE, win);
        }
        while (rank == 2 && !flag) {
            MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 2, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        if (rank == 2)
            MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_unlock_all(win);
        if (rank == 2)
            printf("got %d\n", got);
    }
    if (is(word, "returned")) {
        int class;
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
        MPI_Error_class(MPI_Win_complete(win), &class);
        printf("%d: %d\n", rank, class == MPI_ERR_RMA_SYNC);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&all_but_me);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    others(word);
    if (!is(word, "free_in_epoch") && !is(word, "returned"))
        fenced(word);
    if (is(word, "freed")) {
        MPI_Win copy = win;
        MPI_Win_free(&win);
        MPI_Win_fence(0, copy);
    }
    if (!is(word, "leak"))
        MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
