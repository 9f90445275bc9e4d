/* weft mpi -n 2 */
/* Attributes, info objects, error codes and handlers, operations. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static int copies, deletes;
static int cp(MPI_Comm c, int k, void *e, void *in, void *out, int *flag)
{
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}
static int del(MPI_Comm c, int k, void *v, void *e)
{
    deletes++;
    return MPI_SUCCESS;
}
static int del_type(MPI_Datatype t, int k, void *v, void *e)
{
    deletes++;
    return MPI_SUCCESS;
}
static void mat(void *a, void *b, int *n, MPI_Datatype *t)
{ /* 2x2 product, not commutative */
    double *x = a, *y = b;
    for (int i = 0; i < *n; i++, x += 4, y += 4) {
        double r[4] = {x[0] * y[0] + x[1] * y[2], x[0] * y[1] + x[1] * y[3],
                       x[2] * y[0] + x[3] * y[2], x[2] * y[1] + x[3] * y[3]};
        memcpy(y, r, sizeof r);
    }
}
int main(int argc, char **argv)
{
    int rank, key, flag, *ub, code, class, length;
    char *value = 0, text[MPI_MAX_ERROR_STRING];
    MPI_Comm dup;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &ub, &flag);
    if (rank == 0)
        printf("tag_ub: %d %d\n", flag, *ub >= 32767);
    MPI_Comm_create_keyval(cp, del, &key, 0);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, "abc");
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_get_attr(dup, key, &value, &flag);
    MPI_Comm_free(&dup);
    if (rank == 0)
        printf("attribute: %d %s, %d copied, %d deleted\n", flag, value, copies,
               deletes);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
    /* a freed keyval remains valid as long as an attribute uses it */
    MPI_Comm_create_keyval(cp, del, &key, 0);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, "abc");
    int same = key;
    MPI_Comm_free_keyval(&key);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_get_attr(dup, same, &value, &flag);
    MPI_Comm_free(&dup);
    int again = same;
    MPI_Comm_free_keyval(&again);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, same);
    if (rank == 0)
        printf("freed: %d %d, %d %s, %d copied, %d deleted\n",
               key == MPI_KEYVAL_INVALID, again == MPI_KEYVAL_INVALID, flag,
               value, copies, deletes);
    /* freeing a type deletes its attributes, even if another uses the type */
    MPI_Datatype pair, pairs;
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, del_type, &key, 0);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_set_attr(pair, key, "abc");
    MPI_Type_dup(pair, &pairs);
    MPI_Type_free(&pair);
    MPI_Type_free(&pairs);
    MPI_Type_free_keyval(&key);
    if (rank == 0)
        printf("of types: %d deleted\n", deletes);
    MPI_Info info;
    int nk;
    char v[20];
    MPI_Info_create(&info);
    MPI_Info_set(info, "a", "1");
    MPI_Info_set(info, "b", "two");
    MPI_Info_get_nkeys(info, &nk);
    MPI_Info_get(info, "b", 19, v, &flag);
    if (rank == 0)
        printf("info: %d %s %d\n", nk, v, flag);
    /* unknown hints are dropped */
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_info(dup, info);
    MPI_Info_free(&info);
    MPI_Comm_get_info(dup, &info);
    MPI_Info_get(info, "b", 19, v, &flag);
    MPI_Info_get(info, "mpi_assert_no_any_tag", 19, v, &nk);
    if (rank == 0)
        printf("hints: %d %d %s\n", flag, nk, v);
    MPI_Info_free(&info);
    MPI_Comm_free(&dup);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int r = MPI_Send(&rank, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Error_class(r, &class);
    if (rank == 0)
        printf("send of -1: %s\n", class == MPI_ERR_COUNT ? "count" : "?");
    MPI_Datatype t;
    r = MPI_Type_vector(-1, 1, 1, MPI_INT, &t);
    MPI_Error_class(r, &class);
    if (rank == 0)
        printf("vector: %s\n", class == MPI_ERR_COUNT || class == MPI_ERR_ARG
                                   ? "refused"
                                   : "?");
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "mine");
    MPI_Error_string(code, text, &length);
    if (rank == 0)
        printf("error: %s %d\n", text, length);
    MPI_Op op;
    double m[4] = {1, rank + 1, 0, 1 + rank}, p[4];
    MPI_Datatype m2;
    MPI_Type_contiguous(4, MPI_DOUBLE, &m2);
    MPI_Type_commit(&m2);
    MPI_Op_create(mat, 0, &op);
    MPI_Allreduce(m, p, 1, m2, op, MPI_COMM_WORLD);
    if (rank == 1)
        printf("product: %g %g %g %g\n", p[0], p[1], p[2], p[3]);
    MPI_Op_free(&op);
    MPI_Type_free(&m2);
    struct {
        double v;
        int i;
    } in = {10.0 - rank, rank}, out;
    MPI_Reduce(&in, &out, 1, MPI_DOUBLE_INT, MPI_MINLOC, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("least: %g at %d\n", out.v, out.i);
    MPI_Finalize();
    return 0;
}
