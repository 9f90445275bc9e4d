/* weft mpi -n 2 */
/* Derived types: data sent with one type is received with another type of the
 * same signature. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
struct particle {
    char kind;
    double place[3];
    int id;
};
int main(int argc, char **argv)
{
    int rank, size, count;
    MPI_Status st;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* send a column of a matrix, receive a row */
    double m[4][5], row[4] = {0};
    for (int i = 0; i < 20; i++)
        ((double *)m)[i] = i;
    MPI_Datatype column, part, sub, resized;
    MPI_Type_vector(4, 1, 5, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        MPI_Send(&m[0][2], 1, column, 1, 1, MPI_COMM_WORLD);
    else {
        MPI_Recv(row, 4, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_DOUBLE, &count);
        printf("column: %g %g %g %g, %d\n", row[0], row[1], row[2], row[3],
               count);
        MPI_Get_count(&st, column, &count);
        printf("as columns: %d\n", count);
    }
    /* arrays of structures */
    struct particle p[3];
    memset(p, 0, sizeof p);
    int lengths[] = {1, 3, 1};
    MPI_Aint at[] = {offsetof(struct particle, kind),
                     offsetof(struct particle, place),
                     offsetof(struct particle, id)};
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Type_create_struct(3, lengths, at, types, &part);
    MPI_Type_commit(&part);
    MPI_Type_create_resized(part, 0, sizeof(struct particle), &resized);
    MPI_Type_commit(&resized);
    MPI_Type_size(resized, &size);
    if (rank == 0) {
        for (int i = 0; i < 3; i++) {
            p[i].kind = 'a' + i;
            p[i].id = i;
            p[i].place[1] = i * 1.5;
        }
        MPI_Send(p, 2, resized, 1, 2, MPI_COMM_WORLD);
        MPI_Send(p, 1, part, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Recv(p, 3, resized, 0, 2, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, resized, &count);
        printf("particles: %d of %d bytes: %c %d %g, %c %d %g\n", count, size,
               p[0].kind, p[0].id, p[0].place[1], p[1].kind, p[1].id,
               p[1].place[1]);
        MPI_Get_elements(&st, resized, &count);
        printf("elements: %d\n", count);
    }
    if (rank == 1)
        MPI_Recv(p, 1, resized, 0, 3, MPI_COMM_WORLD, &st);
    /* a block of an array (subarray) */
    int big[6][6], small[2][3] = {{0}};
    int sizes[] = {6, 6}, subsizes[] = {2, 3}, starts[] = {3, 2};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT,
                             &sub);
    MPI_Type_commit(&sub);
    for (int i = 0; i < 36; i++)
        ((int *)big)[i] = i;
    if (rank == 0)
        MPI_Send(big, 1, sub, 1, 4, MPI_COMM_WORLD);
    else {
        MPI_Recv(small, 6, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 6; i++)
            printf("%d%c", ((int *)small)[i], i == 5 ? '\n' : ' ');
    }
    MPI_Aint lb, extent, tlb, textent;
    int ni, na, nd, comb;
    MPI_Type_get_extent(sub, &lb, &extent);
    MPI_Type_get_true_extent(sub, &tlb, &textent);
    MPI_Type_get_envelope(sub, &ni, &na, &nd, &comb);
    if (rank == 0)
        printf("sub: %ld %ld %ld %ld, %d %d %d %d\n", (long)lb, (long)extent,
               (long)tlb, (long)textent, ni, na, nd,
               comb == MPI_COMBINER_SUBARRAY);
    /* packed */
    char buffer[100];
    int position = 0, n = 7;
    double x[2] = {1.25, -3};
    if (rank == 0) {
        MPI_Pack(&n, 1, MPI_INT, buffer, 100, &position, MPI_COMM_WORLD);
        MPI_Pack(x, 2, MPI_DOUBLE, buffer, 100, &position, MPI_COMM_WORLD);
        MPI_Send(buffer, position, MPI_PACKED, 1, 5, MPI_COMM_WORLD);
    } else {
        x[0] = x[1] = n = 0;
        MPI_Recv(buffer, 100, MPI_PACKED, 0, 5, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_PACKED, &count);
        MPI_Unpack(buffer, count, &position, &n, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(buffer, count, &position, x, 2, MPI_DOUBLE, MPI_COMM_WORLD);
        printf("unpacked: %d %g %g from %d\n", n, x[0], x[1], count);
    }
    /* a type without elements */
    MPI_Datatype none;
    MPI_Type_create_struct(0, NULL, NULL, NULL, &none);
    MPI_Type_get_extent(none, &lb, &extent);
    MPI_Type_size(none, &size);
    MPI_Type_get_envelope(none, &ni, &na, &nd, &comb);
    MPI_Type_free(&none);
    MPI_Type_get_name(MPI_C_COMPLEX, buffer, &count);
    if (rank == 0)
        printf("none: %d %ld, %d %d %d; %s\n", size, (long)extent, ni, na, nd,
               buffer);
    MPI_Type_free(&column);
    MPI_Type_free(&part);
    MPI_Type_free(&resized);
    MPI_Type_free(&sub);
    MPI_Finalize();
    return 0;
}
