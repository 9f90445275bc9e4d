/* Distributes slices to threads: one for each processor, two (tx, rx) if it
 * sends and receives at the same time, and lanes for slices that partially
 * overlap.
 *
 * Thread numbers are index + 1, because viewers treat thread 0 as the
 * process. */
#include "chrome.h"

#include "base/base.h"

/* Return whether a thread has room for a slice, and add the slice if so: it
 * must start after all others, lie within the last one, or follow the last one
 * within the slice that encloses it. A few other slices would also fit, but go
 * to the lane. */
static bool lanes_fits(struct chrome_track *track, uint64_t start, uint64_t end)
{
    if (start >= track->end)
        track->end = track->outer = end;
    else if (end <= track->inner)
        track->outer = track->inner;
    else if (start < track->inner || end > track->outer)
        return false;
    track->inner = end;
    return true;
}

static int add_lane(struct chrome *chrome, uint32_t of, int rank, bool receives,
                    int lane)
{
    if (array_grow(&chrome->track, &chrome->track_capacity,
                   chrome->track_count + 1, sizeof *chrome->track))
        return -1;
    uint32_t index = (uint32_t)chrome->track_count++;
    chrome->track[index] = (struct chrome_track){0};
    chrome->track[of].lane = index;
    const char *way = receives ? " rx" : " tx";
    chrome_thread_of(chrome, index + 1, rank, chrome->tracks == 1 ? "" : way,
                     lane);
    return 0;
}

#define LANES 32 /* number of lanes that are searched one by one */

/* Find a lane in the crowd of track `of` for a slice from start to end: the
 * lane that becomes free first or, if none is free, a new one. */
static int place_in_crowd(struct chrome *chrome, uint32_t of, int rank,
                          bool receives, uint64_t start, uint64_t end)
{
    if (!chrome->track[of].crowd) {
        if (array_grow(&chrome->crowd, &chrome->crowd_capacity,
                       chrome->crowds + 1, sizeof *chrome->crowd))
            return -1;
        chrome->crowd[chrome->crowds++] = (struct chrome_crowd){0};
        chrome->track[of].crowd = (uint32_t)chrome->crowds;
    }
    struct chrome_crowd *crowd = &chrome->crowd[chrome->track[of].crowd - 1];
    const struct crowd_lane *first = chrome_crowd_first(crowd);
    struct crowd_lane lane = {end, 0};
    if (first && first->end <= start) {
        lane.track = chrome_crowd_take(crowd).track;
    } else {
        int number = LANES + (int)crowd->count;
        lane.track = (uint32_t)chrome->track_count;
        if (add_lane(chrome, of, rank, receives, number))
            return -1;
        chrome->track[of].lane = 0; /* the new lane belongs to the crowd; it is
                                       not the next lane of the track */
    }
    return chrome_crowd_put(crowd, lane) ? -1 : (int)lane.track;
}

static uint32_t thread_of(const struct chrome *chrome,
                          const struct weft_event *event)
{
    uint32_t index = (uint32_t)(event->rank * chrome->tracks);
    return chrome->tracks == 2 ? index + (event->kind == WEFT_RECEIVE) : index;
}

uint32_t chrome_place_wait(struct chrome *chrome,
                           const struct weft_event *receive, uint64_t *from)
{
    uint32_t index = thread_of(chrome, receive);
    struct chrome_track *track = &chrome->track[index];
    *from = receive->since > track->end ? receive->since : track->end;
    if (!(receive->flags & WEFT_EVENT_WAITED) || *from >= receive->start)
        return 0;
    track->end = track->outer = track->inner = receive->start;
    return index + 1;
}

int chrome_place(struct chrome *chrome, const struct weft_event *event,
                 uint32_t *tid)
{
    bool receives = event->kind == WEFT_RECEIVE;
    uint32_t index = thread_of(chrome, event);
    uint64_t end = event->start + event->duration;
    for (int lane = 1; !lanes_fits(&chrome->track[index], event->start, end);
         lane++) {
        if (lane == LANES) {
            int found = place_in_crowd(chrome, index, event->rank, receives,
                                       event->start, end);
            *tid = (uint32_t)found + 1;
            return found < 0 ? -1 : 0;
        }
        if (!chrome->track[index].lane &&
            add_lane(chrome, index, event->rank, receives, lane))
            return -1;
        index = chrome->track[index].lane;
    }
    *tid = index + 1;
    return 0;
}
