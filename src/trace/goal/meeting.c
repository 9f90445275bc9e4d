/* Matches receives and messages of a GOAL program by sender, receiver and
 * tag. */
#include "meeting.h"

#include <stdlib.h>

static int key_kind(const struct goal_operation *receive)
{
    return (receive->peer == GOAL_ANY_RANK) +
           2 * (receive->tag == GOAL_ANY_TAG);
}

static struct pair meeting_key_of(int kind, int from, int to, uint32_t tag)
{
    uint32_t sender = kind & 1 ? UINT32_MAX : (uint32_t)from;
    return (struct pair){(uint64_t)sender << 32 | (uint32_t)to,
                         kind & 2 ? UINT64_MAX : tag};
}

int meeting_init(struct encounters *meeting, struct goal_program *program)
{
    size_t room = program->operations + 1;
    *meeting = (struct encounters){.program = program};
    bool fine = true;
    int kinds = 0;
    for (size_t i = 0; fine && i < program->operations; i++) {
        const struct goal_operation *operation = &program->operation[i];
        uint32_t **next = &meeting->next[key_kind(operation)];
        if (operation->kind != GOAL_RECEIVE || *next)
            continue;
        fine = (*next = malloc(room * sizeof **next)) != NULL;
        kinds++;
    }
    if (fine && kinds > 1)
        fine = (meeting->turn = malloc(room * sizeof *meeting->turn)) != NULL;
    return fine ? 0 : -1;
}

static struct meeting_point *find_point(struct encounters *meeting,
                                        struct pair key)
{
    struct meeting_point *point = meeting_points_get(&meeting->points, key);
    if (point)
        point->used = true;
    return point;
}

static void meeting_append(struct meeting_point *point, uint32_t *next,
                           size_t operation)
{
    uint32_t number = (uint32_t)operation + 1;
    next[operation] = 0;
    if (point->first)
        next[point->last - 1] = number;
    else
        point->first = number;
    point->last = number;
}

int meeting_post(struct encounters *meeting, size_t at, size_t *other)
{
    const struct goal_operation *receive = &meeting->program->operation[at];
    int kind = key_kind(receive);
    uint32_t *next = meeting->next[kind];
    struct meeting_point *point =
        find_point(meeting, meeting_key_of(kind, receive->peer, receive->rank,
                                           receive->tag));
    *other = GOAL_NOBODY;
    if (!point)
        return -1;
    while (point->arrived && point->first && *other == GOAL_NOBODY) {
        size_t send = point->first - 1;
        struct goal_operation *sent = &meeting->program->operation[send];
        if (!sent->taken)
            *other = send;
        sent->taken = true;
        point->first = next[send];
    }
    if (*other != GOAL_NOBODY)
        return 0;
    point->arrived = false;
    if (meeting->turn)
        meeting->turn[at] = ++meeting->turns;
    meeting_append(point, next, at);
    return 0;
}

/* Return the point whose first waiting receive matches a message and was posted
 * first, or NULL. */
static struct meeting_point *first_posted(struct encounters *meeting,
                                          const struct goal_operation *send,
                                          int *kind)
{
    struct meeting_point *best = NULL;
    for (int k = 0; k < MEETING_KEYS; k++) {
        struct meeting_point *point =
            meeting->next[k]
                ? meeting_points_find(
                      &meeting->points,
                      meeting_key_of(k, send->rank, send->peer, send->tag))
                : NULL;
        if (!point || !point->first || point->arrived)
            continue;
        if (best &&
            meeting->turn[best->first - 1] < meeting->turn[point->first - 1])
            continue;
        best = point;
        *kind = k;
    }
    return best;
}

int meeting_arrive(struct encounters *meeting, size_t at, size_t *other)
{
    const struct goal_operation *send = &meeting->program->operation[at];
    int kind = 0;
    struct meeting_point *point = first_posted(meeting, send, &kind);
    *other = GOAL_NOBODY;
    if (point) {
        *other = point->first - 1;
        point->first = meeting->next[kind][*other];
        return 0;
    }
    for (int k = 0; k < MEETING_KEYS; k++) {
        if (!meeting->next[k])
            continue;
        point = find_point(
            meeting, meeting_key_of(k, send->rank, send->peer, send->tag));
        if (!point)
            return -1;
        point->arrived = true;
        meeting_append(point, meeting->next[k], at);
    }
    return 0;
}

void meeting_finish(struct encounters *meeting)
{
    meeting_points_finish(&meeting->points);
    for (int k = 0; k < MEETING_KEYS; k++)
        free(meeting->next[k]);
    free(meeting->turn);
}
