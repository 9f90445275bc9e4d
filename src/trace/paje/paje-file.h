/* Parts of the paje reader; private to its files. */
#ifndef WEFT_SRC_TRACE_PAJE_PAJE_FILE_H
#define WEFT_SRC_TRACE_PAJE_PAJE_FILE_H

#include "base/text/texts.h"
#include "trace/format.h"

/* Beginning of the name of the network's container in weft's own files. The
 * length of a time unit and the number of time units per step follow. */
#define PAJE_OWN_UNIT "network: time unit "
#define PAJE_OWN_STEP " ns; step "
/* Alias of the type whose values are the parameters of the run. */
#define PAJE_OWN_PARAMETER "W"
/* Value of the items field of a link whose message carries only the block with
 * its number. */
#define PAJE_ONE_ITEM "-"
/* Values used in place of the duration of a receive. */
enum {
    PAJE_UNTAKEN = -1,     /* the message is not received */
    PAJE_NO_RECEIVER = -2, /* the trace names no receiver */
    PAJE_UNKNOWN = -3 /* the duration is not in the file; it follows from the
                         states */
};

/* The meanings of the fields of a record, in any order. */
enum paje_field {
    FIELD_OTHER, /* skipped */
    FIELD_ALIAS,
    FIELD_NAME,
    FIELD_TYPE,
    FIELD_CONTAINER,
    FIELD_TIME,
    FIELD_VALUE,
    FIELD_KEY,
    FIELD_FROM,
    FIELD_TO,
    FIELD_SIZE,
    FIELD_DURATION,
    FIELD_ITEMS,
    FIELDS
};

/* The meaning of a state, derived from the name of its value. */
enum paje_meaning {
    MEANS_COMPUTE,
    MEANS_IDLE,
    MEANS_SLEEP,
    MEANS_WAIT, /* a wait, during which messages may be received */
    MEANS_SEND,
    MEANS_RECEIVE,
    MEANS_CALL, /* a call of the communication system, which may send and
                   receive */
};

struct paje_reader;
struct paje_record {
    const char *name; /* name of the record in %EventDef */
    uint32_t needs;   /* bit mask of the required fields, by enum paje_field */
    /* Process a record. Return NULL, or what is wrong; if out of memory, set
     * `starved`. */
    const char *(*take)(struct paje_reader *reader);
};

#define PAJE_FIELDS_MAX 64
struct paje_definition {
    const struct paje_record *record; /* kind of record; NULL: such records are
                                         skipped */
    uint8_t field[PAJE_FIELDS_MAX];
    size_t fields;
};

#define PAJE_NONE UINT32_MAX
struct paje_container {
    uint32_t parent; /* index of the enclosing container; PAJE_NONE: this is the
                        root container, which has no name */
    uint32_t name;   /* index of the container's name in `names` */
    uint32_t stacks; /* 1 + index of the container's first stack; 0: none */
    int32_t rank;    /* processor of the container; -1: it is not a processor */
    bool used;       /* whether the container has states or ends of links */
    int64_t first, last; /* first and last time of the container's states */
};

/* The open states of one type in a container, nested in each other. */
struct paje_stack {
    uint64_t innermost; /* 1 + index of the innermost slice; 0: none */
    uint32_t container;
    uint32_t next; /* 1 + index of the next stack of the container; 0: none */
    bool listed;   /* whether the stack is in the list of its container; false
                      after the container was destroyed */
    int64_t time;  /* time of the last record about the stack */
};

struct paje_slice {
    int64_t start, end;
    uint64_t outer; /* 1 + index of the enclosing slice, while this one is open;
                       0: none */
    uint64_t order;
    uint32_t container;
    uint32_t value;    /* index of the state's name in `values` */
    uint8_t meaning;   /* meaning of the state, enum paje_meaning */
    bool open, linked; /* open: whether the state has not ended; linked: whether
                          a message begins or ends in it */
    bool waited;       /* whether this is a wait that was ended by a receive */
    /* while binding links: time of the latest group of points, and of the group
     * before it (receives) or after it (sends) */
    int64_t group, beyond;
};

struct paje_link {
    int64_t start, end;
    uint32_t from, to; /* indices of containers; PAJE_NONE: no record of this
                          end so far */
    uint32_t value;
    uint32_t next, last; /* 1 + index of the next and of the last link with this
                            key that still lacks an end; 0: none */
    /* durations of send and receive, in weft's own files */
    int64_t sending, receiving;
    int32_t message; /* number of the message; -1: not in the file */
    uint32_t items;  /* contents of the message, as in an event */
    uint32_t bytes;
};

/* An event without duration in a container. */
struct paje_mark {
    int64_t time;
    uint32_t container;
    int32_t message;
    bool store;
};

