/* Writes an archive like a measurement system's, with features that weft's own
 * archives lack: MPI calls whose messages match by communicator and tag, two
 * processes and a thread of one of them, a clock that does not start at 0,
 * records that weft ignores.
 *
 * usage: foreign FOLDER */
#include <otf2/otf2.h>
#include <stdlib.h>

enum { MAIN, WORK, SEND, RECEIVE, WAIT, BARRIER, TWIN, REGIONS };
enum { WORLD, SELF, PAIR };

static OTF2_FlushType flush(void *arg, OTF2_FileType type,
                            OTF2_LocationRef location, void *caller, bool last)
{
    (void)arg;
    (void)type;
    (void)location;
    (void)caller;
    (void)last;
    return OTF2_FLUSH;
}

#define THREAD ((uint64_t)1 << 32)
#define ENTER(time, region) OTF2_EvtWriter_Enter(w, NULL, time, region)
#define LEAVE(time, region) OTF2_EvtWriter_Leave(w, NULL, time, region)

/* Sends two messages with tag 7 and one with tag 8, which is never received,
 * and takes part in a barrier. */
static void first_process(OTF2_EvtWriter *w)
{
    ENTER(5000, MAIN);
    ENTER(5010, SEND);
    OTF2_EvtWriter_MpiSend(w, NULL, 5011, 1, WORLD, 7, 100);
    LEAVE(5012, SEND);
    ENTER(5012, SEND);
    OTF2_EvtWriter_MpiIsend(w, NULL, 5013, 1, WORLD, 7, 200, 1);
    LEAVE(5014, SEND);
    ENTER(5020, SEND);
    OTF2_EvtWriter_MpiSend(w, NULL, 5021, 1, WORLD, 8, 300);
    LEAVE(5022, SEND);
    OTF2_EvtWriter_ThreadFork(w, NULL, 5023, OTF2_PARADIGM_OPENMP, 2);
    ENTER(5030, WAIT);
    OTF2_EvtWriter_MpiIsendComplete(w, NULL, 5031, 1);
    LEAVE(5032, WAIT);
    ENTER(5040, BARRIER);
    OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, 5041);
    OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, 5070, OTF2_COLLECTIVE_OP_BARRIER,
                                    WORLD, OTF2_UNDEFINED_UINT32, 0, 0);
    LEAVE(5070, BARRIER);
    ENTER(5080, RECEIVE);
    OTF2_EvtWriter_MpiRecv(w, NULL, 5086, 1, PAIR, 7, 50);
    LEAVE(5087, RECEIVE);
    LEAVE(5090, MAIN);
}

/* A thread with nested regions, which sends a message to its own process. */
static void thread_of_first(OTF2_EvtWriter *w)
{
    ENTER(5023, WORK);
    ENTER(5025, TWIN);
    LEAVE(5027, TWIN);
    LEAVE(5029, WORK);
    LEAVE(5029, WORK); /* without a matching ENTER */
    OTF2_EvtWriter_MpiSend(w, NULL, 5035, 0, SELF, 1, 8);
}

/* Receives the second message of tag 7 in a wait, and sends in another
 * communicator, in which it has the same rank. */
static void second_process(OTF2_EvtWriter *w)
{
    ENTER(4990, MAIN);
    ENTER(5000, RECEIVE);
    OTF2_EvtWriter_MpiRecv(w, NULL, 5016, 0, WORLD, 7, 100);
    LEAVE(5017, RECEIVE);
    ENTER(5017, WORK);
    LEAVE(5030, WORK);
    OTF2_EvtWriter_MpiIrecvRequest(w, NULL, 5030, 9);
    ENTER(5035, WAIT);
    OTF2_EvtWriter_MpiIrecv(w, NULL, 5036, 0, WORLD, 7, 200, 9);
    LEAVE(5038, WAIT);
    ENTER(5060, BARRIER);
    LEAVE(5070, BARRIER);
    ENTER(5081, SEND);
    OTF2_EvtWriter_MpiSend(w, NULL, 5082, 0, PAIR, 7, 50);
    LEAVE(5083, SEND);
    ENTER(5085, WORK); /* never left */
    OTF2_EvtWriter_ParameterInt(w, NULL, 5099, 0, 1);
}

