/* Read an archive, one location after the other. Regions become tasks, and
 * activities of their processor (computing, in a call, at a barrier). Messages
 * become sends and receptions with duration 0, because the calls represent the
 * time. A reception ends a wait, which began with the call or with the last
 * event of the processor in it. In weft's own archives, each record becomes the
 * event that it was made from. */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK OTF2_CALLBACK_SUCCESS
#define NOTHING SIZE_MAX

/* The location that is being read. */
struct thread {
    struct archive *archive;
    int32_t rank;
    struct definition **open; /* [depth] open regions, the innermost last */
    size_t depth, room;
    size_t doing;  /* index of the event of the current activity, whose end is
                      not known yet */
    uint64_t last; /* start of the last event that is not a task */
    uint64_t first_record, last_record;
};

/* ---- events ---- */

static struct weft_event *thread_add(struct thread *thread, uint64_t time,
                                     enum weft_event_kind kind)
{
    struct archive *archive = thread->archive;
    archive->event = module_grow(archive->event, &archive->event_room,
                                 archive->events, sizeof *archive->event);
    struct weft_event *event = &archive->event[archive->events++];
    *event = (struct weft_event){.start = time,
                                 .since = time,
                                 .rank = thread->rank,
                                 .peer = -1,
                                 .message = -1,
                                 .dimension = -1,
                                 .kind = (uint8_t)kind};
    if (kind != WEFT_TASK && kind != WEFT_DONE)
        thread->last = time;
    return event;
}

static uint64_t own_field(const OTF2_AttributeList *list,
                          enum own_attribute attribute, uint64_t usual)
{
    if (OTF2_AttributeList_TestAttributeByID(list, attribute))
        OTF2_AttributeList_GetUint64(list, attribute, &usual);
    return usual;
}

/* Add an event of an archive that weft wrote. */
static void own_event(struct thread *thread, uint64_t time,
                      enum weft_event_kind kind, const OTF2_AttributeList *list)
{
    uint64_t unit = thread->archive->own_unit;
    unit = unit ? unit : 1;
    struct weft_event *event = thread_add(thread, time / unit, kind);
    event->duration = own_field(list, OWN_DURATION, 0) / unit;
    event->since = own_field(list, OWN_SINCE, time) / unit;
    event->message = (int32_t)own_field(list, OWN_MESSAGE, UINT64_MAX);
    event->dimension = (int16_t)own_field(list, OWN_DIMENSION, UINT64_MAX);
    event->peer = (int32_t)own_field(list, OWN_PEER, UINT64_MAX);
    event->bytes = (uint32_t)own_field(list, OWN_BYTES, 0);
    event->flags = (uint8_t)own_field(list, OWN_FLAGS, 0);
}

/* In an archive written by weft, add the event of a transfer, unless a region
 * has recorded it. Return whether weft wrote the archive. */
static bool own_transfer(struct thread *thread, uint64_t time,
                         enum weft_event_kind kind,
                         const OTF2_AttributeList *list)
{
    if (thread->archive->own && !own_field(list, OWN_CONTINUED, 0))
        own_event(thread, time, kind, list);
    return thread->archive->own;
}

/* Change the current activity of the processor. */
static void thread_turn(struct thread *thread, uint64_t time)
{
    static const enum weft_event_kind kinds[] = {[REGION_USER] = WEFT_COMPUTE,
                                                 [REGION_CALL] = WEFT_CALL,
                                                 [REGION_WAIT] = WEFT_SLEEP};
    struct archive *archive = thread->archive;
    const struct definition *top =
        thread->depth ? thread->open[thread->depth - 1] : NULL;
    struct weft_event *doing =
        thread->doing == NOTHING ? NULL : &archive->event[thread->doing];
    if (doing && top && top->region == REGION_USER &&
        doing->kind == WEFT_COMPUTE)
        return;
    if (doing)
        doing->duration = time - doing->start;
    thread->doing = top ? archive->events : NOTHING;
    if (top)
        thread_add(thread, time, kinds[top->region]);
}

static void thread_task(struct thread *thread, uint64_t time,
                        struct definition *region, enum weft_event_kind kind)
{
    struct archive *archive = thread->archive;
    region = &archive->of[DEFINED_REGION].item[region->same];
    if (region->number < 0) {
        region->number = definition_task(archive, region);
        archive->task = module_grow(archive->task, &archive->task_room,
                                    archive->tasks, sizeof *archive->task);
        archive->task[archive->tasks++] = region;
    }
    thread_add(thread, time, kind)->message = region->number;
}

/* ---- records ---- */

static uint64_t read_time(struct thread *thread, uint64_t time)
{
    if (time < thread->first_record)
        thread->first_record = time;
    left_add(LEFT_EARLIER, time < thread->last_record);
    if (time > thread->last_record)
        thread->last_record = time;
    return thread->last_record;
}

