/* Parts of the module. It is a separate program, which ends at the first error
 * with a line for weft (src/trace/otf2/converter.h). */
#ifndef WEFT_MODULES_OTF2_MODULE_H
#define WEFT_MODULES_OTF2_MODULE_H

#include <otf2/otf2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/unstable/cluster.h>
#include <weft/weft.h>

/* Exit with this reason, and with libotf2's reason if it reported one. */
_Noreturn void module_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Exit if libotf2 reported an error. */
void module_check(OTF2_ErrorCode code, const char *what);
/* Make room for one more item after `count`. Return the list, which may have
 * been moved. */
void *module_grow(void *list, size_t *room, size_t count, size_t size);

/* ---- contents of weft's own archives, besides records for other programs - */

/* Prefix of the description of a region. The kind of an event follows, and
 * after "task" its number. */
#define OWN_REGION "weft "
/* Prefix of the name of a property of the root of the system tree. A parameter
 * of the run follows, as in chrome and csv. */
#define OWN_PARAMETER "weft: "
#define OWN_UNIT "weft: unit_ns"
#define OWN_STEP "weft: step"

/* Attributes of records: fields of the event that differ from their defaults.
 * Times are in nanoseconds. */
enum own_attribute {
    OWN_DURATION,
    OWN_SINCE,
    OWN_PEER,
    OWN_MESSAGE,
    OWN_BYTES,
    OWN_DIMENSION,
    OWN_FLAGS,
    /* the record has no new information: a region is left and entered again so
     * that all regions nest, or its event has the transfer */
    OWN_CONTINUED,
    OWN_ATTRIBUTES
};
extern const char *const own_attribute_names[OWN_ATTRIBUTES];

/* ---- definitions.c: objects that records refer to ---- */

enum region_kind {
    REGION_USER, /* a computation */
    REGION_CALL, /* a call of a communication library */
    REGION_WAIT, /* a barrier */
    REGION_OWN   /* one of weft's own regions: an event of kind `kind` */
};

struct definition {
    uint64_t id;
    char *text; /* text, for a string */
    uint32_t name;
    uint64_t *member; /* [members] members, for a group */
    size_t members;
    uint32_t of;    /* id of the group, for a location or communicator */
    uint32_t other; /* id of the other group, for an inter-communicator */
    int32_t rank;   /* processor of a location; -1: not a processor */
    /* The following members describe a region. */
    uint8_t region;  /* kind of the region, enum region_kind */
    uint8_t kind;    /* kind of the event, enum weft_event_kind, if region is
                        REGION_OWN */
    size_t same;     /* index of the first region with this name */
    int32_t number;  /* number of the region's task; -1: none yet */
    uint32_t detail; /* id of the string that describes the region */
};

/* The definitions of one kind, sorted by id once all have been read. */
struct definitions {
    struct definition *item; /* [count] definitions */
    size_t count, room;
};
struct definition *definition_find(const struct definitions *list, uint64_t id);

enum definition_kind {
    DEFINED_STRING,
    DEFINED_REGION,
    DEFINED_GROUP,
    DEFINED_COMM,
    DEFINED_PLACE, /* a group of locations, which is a process */
    DEFINED_LOCATION,
    /* a property: its `name` and its value, the string `of` */
    DEFINED_PROPERTY,
    DEFINED_KINDS
};

struct archive {
    OTF2_Reader *reader;
    struct definitions of[DEFINED_KINDS];
    uint64_t resolution; /* number of ticks per second */
    uint64_t ranks; /* id of the group of all locations that have MPI ranks */
    bool own;       /* whether weft wrote the archive */
    uint64_t own_unit; /* nanoseconds per time unit, if `own` is set */
    uint64_t own_step; /* time units per step, if `own` is set */
    struct definition **processor; /* [processors] location of each processor */
    int32_t processors;
    struct definition **task; /* [tasks] region of each task */
    size_t tasks, task_room;
    int32_t numbers; /* number of tasks that are not collective calls */
    struct weft_event *event; /* [events] events of all processors */
    size_t events, event_room;
    struct transfer *transfer; /* [transfers] records of sends and receptions */
    size_t transfers, transfer_room;
    struct weft_parameter *parameter; /* [parameters] parameters of the run */
    size_t parameters, parameter_room;
    uint64_t dropped; /* number of names beyond the limit on parameters */
};

/* Return the text of a string, or "". */
const char *definition_text(const struct archive *archive, uint32_t string);
void definitions_read(struct archive *archive);
/* Return the task number of a region: weft's number for a collective call of
 * MPI, else the next free number. */
int32_t definition_task(struct archive *archive,
                        const struct definition *region);
/* Return the processor with a rank in a communicator, as seen by one of its
 * processors; -1 if there is none. */
int32_t definition_rank(const struct archive *archive, uint32_t comm,
                        uint32_t rank, int32_t seen_by);

/* ---- messages.c: match records of sends and receptions ---- */

struct transfer {
    uint64_t from, to; /* sending and receiving process */
    uint64_t comm, tag;
    uint64_t time;
    size_t event;
    bool sends;
};
/* Set the same number in both events of each message, and each other's
 * processor as peer. */
void messages_match(struct archive *archive);
/* Renumber the messages in the order of the events, which are sorted. */
void messages_number(struct archive *archive);

/* ---- left.c: records that are left out ---- */

enum left_reason { LEFT_ENDS, LEFT_EARLIER, LEFT_NAMES, LEFT_REASONS };
void left_add(enum left_reason reason, uint64_t count);
/* Count the records for which no other callback is set. */
void left_listen(OTF2_EvtReaderCallbacks *on);
/* Report the counts to weft. */
void left_report(void);

/* ---- trace.c: convert archives of other programs ---- */

/* Convert ticks since `first` to time units. */
void trace_convert_times(struct archive *archive, uint64_t first,
                         struct weft_trace_info *info);
/* Add the names of processors and tasks. */
void trace_add_names(struct archive *archive);
/* Write the trace for weft. */
void trace_write(struct archive *archive, struct weft_trace_info *info);

/* ---- writing archives ---- */

/* Id of the first region that is a task; lower ids are kinds of events. */
#define TASK_REGION ((uint32_t)WEFT_TASK)

/* An open region. */
struct open {
    const struct weft_event *event;
    /* end in time units; NEVER for a task, whose end is not known yet */
    uint64_t end;
};

struct output {
    OTF2_Archive *archive;
    OTF2_GlobalDefWriter *definitions;
    OTF2_EvtWriter *writer; /* writer for the current processor */
    OTF2_AttributeList *list;
    struct weft_trace trace;
    struct weft_read_report report;
    uint64_t unit;     /* nanoseconds per time unit */
    uint64_t *records; /* [processors] number of records written for each
                          processor */
    uint32_t strings;  /* number of strings defined so far */
    int32_t *task;     /* [tasks] distinct task numbers, ascending */
    size_t tasks, task_room;
    struct open *open; /* [depth] open regions, the innermost last */
    size_t depth, room;
    uint64_t now; /* time of the last record written */
    uint64_t end; /* latest time of any record */
};

/* define.c: write all definitions that the records refer to. */
void definitions_write(struct output *out);

/* Read an archive, and write a csv trace to standard output. */
void archive_read(const char *path);
/* Read a Chrome trace from standard input, and write an archive to a folder. */
void archive_write(const char *folder);

#endif
