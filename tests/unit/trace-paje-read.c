/* Paje traces of other programs, one small file for each peculiarity, with
 * weft's result; and weft's own. In these texts ' stands for ". */
#include "trace-tools.h"

#include <weft/event.h>

/* Describe a trace in one line, in the order of its events and in seconds: "0
 * compute 0-4", "0>1 0-4" for sends, "1<0 5-6" for receptions, "0 [A 0" and "0
 * A] 4" where a task begins and ends. */
static void trace_paje_read_describe(const struct weft_trace *trace, char *text,
                                     size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < trace->count && used < size; i++) {
        const struct weft_event *e = &trace->events[i];
        char room[WEFT_TASK_NAME_MAX], what[100];
        bool task = e->kind == WEFT_TASK, done = e->kind == WEFT_DONE;
        double start = (double)e->start / 1e9, length = (double)e->duration;
        if (e->kind == WEFT_PRESENT)
            continue;
        snprintf(what, sizeof what, " %s", weft_event_names[e->kind]);
        if (e->kind == WEFT_SEND || e->kind == WEFT_RECEIVE)
            snprintf(what, sizeof what, "%c%d",
                     e->kind == WEFT_SEND ? '>' : '<', e->peer);
        else if (task || done)
            snprintf(what, sizeof what, " %s%s%s", task ? "[" : "",
                     weft_task_name(&trace->info, e->message, room),
                     done ? "]" : "");
        used += (size_t)snprintf(text + used, size - used, "%s%d%s %.9g",
                                 used ? ", " : "", e->rank, what, start);
        if (length > 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "-%.9g",
                                     start + length / 1e9);
    }
}

struct paje_peculiar {
    const char *what, *text, *events, *skipped;
};