static OTF2_CallbackCode read_on_enter(OTF2_LocationRef location,
                                       OTF2_TimeStamp at, uint64_t place,
                                       void *arg, OTF2_AttributeList *list,
                                       OTF2_RegionRef ref)
{
    (void)location;
    (void)place;
    struct thread *thread = arg;
    struct archive *archive = thread->archive;
    uint64_t time = read_time(thread, at);
    struct definition *region =
        definition_find(&archive->of[DEFINED_REGION], ref);
    if (!region)
        module_fail("a record names region %" PRIu32 ", which is not defined",
                    ref);
    if (region->region == REGION_OWN) {
        bool goes_on = own_field(list, OWN_CONTINUED, 0);
        if (!goes_on)
            own_event(thread, time, region->kind, list);
        if (!goes_on && region->kind == WEFT_TASK)
            archive->event[archive->events - 1].message = region->number;
        return OK;
    }
    thread->open = module_grow(thread->open, &thread->room, thread->depth,
                               sizeof *thread->open);
    thread->open[thread->depth++] = region;
    thread_task(thread, time, region, WEFT_TASK);
    thread_turn(thread, time);
    return OK;
}

static OTF2_CallbackCode read_on_leave(OTF2_LocationRef location,
                                       OTF2_TimeStamp at, uint64_t place,
                                       void *arg, OTF2_AttributeList *list,
                                       OTF2_RegionRef ref)
{
    (void)location;
    (void)place;
    struct thread *thread = arg;
    struct archive *archive = thread->archive;
    uint64_t time = read_time(thread, at);
    struct definition *region =
        definition_find(&archive->of[DEFINED_REGION], ref);
    if (region && region->region == REGION_OWN) {
        if (region->kind == WEFT_TASK && !own_field(list, OWN_CONTINUED, 0)) {
            own_event(thread, time, WEFT_DONE, list);
            archive->event[archive->events - 1].message = region->number;
        }
        return OK;
    }
    size_t i = thread->depth;
    while (i && thread->open[i - 1] != region)
        i--;
    left_add(LEFT_ENDS, !i);
    if (!i)
        return OK;
    thread->depth--;
    memmove(&thread->open[i - 1], &thread->open[i],
            (thread->depth + 1 - i) * sizeof *thread->open);
    thread_turn(thread, time);
    thread_task(thread, time, region, WEFT_DONE);
    return OK;
}

static void thread_transfer(struct thread *thread, uint64_t time, bool sends,
                            int32_t peer, uint64_t comm, uint64_t tag,
                            uint64_t length)
{
    struct archive *archive = thread->archive;
    const struct definition *here = archive->processor[thread->rank];
    uint64_t self = here->of;
    uint64_t other = peer < 0 ? UINT64_MAX : archive->processor[peer]->of;
    archive->transfer =
        module_grow(archive->transfer, &archive->transfer_room,
                    archive->transfers, sizeof *archive->transfer);
    archive->transfer[archive->transfers++] =
        (struct transfer){.from = sends ? self : other,
                          .to = sends ? other : self,
                          .comm = comm,
                          .tag = tag,
                          .time = time,
                          .event = archive->events,
                          .sends = sends};
    struct weft_event *event =
        thread_add(thread, time, sends ? WEFT_SEND : WEFT_RECEIVE);
    event->peer = peer;
    event->bytes = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
}

static OTF2_CallbackCode read_on_send(OTF2_LocationRef location,
                                      OTF2_TimeStamp at, uint64_t place,
                                      void *arg, OTF2_AttributeList *list,
                                      uint32_t receiver, OTF2_CommRef comm,
                                      uint32_t tag, uint64_t length)
{
    (void)location;
    (void)place;
    struct thread *thread = arg;
    uint64_t time = read_time(thread, at);
    if (own_transfer(thread, time, WEFT_SEND, list))
        return OK;
    int32_t peer =
        definition_rank(thread->archive, comm, receiver, thread->rank);
    thread_transfer(thread, time, true, peer, comm, tag, length);
    return OK;
}

static OTF2_CallbackCode read_on_isend(OTF2_LocationRef location,
                                       OTF2_TimeStamp at, uint64_t place,
                                       void *arg, OTF2_AttributeList *list,
                                       uint32_t receiver, OTF2_CommRef comm,
                                       uint32_t tag, uint64_t length,
                                       uint64_t request)
{
    (void)request;
    return read_on_send(location, at, place, arg, list, receiver, comm, tag,
                        length);
}

/* Add a wait inside a call: the processor has waited since its last event. */
static void thread_wait(struct thread *thread, uint64_t time)
{
    const struct archive *archive = thread->archive;
    if (thread->doing != NOTHING && thread->last < time &&
        archive->event[thread->doing].kind == WEFT_CALL)
        thread_add(thread, thread->last, WEFT_WAIT);
}

