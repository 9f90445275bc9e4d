/* Runs a program of messages, given as one word per rank, and prints at the end
 * which message each receive got (outcomes.py compares this with all possible
 * outcomes).
 *
 *     s1.0   send to rank 1 with tag 0; messages are numbered by their sender
 *     r*.0   receive from any sender, tag 0; r2.* from rank 2, any tag
 *     i*.0   start a nonblocking receive
 *     w0     wait for the first nonblocking receive, w1 for the second, ...
 *     p*.0   probe for a message, then receive it
 *     b1.0   send to rank 1 if the latest receive got a message of an even
 *            rank */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, sent, taken[64], numbers[16], count, begun;
static MPI_Request request[16];

static int side(const char *text, int any)
{
    return *text == '*' ? any : atoi(text);
}

static void step(const char *word)
{
    const char *dot = strchr(word, '.');
    int peer = side(word + 1, MPI_ANY_SOURCE), value;
    int tag = dot ? side(dot + 1, MPI_ANY_TAG) : 0;
    MPI_Status status;
    if (*word == 's' || (*word == 'b' && taken[count - 1] / 100 % 2 == 0)) {
        value = 100 * rank + sent++;
        MPI_Send(&value, 1, MPI_INT, peer, tag, MPI_COMM_WORLD);
    } else if (*word == 'r') {
        MPI_Recv(&taken[count++], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else if (*word == 'i') {
        MPI_Irecv(&numbers[begun], 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
                  &request[begun]);
        begun++;
    } else if (*word == 'w') {
        MPI_Wait(&request[peer], MPI_STATUS_IGNORE);
        taken[count++] = numbers[peer];
    } else if (*word == 'p') {
        MPI_Probe(peer, tag, MPI_COMM_WORLD, &status);
        MPI_Recv(&taken[count++], 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    char text[512] = "";
    MPI_Init(&argc, &argv);
    MPI_Comm apart;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &apart);
    for (const char *at = argv[1 + rank]; *at;) {
        char word[16];
        sscanf(at, "%15[^,]", word);
        step(word);
        at += strlen(word);
        at += *at == ',';
    }
    for (int i = 0; i < count; i++)
        sprintf(text + strlen(text), " %d", taken[i]);
    if (rank) {
        MPI_Send(text, sizeof text, MPI_CHAR, 0, 0, apart);
    } else {
        char line[4096];
        strcpy(line, text);
        for (int i = 1; i < argc - 1; i++) {
            MPI_Recv(text, sizeof text, MPI_CHAR, i, 0, apart,
                     MPI_STATUS_IGNORE);
            strcat(strcat(line, " |"), text);
        }
        printf("outcome%s\n", line);
    }
    MPI_Comm_free(&apart);
    MPI_Finalize();
}