static void read_row(const struct paje_peculiar *row, struct weft_trace *trace)
{
    struct weft_read_report report;
    struct weft_error err;
    char text[4000], found[2000];
    snprintf(text, sizeof text, "%s", row->text);
    for (char *at = text; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    int status = read_text(NULL, text, strlen(text), trace, &report, &err);
    if (status) {
        cr_expect_str_eq(row->events, "refused", "%s: %s", row->what, err.text);
        cr_expect(strstr(err.text, row->skipped), "%s: %s", row->what,
                  err.text);
        return;
    }
    trace_paje_read_describe(trace, found, sizeof found);
    cr_expect_str_eq(found, row->events, "%s: %s", row->what, found);
    cr_expect_str_eq(report.skipped_what, row->skipped, "%s: %s", row->what,
                     report.skipped_what);
}

#define DEF(name, id, fields)                                                  \
    "%EventDef Paje" name " " #id "\n" fields "%EndEventDef\n"
#define F(name) "% " name " string\n"
#define STATE(name, id, more)                                                  \
    DEF(name, id, F("Time") F("Type") F("Container") more)
#define TRACE_PAJE_READ_TYPES                                                  \
    DEF("DefineContainerType", 0, F("Alias") F("Type") F("Name"))              \
    DEF("DefineStateType", 1, F("Alias") F("Type") F("Name"))                  \
    DEF("DefineEntityValue", 2, F("Alias") F("Type") F("Name") F("Color"))     \
    DEF("CreateContainer", 3,                                                  \
        F("Time") F("Alias") F("Type") F("Container") F("Name"))
#define TRACE_PAJE_READ_HEAD                                                   \
    TRACE_PAJE_READ_TYPES DEF("DestroyContainer", 4,                           \
                              F("Time") F("Type") F("Name"))                   \
        STATE("SetState", 5, F("Value")) STATE("PushState", 6, F("Value"))     \
            STATE("PopState", 7, "") STATE("ResetState", 8, "") STATE(         \
                "StartLink", 9,                                                \
                F("Value") F("StartContainer") F("Key") "% Size double\n")     \
                STATE("EndLink", 10, F("Value") F("EndContainer") F("Key"))    \
                    STATE("NewEvent", 11, F("Value"))                          \
                        STATE("SetVariable", 12, "% Value double\n")
#define PAJE_TWO "3 0 a P 0 'A'\n3 0 b P 0 'B'\n"

/* ---- paje_forms of the file ---- */

static const struct paje_peculiar paje_forms[] = {
    {"comments, blank lines and blanks",
     "# made by hand\n\n" TRACE_PAJE_READ_HEAD "\t\n#\n" PAJE_TWO
     " 5\t0   S a  X \r\n5 2 S a idle\n",
     "0 [X 0, 0 compute 0-2, 0 X] 2", ""},
    {"fields in another order, and more of them",
     TRACE_PAJE_READ_TYPES
     "%EventDef\tPajeSetState\t7\n%\tValue\tstring\n% Size int\n%\tContainer "
     "string\n%  Type string\n% Time date\n%EndEventDef\n" PAJE_TWO
     "7 X 17 a S 0 more\n7 idle 0 a S 3\n",
     "0 [X 0, 0 compute 0-3, 0 X] 3", ""},
    {"old names of fields",
     TRACE_PAJE_READ_TYPES DEF(
         "SetState", 5, F("Time") F("EntityType") F("Container") F("Value"))
         PAJE_TWO "5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", ""},
    {"names instead of aliases",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S 'A' X\n5 1 S A idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", ""},
    {"no aliases at all",
     DEF("CreateContainer", 3, F("Time") F("Name") F("Type") F("Container"))
         STATE("SetState", 5, F("Value")) "3 0 'node 1' P 0\n"
                                          "5 0 S 'node 1' X\n5 1 S 'node 1' "
                                          "idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", ""},
    {"values by number, each of its type",
     TRACE_PAJE_READ_HEAD
     "1 1 P S\n1 2 P R\n2 1 1 'one' '0 0 0'\n2 1 2 'two' '0 0 0'\n" PAJE_TWO
     "5 0 1 a 1\n5 0 2 b 1\n5 1 1 a idle\n5 1 2 b idle\n",
     "0 [one 0, 0 compute 0-1, 1 [two 0, 1 compute 0-1, 0 one] 1, 1 two] 1",
     ""},
    {"a quote without its end",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S a 'X Y\n5 1 S a idle\n",
     "0 [X Y 0, 0 compute 0-1, 0 X Y] 1", ""},
    {"an unknown kind of event",
     TRACE_PAJE_READ_HEAD DEF("TraceFile", 40, F("Filename")) PAJE_TWO
     "40 x\n5 0 S a X\n"
     "5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 other record"},
    {"a number without a definition",
     TRACE_PAJE_READ_HEAD PAJE_TWO "99 0\n5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 malformed record (line 82)"},
    {"a field is missing",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S a\n5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 malformed record (line 82)"},
    {"an unknown container",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S c X\n5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 malformed record (line 82)"},
    {"marks and variables",
     TRACE_PAJE_READ_HEAD PAJE_TWO "11 0 E a tick\n12 0 V a 1.5\n", "",
     "1 value of variables, 1 event"},
    {"a header alone", TRACE_PAJE_READ_HEAD, "refused", "no records"},
    {"nothing valid", TRACE_PAJE_READ_HEAD "99 1\n", "refused",
     "no %EventDef defines"},
};

/* ---- times ---- */

static const struct paje_peculiar trace_paje_read_times[] = {
    {"fractions",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 .25 S a X\n5 1.1234567894 S a idle\n",
     "0 [X 0.25, 0 compute 0.25-1.12345679, 0 X] 1.12345679", ""},
    {"an exponent",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 1e-05 S a X\n5 1.5e0 S a idle\n",
     "0 [X 1e-05, 0 compute 1e-05-1.5, 0 X] 1.5", ""},
    {"negative", TRACE_PAJE_READ_HEAD PAJE_TWO "5 -2 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-3, 0 X] 3", ""},
    {"not a number",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 nan S a X\n5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 malformed record (line 82)"},
    {"out of range",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 1e30 S a X\n5 0 S a X\n5 1 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 X] 1", "1 malformed record (line 82)"},
    {"back",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 1 S a X\n5 0 S a Y\n5 2 S a idle\n",
     "0 [X 1, 0 compute 1-2, 0 X] 2", "1 malformed record (line 83)"},
};

/* ---- states ---- */

static const struct paje_peculiar trace_paje_read_states[] = {
    {"one in another",
     TRACE_PAJE_READ_HEAD PAJE_TWO "6 0 S a X\n6 1 S a Y\n7 2 S a\n7 5 S a\n",
     "0 [X 0, 0 compute 0-1, 0 [Y 1, 0 compute 1-2, 0 Y] 2, 0 compute 2-5, 0 "
     "X] 5",
     ""},
    {"a state replaces all",
     TRACE_PAJE_READ_HEAD PAJE_TWO "6 0 S a X\n6 1 S a Y\n5 2 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 [Y 1, 0 compute 1-2, 0 Y] 2, 0 X] 2", ""},
    {"reset",
     TRACE_PAJE_READ_HEAD PAJE_TWO "6 0 S a X\n6 1 S a Y\n8 2 S a\n7 3 S a\n",
     "0 [X 0, 0 compute 0-1, 0 [Y 1, 0 compute 1-2, 0 Y] 2, 0 X] 2",
     "1 end of no state"},
    {"open at the end of its container",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S a X\n4 3 P a\n",
     "0 [X 0, 0 compute 0-3, 0 X] 3", ""},
    {"the old end of a container",
     TRACE_PAJE_READ_TYPES DEF("DestroyContainer", 4,
                               F("Time") F("Type") F("Container"))
         STATE("SetState", 5, F("Value")) PAJE_TWO
     "5 0 S a X\n4 3 P a\n4 5 P c\n"
     "4 9 P b\n",
     "0 [X 0, 0 compute 0-3, 0 X] 3", "1 malformed record (line 39)"},
    {"states of a container that has ended",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "5 0 S a X\n4 3 P a\n5 2 S a Y\n5 4 S a Y\n4 5 P a\n4 6 P a\n",
     "0 [X 0, 0 compute 0-3, 0 X] 3, 0 [Y 4, 0 compute 4-5, 0 Y] 5",
     "1 malformed record (line 84)"},
    {"open at the end of the file",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S a X\n5 4 S b idle\n",
     "0 [X 0, 0 compute 0-4, 0 X] 4", ""},
    {"two types in one container",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "5 0 S a X\n5 1 R a Y\n5 2 R a idle\n5 4 S a idle\n",
     "0 [X 0, 0 compute 0-1, 0 [Y 1, 0 compute 1-2, 0 Y] 2, 0 X] 4", ""},
    {"what names mean",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "5 0 S a Sleeping\n5 1 S a MPI_Wait\n5 2 S a PMPI_Barrier\n5 3 S "
     "a MPI_Bcast\n5 4 S a Overhead\n5 5 S a blocksend\n5 6 S a "
     "Nothing\n",
     "0 sleep 0-1, 0 [MPI_Wait 1, 0 sleep 1-2, 0 MPI_Wait] 2, 0 [PMPI_Barrier "
     "2, 0 sleep 2-3, 0 "
     "PMPI_Barrier] 3, 0 [MPI_Bcast 3, 0 call 3-4, 0 MPI_Bcast] 4, 0 "
     "[Overhead 4, 0 call 4-5, 0 Overhead] 5, 0 [blocksend 5, 0 compute 5-6, "
     "0 blocksend] 6",
     ""},
};

/* ---- links ---- */

static const struct paje_peculiar links[] = {
    {"in calls, the receiver waits",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "6 0 S b MPI_Recv\n6 1 S a MPI_Send\n9 1 L 0 v a k 64\n7 2 S "
     "a\n10 3 L 0 v b k\n7 3 S b\n",
     "1 [MPI_Recv 0, 1 wait 0, 0 [MPI_Send 1, 0>1 1-2, 1<0 1-3, 0 MPI_Send] 2, "
     "1 MPI_Recv] 3",
     ""},
    {"after a wait",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "5 0 S b wait\n5 1 S a send\n9 1 L 0 v a k\n5 1 "
     "S b recv\n5 2 S a idle\n10 2 L 0 v b k\n5 2 S b "
     "idle\n",
     "1 [wait 0, 1 sleep 0-1, 0 [send 1, 0>1 1-2, 1 wait] 1, 1 [recv 1, 1<0 "
     "1-2, 0 send] 2, 1 recv] 2",
     ""},
    {"several in one call",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "6 0 S a MPI_Alltoall\n9 0 L 0 v a 1\n9 2 L 0 v a 2\n7 3 S "
     "a\n6 0 S b MPI_Waitall\n10 1 L 0 v b 1\n10 4 L 0 v b 2\n7 4 S "
     "b\n",
     "0 [MPI_Alltoall 0, 0>1 0-2, 1 [MPI_Waitall 0, 1<0 0-1, 1 wait 1, 0>1 "
     "2-3, 1<0 2-4, 0 MPI_Alltoall] 3, 1 MPI_Waitall] 4",
     ""},
    {"while it computes",
     TRACE_PAJE_READ_HEAD PAJE_TWO "5 0 S a X\n9 1 L 0 v a k\n10 2 L 0 v b "
                                   "k\n5 3 S a idle\n",
     "0 [X 0, 0 compute 0-3, 0>1 1, 1<0 2, 0 X] 3", ""},
    {"without states",
     TRACE_PAJE_READ_HEAD PAJE_TWO "9 1 L 0 v a k\n10 2 L 0 v b k\n",
     "0>1 1, 1<0 2", ""},
    {"the end before the beginning",
     TRACE_PAJE_READ_HEAD PAJE_TWO "10 2 L 0 v b k\n9 1 L 0 v a k\n",
     "0>1 1, 1<0 2", ""},
    {"the same key again, first come first served",
     TRACE_PAJE_READ_HEAD PAJE_TWO
     "9 1 L 0 v a k\n9 2 L 0 v a k\n10 3 L 0 v b k\n10 4 L 0 v b k\n",
     "0>1 1, 0>1 2, 1<0 3, 1<0 4", ""},
    {"another value",
     TRACE_PAJE_READ_HEAD PAJE_TWO "9 1 L 0 v a k\n10 3 L 0 w b k\n", "",
     "2 links with one end"},
    {"within a container",
     TRACE_PAJE_READ_HEAD PAJE_TWO "9 1 L 0 v a k\n10 3 L 0 v a k\n", "",
     "1 link within a container"},
    {"SimGrid's network",
     TRACE_PAJE_READ_HEAD PAJE_TWO "9 0 L 0 topology a k\n10 0 L 0 topology b "
                                   "k\n",
     "", "1 link of the topology"},
};

static const struct {
    const struct paje_peculiar *row;
    size_t count;
} paje_tables[] = {
    {paje_forms, sizeof paje_forms / sizeof *paje_forms},
    {trace_paje_read_times,
     sizeof trace_paje_read_times / sizeof *trace_paje_read_times},
    {trace_paje_read_states,
     sizeof trace_paje_read_states / sizeof *trace_paje_read_states},
    {links, sizeof links / sizeof *links},
};

Test(paje_read, peculiar)
{
    for (size_t t = 0; t < sizeof paje_tables / sizeof *paje_tables; t++)
        for (size_t i = 0; i < paje_tables[t].count; i++) {
            struct weft_trace trace;
            read_row(&paje_tables[t].row[i], &trace);
            weft_trace_finish(&trace);
        }
}

/* A processor's name contains the names of the enclosing containers; the length
 * of a message is that of the link. */
Test(paje_read, names)
{
    struct weft_trace trace;
    read_row(
        &(struct paje_peculiar){
            "names",
            TRACE_PAJE_READ_HEAD
            "3 0 m M 0 machine\n3 0 n N m 'node 1'\n3 0 c C n CPU0\n"
            "3 0 d C n CPU1\n9 0 L 0 v c k 4096\n10 1 L 0 v d k\n",
            "0>1 0, 1<0 1", ""},
        &trace);
    cr_assert_eq(trace.info.processors, 2);
    cr_expect_str_eq(weft_processor_name(&trace.info, 0),
                     "CPU0 (node 1, machine)");
    cr_expect_eq(trace.events[0].bytes, 4096);
    cr_expect_eq(trace.events[1].bytes, 4096);
    weft_trace_finish(&trace);
}

/* Between calls a processor counts as computing if the file records nothing
 * else. */
Test(paje_read, origin)
{
    static const struct paje_peculiar rows[] = {
        {"paje-calls",
         TRACE_PAJE_READ_HEAD PAJE_TWO
         "6 0 S a MPI_Bcast\n7 1 S a\n6 2 S a MPI_Wait\n7 3 S a\n",
         "0 [MPI_Bcast 0, 0 call 0-1, 0 MPI_Bcast] 1, 0 [MPI_Wait 2, 0 sleep "
         "2-3, 0 MPI_Wait] 3",
         ""},
        {"paje",
         TRACE_PAJE_READ_HEAD PAJE_TWO
         "6 0 S a X\n7 1 S a\n6 2 S a MPI_Wait\n7 3 S a\n",
         "0 [X 0, 0 compute 0-1, 0 X] 1, 0 [MPI_Wait 2, 0 sleep 2-3, 0 "
         "MPI_Wait] 3",
         ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_trace trace;
        read_row(&rows[i], &trace);
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "origin"),
                         rows[i].what);
        weft_trace_finish(&trace);
    }
}

/* ---- weft's own ---- */

static const struct weft_event trace_paje_read_run[] = {
    {0, 3, 0, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
    {0, 0, 0, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
    {3, 2, 3, 0, 1, 27, 8, 1, WEFT_SEND, 0},
    {3, 2, 0, 1, 0, 27, 8, 1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {5, 2, 5, 0, 1, 27, 8, 1, WEFT_SEND, 0},
    {5, 2, 5, 1, 0, 27, 8, 1, WEFT_RECEIVE, 0},
    {7, 0, 7, 0, -1, 5, 0, -1, WEFT_MARK, 0},
    {7, 3, 7, 0, -1, 28, 8, -1, WEFT_SEND, 0}, /* receiver unknown */
    {7, 0, 7, 1, -1, 27, 0, -1, WEFT_STORE, 0},
    {7, 2, 7, 1, 0, 29, 8, -1, WEFT_SEND, 0}, /* never received */
};
#define TRACE_PAJE_READ_RUN                                                    \
    (sizeof trace_paje_read_run / sizeof *trace_paje_read_run)

Test(paje_read, own)
{
    const struct weft_parameter name = {"processor.1", "node \"b\", 2"};
    const struct weft_trace_info info = {2, 1000000, 2, 1, &name};
    struct weft_trace back;
    struct weft_read_report report;
    struct weft_error err;
    char *text =
        write_text("paje", &info, trace_paje_read_run, TRACE_PAJE_READ_RUN);
    cr_assert(!read_text(NULL, text, strlen(text), &back, &report, &err));
    cr_expect_str_eq(report.skipped_what, "");
    cr_expect_eq(back.info.unit_ns, 1000000);
    cr_expect_eq(back.info.step, 2);
    cr_expect_str_eq(weft_processor_name(&back.info, 1), "node \"b\", 2");
    cr_assert_eq(back.count, TRACE_PAJE_READ_RUN);
    for (size_t i = 0; i < TRACE_PAJE_READ_RUN; i++)
        cr_expect_str_eq(event_text(&back.events[i]),
                         event_text(&trace_paje_read_run[i]));
    weft_trace_finish(&back);
    free(text);
}