static uint64_t location_write(OTF2_Archive *archive, uint64_t location,
                               void write(OTF2_EvtWriter *))
{
    uint64_t count;
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, location);
    write(writer);
    OTF2_EvtWriter_GetNumberOfEvents(writer, &count);
    OTF2_Archive_CloseEvtWriter(archive, writer);
    return count;
}

static void regions_define(OTF2_GlobalDefWriter *d)
{
    static const struct {
        const char *name;
        OTF2_RegionRole role;
        OTF2_Paradigm paradigm;
    } regions[REGIONS] = {
        [MAIN] = {"main", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER},
        [WORK] = {"work", OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_COMPILER},
        [SEND] = {"MPI_Send", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI},
        [RECEIVE] = {"MPI_Recv", OTF2_REGION_ROLE_POINT2POINT,
                     OTF2_PARADIGM_MPI},
        [WAIT] = {"MPI_Wait", OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI},
        [BARRIER] = {"MPI_Barrier", OTF2_REGION_ROLE_BARRIER,
                     OTF2_PARADIGM_MPI},
        [TWIN] = {"work", OTF2_REGION_ROLE_LOOP, OTF2_PARADIGM_USER},
    };
    for (uint32_t i = 0; i < REGIONS; i++) {
        OTF2_GlobalDefWriter_WriteString(d, 100 + i, regions[i].name);
        OTF2_GlobalDefWriter_WriteRegion(d, i, 100 + i, 100 + i, 0,
                                         regions[i].role, regions[i].paradigm,
                                         OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
}

static void locations_define(OTF2_GlobalDefWriter *d, const uint64_t events[3])
{
    const uint64_t ranks[] = {0, 1}, all[] = {0, 1}, itself[] = {0};
    const char *const names[] = {"",          "machine",   "node",
                                 "Process 0", "Process 1", "Master thread",
                                 "Thread 1"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        OTF2_GlobalDefWriter_WriteString(d, i, names[i]);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(d, 0, 1, 2,
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (uint32_t i = 0; i < 2; i++)
        OTF2_GlobalDefWriter_WriteLocationGroup(
            d, i, 3 + i, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
            OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(d, 1, 5, OTF2_LOCATION_TYPE_CPU_THREAD,
                                       events[1], 1);
    OTF2_GlobalDefWriter_WriteLocation(d, 0, 5, OTF2_LOCATION_TYPE_CPU_THREAD,
                                       events[0], 0);
    OTF2_GlobalDefWriter_WriteLocation(
        d, THREAD, 6, OTF2_LOCATION_TYPE_CPU_THREAD, events[2], 0);
    OTF2_GlobalDefWriter_WriteLocation(d, 77, 2, OTF2_LOCATION_TYPE_METRIC, 0,
                                       0);
    OTF2_GlobalDefWriter_WriteGroup(d, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2,
                                    all);
    OTF2_GlobalDefWriter_WriteGroup(d, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2,
                                    ranks);
    OTF2_GlobalDefWriter_WriteGroup(d, 2, 0, OTF2_GROUP_TYPE_COMM_GROUP,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 1,
                                    itself);
    OTF2_GlobalDefWriter_WriteComm(d, WORLD, 0, 1, OTF2_UNDEFINED_COMM,
                                   OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(d, SELF, 0, 2, WORLD, OTF2_COMM_FLAG_NONE);
    OTF2_GlobalDefWriter_WriteComm(d, PAIR, 0, 1, WORLD, OTF2_COMM_FLAG_NONE);
}

int main(int arguments, char **argument)
{
    static const OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush};
    OTF2_Archive *archive =
        arguments != 2
            ? NULL
            : OTF2_Archive_Open(argument[1], "traces", OTF2_FILEMODE_WRITE,
                                OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT,
                                OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!archive)
        return EXIT_FAILURE;
    OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    const uint64_t events[] = {
        location_write(archive, 0, first_process),
        location_write(archive, 1, second_process),
        location_write(archive, THREAD, thread_of_first)};
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_GlobalDefWriter *d = OTF2_Archive_GetGlobalDefWriter(archive);
    OTF2_GlobalDefWriter_WriteClockProperties(d, 1000000, 4990, 110,
                                              OTF2_UNDEFINED_TIMESTAMP);
    locations_define(d, events);
    regions_define(d);
    return OTF2_Archive_Close(archive) == OTF2_SUCCESS ? EXIT_SUCCESS
                                                       : EXIT_FAILURE;
}