static OTF2_CallbackCode read_on_receive(OTF2_LocationRef location,
                                         OTF2_TimeStamp at, uint64_t place,
                                         void *arg, OTF2_AttributeList *list,
                                         uint32_t sender, OTF2_CommRef comm,
                                         uint32_t tag, uint64_t length)
{
    (void)location;
    (void)place;
    struct thread *thread = arg;
    struct archive *archive = thread->archive;
    uint64_t time = read_time(thread, at);
    if (own_transfer(thread, time, WEFT_RECEIVE, list))
        return OK;
    int32_t peer = definition_rank(archive, comm, sender, thread->rank);
    uint64_t since = thread->last;
    size_t before = archive->events;
    thread_wait(thread, time);
    bool waited = archive->events > before;
    thread_transfer(thread, time, false, peer, comm, tag, length);
    if (waited) {
        archive->event[before].peer = peer;
        archive->event[archive->events - 1].since = since;
        archive->event[archive->events - 1].flags = WEFT_EVENT_WAITED;
    }
    return OK;
}

static OTF2_CallbackCode read_on_ireceive(OTF2_LocationRef location,
                                          OTF2_TimeStamp at, uint64_t place,
                                          void *arg, OTF2_AttributeList *list,
                                          uint32_t sender, OTF2_CommRef comm,
                                          uint32_t tag, uint64_t length,
                                          uint64_t request)
{
    (void)request;
    return read_on_receive(location, at, place, arg, list, sender, comm, tag,
                           length);
}

/* ---- locations ---- */

static OTF2_EvtReaderCallbacks *callbacks_make(void)
{
    OTF2_EvtReaderCallbacks *on = OTF2_EvtReaderCallbacks_New();
    if (!on)
        module_fail("no memory");
#define READ_SET(what, function)                                               \
    OTF2_EvtReaderCallbacks_Set##what##Callback(on, function)
    left_listen(on);
    READ_SET(Enter, read_on_enter);
    READ_SET(Leave, read_on_leave);
    READ_SET(MpiSend, read_on_send);
    READ_SET(MpiIsend, read_on_isend);
    READ_SET(MpiRecv, read_on_receive);
    READ_SET(MpiIrecv, read_on_ireceive);
    return on;
}

static void location_read(struct archive *archive, int32_t rank,
                          OTF2_EvtReaderCallbacks *on, uint64_t *first)
{
    uint64_t id = archive->processor[rank]->id, count;
    OTF2_DefReader *names = OTF2_Reader_GetDefReader(archive->reader, id);
    if (names) { /* names that are local to this location */
        module_check(
            OTF2_Reader_ReadAllLocalDefinitions(archive->reader, names, &count),
            "the definitions of a location are damaged");
        OTF2_Reader_CloseDefReader(archive->reader, names);
    }
    OTF2_EvtReader *reader = OTF2_Reader_GetEvtReader(archive->reader, id);
    if (!reader)
        module_fail("the events of location %" PRIu64 " cannot be read", id);
    struct thread thread = {.archive = archive,
                            .rank = rank,
                            .doing = NOTHING,
                            .first_record = *first};
    OTF2_Reader_RegisterEvtCallbacks(archive->reader, reader, on, &thread);
    if (OTF2_Reader_ReadAllLocalEvents(archive->reader, reader, &count) !=
        OTF2_SUCCESS)
        module_fail("the events of location %" PRIu64 " are damaged", id);
    OTF2_Reader_CloseEvtReader(archive->reader, reader);
    /* the last activity has no end in the archive */
    if (thread.doing != NOTHING)
        archive->event[thread.doing].duration =
            thread.last_record - archive->event[thread.doing].start;
    *first = thread.first_record;
    free(thread.open);
}

static uint64_t locations_read(struct archive *archive)
{
    uint64_t first = UINT64_MAX;
    OTF2_EvtReaderCallbacks *on = callbacks_make();
    for (int32_t i = 0; i < archive->processors; i++)
        module_check(OTF2_Reader_SelectLocation(archive->reader,
                                                archive->processor[i]->id),
                     "a location cannot be read");
    bool names = OTF2_Reader_OpenDefFiles(archive->reader) == OTF2_SUCCESS;
    module_check(OTF2_Reader_OpenEvtFiles(archive->reader),
                 "the archive has no events");
    for (int32_t i = 0; i < archive->processors; i++)
        location_read(archive, i, on, &first);
    if (names)
        OTF2_Reader_CloseDefFiles(archive->reader);
    OTF2_Reader_CloseEvtFiles(archive->reader);
    OTF2_EvtReaderCallbacks_Delete(on);
    return first;
}

/* ---- the trace ---- */

void archive_read(const char *path)
{
    static struct archive archive;
    struct weft_trace_info info = {0};
    archive.reader = OTF2_Reader_Open(path);
    if (!archive.reader)
        module_fail("the archive cannot be opened");
    module_check(OTF2_Reader_SetSerialCollectiveCallbacks(archive.reader),
                 "the archive cannot be opened");
    definitions_read(&archive);
    uint64_t first = locations_read(&archive);
    if (archive.own) {
        info.unit_ns = archive.own_unit;
        info.step = archive.own_step;
    } else {
        messages_match(&archive);
        trace_convert_times(&archive, first, &info);
        trace_add_names(&archive);
    }
    if (weft_events_sort(archive.event, archive.events))
        module_fail("no memory");
    if (!archive.own)
        messages_number(&archive);
    trace_write(&archive, &info);
    left_add(LEFT_NAMES, archive.dropped);
    left_report();
}
