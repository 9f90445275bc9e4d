/* Detect dead processes. */
#include "heartbeat.h"
#include "base/base.h"
#include <math.h>
#include <stdlib.h>

#define UNHEARD INFINITY /* time of processes that are not monitored */
#define BEATS 4          /* number of heartbeats sent per timeout */

int heartbeats_begin(struct heartbeats *beats, int rank, int size,
                     unsigned seconds)
{
    double now = seconds_now();
    double *heard = malloc((size_t)size * sizeof *heard);
    if (!heard)
        return -1;
    for (int k = 0; k < size; k++)
        heard[k] = rank || k == rank ? UNHEARD : now;
    heartbeats_end(beats);
    *beats = (struct heartbeats){seconds, 0, heard};
    return 0;
}

void heartbeats_end(struct heartbeats *beats)
{
    free(beats->heard);
    *beats = (struct heartbeats){0};
}

bool heartbeats_due(struct heartbeats *beats)
{
    double now = seconds_now();
    if (!beats->patience || now - beats->last_sent < beats->patience / BEATS)
        return false;
    beats->last_sent = now;
    return true;
}

void heartbeats_heard(struct heartbeats *beats, int process)
{
    if (beats->patience)
        beats->heard[process] = seconds_now();
}

int heartbeats_missed(struct heartbeats *beats, int size)
{
    double now = seconds_now();
    for (int k = 0; beats->patience && k < size; k++)
        if (now - beats->heard[k] > beats->patience) {
            beats->heard[k] = UNHEARD;
            return k;
        }
    return -1;
}
