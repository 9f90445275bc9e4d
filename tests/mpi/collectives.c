/* weft mpi -n 11 */
/* weft mpi -n 5 --collective alltoall=bruck */
/* weft mpi -n 1 */
/* weft mpi -n 2 */
/* weft mpi -n 5 */
/* weft mpi -n 8 --network hypercube:3 */
/* weft mpi -n 6 --strict */
/* weft mpi -n 6 --collective bcast=naive */
/* weft mpi -n 6 --collective reduce=naive */
/* weft mpi -n 6 --collective allreduce=reduce-broadcast */
/* weft mpi -n 6 --collective gather=linear */
/* weft mpi -n 6 --collective scatter=linear */
/* weft mpi -n 6 --collective allgather=ring */
/* weft mpi -n 6 --collective alltoall=rounds --eager 0 */
/* weft mpi -n 6 --collective barrier=central */
/* weft mpi -n 6 --collective alltoall=spread-out */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int r, p;
    MPI_Init(&argc, &argv);
    MPI_Comm c;
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    MPI_Comm_rank(c, &r);
    MPI_Comm_size(c, &p);
    for (int root = 0; root < p; root++) {
        int v[3] = {root * 10, 2, r}, w[3];
        MPI_Bcast(v, 3, MPI_INT, root, c);
        if (v[2] != root)
            printf("bcast wrong\n");
        for (int i = 0; i < 3; i++)
            v[i] = r + i;
        MPI_Reduce(v, w, 3, MPI_INT, MPI_SUM, root, c);
        if (r == root && w[1] != p * (p - 1) / 2 + p)
            printf("reduce wrong %d\n", w[1]);
        int *all = malloc(p * 3 * sizeof(int));
        memset(all, 0, p * 12);
        MPI_Gather(v, 3, MPI_INT, all, 3, MPI_INT, root, c);
        if (r == root)
            for (int i = 0; i < 3 * p; i++)
                if (all[i] != i / 3 + i % 3)
                    printf("gather wrong root %d\n", root);
        for (int i = 0; i < 3 * p; i++)
            all[i] = r == root ? i : -1;
        MPI_Scatter(all, 3, MPI_INT, w, 3, MPI_INT, root, c);
        if (w[2] != 3 * r + 2)
            printf("scatter wrong\n");
        free(all);
    }
    int *a = malloc(p * sizeof(int)), *b = malloc(p * sizeof(int)), s;
    MPI_Allgather(&r, 1, MPI_INT, a, 1, MPI_INT, c);
    for (int i = 0; i < p; i++)
        if (a[i] != i)
            printf("allgather wrong\n");
    for (int i = 0; i < p; i++)
        a[i] = r * 100 + i;
    MPI_Alltoall(a, 1, MPI_INT, b, 1, MPI_INT, c);
    for (int i = 0; i < p; i++)
        if (b[i] != i * 100 + r)
            printf("alltoall wrong\n");
    MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, c);
    for (int i = 0; i < p; i++)
        if (a[i] != i * 100 + r)
            printf("alltoall in place wrong\n");
    MPI_Scan(&r, &s, 1, MPI_INT, MPI_SUM, c);
    if (s != r * (r + 1) / 2)
        printf("scan wrong %d\n", s);
    s = -1;
    MPI_Exscan(&r, &s, 1, MPI_INT, MPI_SUM, c);
    if (r && s != r * (r - 1) / 2)
        printf("exscan wrong %d\n", s);
    for (int i = 0; i < p; i++)
        a[i] = r + i;
    MPI_Reduce_scatter_block(a, &s, 1, MPI_INT, MPI_SUM, c);
    if (s != p * (p - 1) / 2 + p * r)
        printf("rsb wrong\n");
    MPI_Allreduce(&r, &s, 1, MPI_INT, MPI_MAX, c);
    if (s != p - 1)
        printf("allreduce wrong\n");
    MPI_Barrier(c);
    MPI_Request q[3];
    int x = r == 0 ? 42 : 0, y;
    MPI_Ibcast(&x, 1, MPI_INT, 0, c, &q[0]);
    MPI_Iallreduce(&r, &y, 1, MPI_INT, MPI_SUM, c, &q[1]);
    MPI_Ibarrier(c, &q[2]);
    MPI_Waitall(3, q, MPI_STATUSES_IGNORE);
    if (x != 42 || y != p * (p - 1) / 2)
        printf("i wrong\n");
    MPI_Comm half;
    MPI_Comm_split(c, r % 2, -r, &half);
    int hr, hp;
    MPI_Comm_rank(half, &hr);
    MPI_Comm_size(half, &hp);
    MPI_Allreduce(&r, &y, 1, MPI_INT, MPI_SUM, half);
    printf("rank %d: half %d of %d sum %d\n", r, hr, hp, y);
    MPI_Comm inter, merged;
    if (p > 1) {
        MPI_Intercomm_create(
            half, 0, c, r % 2 ? (p - 1) / 2 * 2 : (p / 2) * 2 - 1, 3, &inter);
        MPI_Intercomm_merge(inter, r % 2, &merged);
        MPI_Comm_rank(merged, &hr);
        printf("rank %d merged %d\n", r, hr);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&merged);
    }
    MPI_Comm_free(&half);
    MPI_Comm_free(&c);
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