enum paje_skipped {
    SKIPPED_VARIABLES,
    SKIPPED_EVENTS,
    SKIPPED_OTHERS,
    SKIPPED_TOPOLOGY,
    SKIPPED_POPS,
    SKIPPED_LINKS,
    SKIPPED_INNER,
    SKIPPED_NAMES,
    SKIPPED
};

struct paje_reader {
    struct input *in;
    struct params params;
    struct weft_read_report *report;
    struct weft_error *err;
    bool starved;     /* whether memory ran out */
    bool own;         /* whether weft wrote the file */
    bool stated;      /* whether weft wrote the file and the file contains the
                         run's parameters */
    int64_t unit_ns;  /* nanoseconds in a time unit of the file */
    uint64_t records; /* number of valid records */
    const char *field[FIELDS]; /* fields of the current record; NULL: the field
                                  is missing */
    int64_t time;              /* time of the current record, in time units */
    int64_t lowest, highest;
    struct texts ids; /* ids of definitions, as texts */
    struct paje_definition *definition;
    size_t definition_capacity;
    /* definition whose fields the header is listing, or NULL */
    struct paje_definition *open;
    struct texts references; /* aliases and names, as keys that include their
                                scope */
    int32_t *target; /* index of the object that each of `references` denotes;
                        -1: none yet */
    size_t target_capacity;
    char *key; /* buffer for building keys */
    size_t key_capacity;
    struct texts values; /* names of states */
    uint8_t *meaning;    /* [values] meaning of each state, enum paje_meaning */
    size_t meaning_capacity;
    struct texts names; /* names of containers */
    int32_t types;
    struct paje_container *container;
    size_t containers, container_capacity;
    struct paje_stack *stack;
    size_t stacks, stack_capacity;
    struct paje_slice *slice;
    size_t slices, slice_capacity;
    struct paje_link *link;
    size_t links, link_capacity;
    struct paje_mark *mark;
    size_t marks, mark_capacity;
    uint64_t skipped[SKIPPED];
    struct wrong_records wrong;
};

/* Process a line that begins with % (paje-header.c). Return NULL, or what is
 * wrong. */
const char *paje_header(struct paje_reader *reader, char *line);
/* Return the definition with this id, or NULL. */
const struct paje_definition *paje_find(const struct paje_reader *reader,
                                        char *id);

/* All kinds of records; the last entry has no name (paje-records.c). */
extern const struct paje_record paje_records[];
/* Process PajeCreateContainer. */
const char *paje_create(struct paje_reader *reader);
/* Record that memory ran out. Return NULL. */
const char *paje_starve(struct paje_reader *reader);
/* Return the container that a text refers to; NULL if there is none or if out
 * of memory. */
struct paje_container *paje_container(struct paje_reader *reader,
                                      const char *text);

/* Process PajeStartLink and PajeEndLink (paje-links.c). */
const char *paje_start_link(struct paje_reader *reader);
const char *paje_end_link(struct paje_reader *reader);

/* Return the target of a name in a name space, within a scope (paje-names.c).
 * It is -1 for a new name, and the pointer is valid until the next call. Return
 * NULL if out of memory. */
enum paje_space {
    SPACE_CONTAINER,
    SPACE_TYPE,
    SPACE_VALUE,
    SPACE_STACK,
    SPACE_LINK
};
int32_t *paje_target(struct paje_reader *reader, enum paje_space space,
                     int32_t scope, int32_t other, const char *text);
/* Return the index of a type, or of the name of a state; -1 if out of
 * memory. */
int32_t paje_type(struct paje_reader *reader, const char *text);
int32_t paje_value(struct paje_reader *reader, int32_t type, const char *text);
/* Assign numbers to the processors, and add the names of processors and tasks
 * to the parameters. Return 0, or -1 if out of memory. */
int paje_name_processors(struct paje_reader *reader);
int paje_name_tasks(struct paje_reader *reader, const bool *used);

/* Close the open states, sort the slices, and remove links that are not
 * messages (paje-bind.c). */
void paje_close(struct paje_reader *reader);
/* One end of a message: its interval, and the time from which the processor
 * waited for it. */
struct paje_transfer {
    int64_t since, start, end;
};
/* Set the send and the receive of each message. Both arrays have one element
 * per link. Return 0, or -1 if out of memory. */
int paje_bind(struct paje_reader *reader, struct paje_transfer *send,
              struct paje_transfer *receive);

/* Pass on all events (paje-events.c). Return 0, or -1 as a format does when
 * reading. */
int paje_make(struct paje_reader *reader, const struct weft_sink *sink);

/* The functions of the format (paje-file.c); see struct weft_format. */
bool paje_recognise(const char *head, size_t length);
int paje_read(struct input *in, const struct weft_sink *sink,
              struct weft_read_report *report, struct weft_error *err);

#endif
