/* What the files of the module share. It is a program of its own: what goes
 * wrong ends it, with a line for weft (src/trace/otf2/converter.h). */
#ifndef WEFT_MODULES_OTF2_MODULE_H
#define WEFT_MODULES_OTF2_MODULE_H

#include <otf2/otf2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/weft.h>

/* End with this reason, and with libotf2's if it has one. */
_Noreturn void module_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* End if libotf2 refused something. */
void module_check(OTF2_ErrorCode code, const char *what);
/* Room for one more item behind `count`. */
void *module_grow(void *list, size_t *room, size_t count, size_t size);

/* ---- what weft's own archives hold besides records for others ---- */

/* The beginning of the description of a region: a kind of event behind it, and
 * behind "task" its number. */
#define OWN_REGION "weft "
/* The beginning of the name of a property of the root of the system tree: a
 * parameter of the run behind it, as chrome and csv have them. */
#define OWN_PARAMETER "weft: "
#define OWN_UNIT "weft: unit_ns"
#define OWN_STEP "weft: step"

/* Attributes of records, by number: fields of the event that differ from what
 * an event usually has. Times are in nanoseconds. */
enum own_attribute {
    OWN_DURATION,
    OWN_SINCE,
    OWN_PEER,
    OWN_MESSAGE,
    OWN_BYTES,
    OWN_DIMENSION,
    OWN_FLAGS,
    OWN_CONTINUED, /* the record tells nothing new: a region is left or entered
                      so that all nest, or has told of its transfer */
    OWN_ATTRIBUTES
};
extern const char *const own_attribute_names[OWN_ATTRIBUTES];

/* ---- definitions.c: what records refer to ---- */

enum region_kind {
    REGION_USER, /* computes */
    REGION_CALL, /* of a communication library */
    REGION_WAIT, /* a barrier */
    REGION_OWN   /* weft's: an event of its kind */
};

struct definition {
    uint64_t id;
    char *text; /* of a string */
    uint32_t name;
    uint64_t *member; /* [members] of a group */
    size_t members;
    uint32_t of;    /* a location's or communicator's group */
    uint32_t other; /* the other group of a communicator of two */
    int32_t rank;   /* of a location: its processor; -1: none */
    /* of a region: */
    uint8_t region;  /* enum region_kind */
    uint8_t kind;    /* of an own one: enum weft_event_kind */
    size_t same;     /* the first region of this name */
    int32_t number;  /* of its task; -1: none yet */
    uint32_t detail; /* string that describes it */
};

/* Sorted by id once all are read. */
struct definitions {
    struct definition *item; /* [count] */
    size_t count, room;
};
struct definition *definition_find(const struct definitions *list, uint64_t id);

enum definition_kind {
    DEFINED_STRING,
    DEFINED_REGION,
    DEFINED_GROUP,
    DEFINED_COMM,
    DEFINED_PLACE, /* a group of locations: a process */
    DEFINED_LOCATION,
    DEFINED_PROPERTY, /* name, and `of`: the string that is its value */
    DEFINED_KINDS
};

struct archive {
    OTF2_Reader *reader;
    struct definitions of[DEFINED_KINDS];
    uint64_t resolution; /* ticks in a second */
    uint64_t ranks;      /* the group of locations that have ranks in MPI */
    bool own;            /* weft has written it */
    uint64_t own_unit;   /* ns; of such an archive */
    uint64_t own_step;   /* time units */
    struct definition **processor; /* [processors] locations */
    int32_t processors;
    struct definition **task; /* [tasks] regions */
    size_t tasks, task_room;
    int32_t numbers;          /* of tasks that are no collective calls */
    struct weft_event *event; /* [events] */
    size_t events, event_room;
    struct transfer *transfer; /* [transfers] */
    size_t transfers, transfer_room;
    struct weft_parameter *parameter; /* [parameters] */
    size_t parameters, parameter_room;
    uint64_t dropped; /* names that a trace has no room for */
};

/* The text of a string; "" if there is none. */
const char *definition_text(const struct archive *archive, uint32_t string);
void definitions_read(struct archive *archive);
/* The number of the task that a region is: weft's for collective calls of MPI,
 * else the next one. */
int32_t definition_task(struct archive *archive,
                        const struct definition *region);
/* The processor of a rank of a communicator, as seen by one of its processors;
 * -1: there is none. */
int32_t definition_rank(const struct archive *archive, uint32_t comm,
                        uint32_t rank, int32_t seen_by);

/* ---- messages.c: which record of a reception belongs to which send ---- */

struct transfer {
    uint64_t from, to; /* processes */
    uint64_t comm, tag;
    uint64_t time;
    size_t event;
    bool sends;
};
/* Both events of each message get the same number, and name each other's
 * processor. */
void messages_match(struct archive *archive);
/* Number them in the order of the events, which are sorted. */
void messages_number(struct archive *archive);

/* ---- left.c: what is left out ---- */

enum left_reason { LEFT_ENDS, LEFT_EARLIER, LEFT_NAMES, LEFT_REASONS };
void left_add(enum left_reason reason, uint64_t count);
/* Count the records that nobody else listens to. */
void left_listen(OTF2_EvtReaderCallbacks *on);
/* Tell weft. */
void left_report(void);

/* ---- trace.c: what archives of other programs become ---- */

/* Ticks since `first` to time units. */
void trace_convert_times(struct archive *archive, uint64_t first,
                         struct weft_trace_info *info);
/* Names of processors and tasks. */
void trace_add_names(struct archive *archive);
/* Hand it to weft. */
void trace_write(struct archive *archive, struct weft_trace_info *info);

/* ---- archives that are written ---- */

/* The first region of a task; those before it are of kinds of events. */
#define TASK_REGION ((uint32_t)WEFT_TASK)

/* A region that is open. */
struct open {
    const struct weft_event *event;
    uint64_t end; /* in time units; NEVER: a task */
};

struct output {
    OTF2_Archive *archive;
    OTF2_GlobalDefWriter *definitions;
    OTF2_EvtWriter *writer; /* of the processor at hand */
    OTF2_AttributeList *list;
    struct weft_trace trace;
    struct weft_read_report report;
    uint64_t unit;     /* ns in a time unit */
    uint64_t *records; /* [processors] written for each */
    uint32_t strings;  /* defined so far */
    int32_t *task;     /* [tasks] numbers, each once, ascending */
    size_t tasks, task_room;
    struct open *open; /* [depth] */
    size_t depth, room;
    uint64_t now; /* of the record written last */
    uint64_t end; /* of all */
};

/* define.c: all that the records refer to. */
void definitions_write(struct output *out);

/* Read an archive, write a csv trace to standard output. */
void archive_read(const char *path);
/* Read a chrome trace from standard input, write an archive to a folder. */
void archive_write(const char *folder);

#endif
