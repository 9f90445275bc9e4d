/* What the files of the paje reader share; private to them. */
#ifndef WEFT_SRC_TRACE_PAJE_PAJE_FILE_H
#define WEFT_SRC_TRACE_PAJE_PAJE_FILE_H

#include "base/text/texts.h"
#include "trace/format.h"

/* The name of the network's container in weft's own files begins so; the
 * length of a time unit and the time units in a step follow. */
#define PAJE_OWN_UNIT "network: time unit "
#define PAJE_OWN_STEP " ns; step "
/* The alias of the type whose values are the parameters of the run. */
#define PAJE_OWN_PARAMETER "W"
/* The field of a link: its message carries the block of its number. */
#define PAJE_ONE_ITEM "-"
/* In place of the duration of a receive. */
enum {
    PAJE_UNTAKEN = -1,     /* nobody receives the message */
    PAJE_NO_RECEIVER = -2, /* the trace does not tell who might */
    PAJE_UNKNOWN = -3      /* the file does not tell: the states do */
};

/* What the fields of a record mean, whatever their order. */
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

/* What a state means, by the name of its value. */
enum paje_meaning {
    MEANS_COMPUTE,
    MEANS_IDLE,
    MEANS_SLEEP,
    MEANS_WAIT, /* messages may end in it */
    MEANS_SEND,
    MEANS_RECEIVE,
    MEANS_CALL, /* of the communication system: may send and receive */
};

struct paje_reader;
struct paje_record {
    const char *name; /* of its %EventDef */
    uint32_t needs;   /* bits of fields */
    /* NULL, or what is wrong with it; no memory: `starved` is set. */
    const char *(*take)(struct paje_reader *reader);
};

#define PAJE_FIELDS_MAX 64
struct paje_definition {
    const struct paje_record *record; /* NULL: skipped */
    uint8_t field[PAJE_FIELDS_MAX];
    size_t fields;
};

#define PAJE_NONE UINT32_MAX
struct paje_container {
    uint32_t parent;     /* PAJE_NONE: the root, which has no name */
    uint32_t name;       /* number in `names` */
    uint32_t stacks;     /* 1 + the first of its stacks */
    int32_t rank;        /* -1: it is no processor */
    bool used;           /* it has states or an end of a link */
    int64_t first, last; /* the times that its states cover */
};

/* The states of one type in a container that are open. */
struct paje_stack {
    uint64_t innermost; /* 1 + its slice; 0: none */
    uint32_t container;
    uint32_t next; /* 1 + the next stack of the container */
    bool listed;   /* it is one of its stacks, until that is destroyed */
    int64_t time;  /* of the last record */
};

struct paje_slice {
    int64_t start, end;
    uint64_t outer; /* 1 + the one around it, while it is open */
    uint64_t order;
    uint32_t container;
    uint32_t value;    /* number in `values` */
    uint8_t meaning;   /* enum paje_meaning */
    bool open, linked; /* linked: a message begins or ends in it */
    bool waited;       /* it is the wait that a receive ended */
    /* while links are bound: the time of those looked at last, and the one
     * before or after them */
    int64_t group, beyond;
};

struct paje_link {
    int64_t start, end;
    uint32_t from, to; /* containers; PAJE_NONE: that record is missing */
    uint32_t value;
    uint32_t next, last; /* 1 + those that wait for an end as well */
    /* how long its send and its receive take, in weft's own files */
    int64_t sending, receiving;
    int32_t message; /* -1: the file has no number */
    uint32_t items;  /* as in an event */
    uint32_t bytes;
};

/* A moment in a container that has no length. */
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
    bool starved;              /* there was no memory */
    bool own;                  /* weft wrote the file */
    bool stated;               /* ... and its parameters */
    int64_t unit_ns;           /* of its times */
    uint64_t records;          /* that are valid */
    const char *field[FIELDS]; /* of the record at hand; NULL: it has none */
    int64_t time;              /* ... in time units */
    int64_t lowest, highest;
    struct texts ids; /* of definitions */
    struct paje_definition *definition;
    size_t definition_capacity;
    struct paje_definition *open; /* that the header at hand belongs to */
    struct texts references;      /* aliases and names, with what they name */
    int32_t *target;              /* of each: its number; -1: none */
    size_t target_capacity;
    char *key; /* room to make one */
    size_t key_capacity;
    struct texts values; /* names of states */
    uint8_t *meaning;    /* [values] enum paje_meaning */
    size_t meaning_capacity;
    struct texts names; /* of containers */
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

/* paje-header.c: a line that begins with %. NULL, or what is wrong. */
const char *paje_header(struct paje_reader *reader, char *line);
/* The definition of a number; NULL: there is none. */
const struct paje_definition *paje_find(const struct paje_reader *reader,
                                        char *id);

/* paje-records.c: all kinds of records; NULL at the end of the names. */
extern const struct paje_record paje_records[];
/* PajeCreateContainer */
const char *paje_create(struct paje_reader *reader);
/* There is no memory. Returns NULL. */
const char *paje_starve(struct paje_reader *reader);
/* The container that a text names; NULL: none, or no memory. */
struct paje_container *paje_container(struct paje_reader *reader,
                                      const char *text);

/* paje-links.c: PajeStartLink and PajeEndLink */
const char *paje_start_link(struct paje_reader *reader);
const char *paje_end_link(struct paje_reader *reader);

/* paje-names.c: what a reference names, in one of several spaces, within
 * something. -1 at first; valid until the next call. NULL: no memory. */
enum paje_space {
    SPACE_CONTAINER,
    SPACE_TYPE,
    SPACE_VALUE,
    SPACE_STACK,
    SPACE_LINK
};
int32_t *paje_target(struct paje_reader *reader, enum paje_space space,
                     int32_t scope, int32_t other, const char *text);
/* The number of a type, or of the name of a value. -1: no memory. */
int32_t paje_type(struct paje_reader *reader, const char *text);
int32_t paje_value(struct paje_reader *reader, int32_t type, const char *text);
/* Number the processors, and add what they and tasks are called to the
 * parameters. 0, or -1: no memory. */
int paje_name_processors(struct paje_reader *reader);
int paje_name_tasks(struct paje_reader *reader, const bool *used);

/* paje-bind.c: close what is open, sort the slices, and leave out links that
 * are no messages. */
void paje_close(struct paje_reader *reader);
/* When each message is sent and received, and since when its processor was
 * ready for it. 0, or -1: no memory. */
struct paje_transfer {
    int64_t since, start, end;
};
/* [links] each */
int paje_bind(struct paje_reader *reader, struct paje_transfer *send,
              struct paje_transfer *receive);

/* paje-events.c: hand all events on. 0, or -1 as a format reads. */
int paje_make(struct paje_reader *reader, const struct weft_sink *sink);

/* paje-file.c: as in struct weft_format. */
bool paje_recognise(const char *head, size_t length);
int paje_read(struct input *in, const struct weft_sink *sink,
              struct weft_read_report *report, struct weft_error *err);

#endif
