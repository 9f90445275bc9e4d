/* If an attribute's copy callback fails, so does MPI_Comm_dup, and nothing
 * remains; communicators are copied with hints while other operations go on. */
/* weft mpi -n 2 */
#include <mpi.h>
#include <stdio.h>

static int copied, deleted;

static int copy_comm(MPI_Comm comm, int key, void *state, void *in, void *out,
                     int *flag)
{
    *(void **)out = in;
    *flag = 1;
    copied += !state;
    return state ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int copy_type(MPI_Datatype type, int key, void *state, void *in,
                     void *out, int *flag)
{
    return copy_comm(0, key, state, in, out, flag);
}

static int delete_comm(MPI_Comm comm, int key, void *value, void *state)
{
    deleted++;
    return MPI_SUCCESS;
}

static int delete_type(MPI_Datatype type, int key, void *value, void *state)
{
    deleted++;
    return MPI_SUCCESS;
}

static void of_type(void)
{
    int keys[2], refuses;
    MPI_Datatype type, copy;
    MPI_Type_contiguous(2, MPI_INT, &type);
    for (int i = 0; i < 2; i++) {
        MPI_Type_create_keyval(copy_type, delete_type, &keys[i],
                               i ? NULL : &refuses);
        MPI_Type_set_attr(type, keys[i], "value");
    }
    int error = MPI_Type_dup(type, &copy);
    printf("type: error %d, none %d, copied %d, deleted %d\n", error != 0,
           copy == MPI_DATATYPE_NULL, copied, deleted);
    MPI_Type_free(&type);
    for (int i = 0; i < 2; i++)
        MPI_Type_free_keyval(&keys[i]);
}

static void of_comm(void)
{
    int keys[2], refuses;
    MPI_Comm from, copy;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_SELF, &from);
    MPI_Comm_set_errhandler(from, MPI_ERRORS_RETURN);
    for (int i = 0; i < 2; i++) {
        MPI_Comm_create_keyval(copy_comm, delete_comm, &keys[i],
                               i ? NULL : &refuses);
        MPI_Comm_set_attr(from, keys[i], "value");
    }
    int error = MPI_Comm_dup(from, &copy);
    printf("dup: error %d, none %d, copied %d, deleted %d\n", error != 0,
           copy == MPI_COMM_NULL, copied, deleted);
    error = MPI_Comm_idup(from, &copy, &request);
    printf("idup: error %d, none %d, copied %d, deleted %d\n", error != 0,
           copy == MPI_COMM_NULL, copied, deleted);
    MPI_Comm_free(&from);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free_keyval(&keys[i]);
}

static void with_hints(int rank)
{
    int value = rank, sum = 0, flag = 0;
    char text[8] = "";
    MPI_Info hints, told;
    MPI_Comm copy;
    MPI_Request request;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "mpi_assert_no_any_tag", "true");
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, hints, &copy, &request);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_get_info(copy, &told);
    MPI_Info_get(told, "mpi_assert_no_any_tag", 7, text, &flag);
    MPI_Bcast(&value, 1, MPI_INT, 1, copy);
    printf("rank %d: sum %d, hint %d %s, value %d\n", rank, sum, flag, text,
           value);
    MPI_Info_free(&hints);
    MPI_Info_free(&told);
    MPI_Comm_free(&copy);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        of_type();
        of_comm();
    }
    with_hints(rank);
    MPI_Finalize();
    return 0;
}
