/* Count the records that are left out when an archive becomes a trace. */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>

/* clang-format off */
/* The names that libotf2 uses for the records that are left out. */
#define RECORDS(X) \
    X(BufferFlush) X(MeasurementOnOff) X(MpiRequestTest) \
    X(MpiRequestCancelled) X(MpiCollectiveBegin) X(MpiCollectiveEnd) \
    X(NonBlockingCollectiveRequest) X(NonBlockingCollectiveComplete) \
    X(CommCreate) X(CommDestroy) X(OmpFork) X(OmpJoin) X(OmpAcquireLock) \
    X(OmpReleaseLock) X(OmpTaskCreate) X(OmpTaskSwitch) X(OmpTaskComplete) \
    X(Metric) X(ParameterString) X(ParameterInt) X(ParameterUnsignedInt) \
    X(RmaWinCreate) X(RmaWinDestroy) X(RmaCollectiveBegin) \
    X(RmaCollectiveEnd) X(RmaGroupSync) X(RmaRequestLock) X(RmaAcquireLock) \
    X(RmaTryLock) X(RmaReleaseLock) X(RmaSync) X(RmaWaitChange) X(RmaPut) \
    X(RmaGet) X(RmaAtomic) X(RmaOpCompleteBlocking) \
    X(RmaOpCompleteNonBlocking) X(RmaOpTest) X(RmaOpCompleteRemote) \
    X(ThreadFork) X(ThreadJoin) X(ThreadTeamBegin) X(ThreadTeamEnd) \
    X(ThreadAcquireLock) X(ThreadReleaseLock) X(ThreadTaskCreate) \
    X(ThreadTaskSwitch) X(ThreadTaskComplete) X(ThreadCreate) X(ThreadBegin) \
    X(ThreadWait) X(ThreadEnd) X(CallingContextEnter) X(CallingContextLeave) \
    X(CallingContextSample) X(IoCreateHandle) X(IoDestroyHandle) \
    X(IoDuplicateHandle) X(IoSeek) X(IoChangeStatusFlags) X(IoDeleteFile) \
    X(IoOperationBegin) X(IoOperationTest) X(IoOperationIssued) \
    X(IoOperationComplete) X(IoOperationCancelled) X(IoAcquireLock) \
    X(IoReleaseLock) X(IoTryLock) X(ProgramBegin) X(ProgramEnd) X(Unknown)
/* clang-format on */

#define X(name) LEFT_##name,
enum left_record { RECORDS(X) LEFT_RECORDS };
#undef X
#define X(name) #name " record",
static const char *const left_names[LEFT_RECORDS] = {RECORDS(X)};
#undef X
static uint64_t left_count[LEFT_RECORDS];

static const char *const left_reasons[LEFT_REASONS] = {
    [LEFT_ENDS] = "end| of no region",
    [LEFT_EARLIER] = "time| before that of the record before",
    [LEFT_NAMES] = "name"};
static uint64_t left_others[LEFT_REASONS];

void left_add(enum left_reason reason, uint64_t count)
{
    left_others[reason] += count;
}

/* Callbacks, one per record. The actual callbacks have further arguments,
 * depending on the record, which are ignored. */
#define X(name)                                                                \
    static OTF2_CallbackCode left_##name(OTF2_LocationRef location,            \
                                         OTF2_TimeStamp time, uint64_t place,  \
                                         void *arg, OTF2_AttributeList *list)  \
    {                                                                          \
        (void)location;                                                        \
        (void)time;                                                            \
        (void)place;                                                           \
        (void)arg;                                                             \
        (void)list;                                                            \
        left_count[LEFT_##name]++;                                             \
        return OTF2_CALLBACK_SUCCESS;                                          \
    }
RECORDS(X)
#undef X

void left_listen(OTF2_EvtReaderCallbacks *on)
{
#define X(name)                                                                \
    OTF2_EvtReaderCallbacks_Set##name##Callback(                               \
        on, (OTF2_EvtReaderCallback_##name)(void (*)(void))left_##name);
    RECORDS(X)
#undef X
}

static void left_note(uint64_t count, const char *what)
{
    if (count)
        fprintf(stderr, "\nleft %" PRIu64 " %s", count, what);
}

void left_report(void)
{
    for (int i = 0; i < LEFT_RECORDS; i++)
        left_note(left_count[i], left_names[i]);
    for (int i = 0; i < LEFT_REASONS; i++)
        left_note(left_others[i], left_reasons[i]);
}
