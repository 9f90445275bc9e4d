/* Peculiarities of Chrome traces written by other programs, one small file
 * each, with weft's result: the events as printed by describe(), and what is
 * skipped or completed. In these texts ' stands for ". docs/formats-chrome.md
 * shows the rows together with the results of Perfetto's engine. */
#ifndef WEFT_TESTS_PECULIAR_H
#define WEFT_TESTS_PECULIAR_H

struct peculiar {
    const char *what, *text, *events, *skipped;
};

#define OPEN "; 1 slice without end: drawn to the end of the trace"
#define INNER "; 1 slice without end: ended with the enclosing slice"
#define X(tid, ts, dur, name)                                                  \
    "{'ph':'X','pid':1,'tid':" #tid ",'ts':" #ts ",'dur':" #dur                \
    ",'name':'" name "'},"
#define PH(phase, tid, ts, more)                                               \
    "{'ph':'" phase "','pid':1,'tid':" #tid ",'ts':" #ts more "},"
#define NAME(name) ",'name':'" name "'"
#define FLOW(phase, tid, ts, id, more) PH(phase, tid, ts, ",'id':" id more)
#define OUT(id) ",'dur':2,'bind_id':" id ",'flow_out':true"
#define IN(id) ",'dur':2,'bind_id':" id ",'flow_in':true"
#define ASYNC(phase, ts, id, name)                                             \
    PH(phase, 1, ts, ",'cat':'rpc','id':" id NAME(name))

/* ---- forms of the file ---- */

static const struct peculiar forms[] = {
    {"a list", "[" X(1, 0, 5, "a") "]", "0 a 0-5", ""},
    {"a list without its end", "[" X(1, 0, 5, "a"), "0 a 0-5", ""},
    {"an object without its end", "{'traceEvents':[" X(1, 0, 5, "a"), "0 a 0-5",
     ""},
    {"an object without its last brace", "{'traceEvents':[" X(1, 0, 5, "a") "]",
     "0 a 0-5", ""},
    {"a file cut in a name", "[" X(1, 0, 5, "a") "{'ph':'X','na", "0 a 0-5",
     "1 event cut off by the end of the file (line 1)"},
    {"a file cut in a number", "[" X(1, 0, 5, "a") "{'ph':'X','ts':1",
     "0 a 0-5", "1 event cut off by the end of the file (line 1)"},
    {"a file cut behind the list", "{'traceEvents':[" X(1, 0, 5, "a") "],'meta",
     "0 a 0-5", ""},
    {"text behind the list", "[" X(1, 0, 5, "a") "] and more", "0 a 0-5",
     "1 rest of the file after an error (line 1)"},
    {"two lists in a row", "[" X(1, 0, 5, "a") "]\n[" X(1, 7, 5, "b") "]",
     "0 a 0-5", "1 rest of the file after an error (line 2)"},
    {"null among the events", "[null," X(1, 0, 5, "a") "]", "0 a 0-5",
     "1 value in place of an event (line 1)"},
    {"an empty object", "[{}," X(1, 0, 5, "a") "]", "0 a 0-5", "1 other event"},
    {"no comma between events", "[{'ph':'i'}\n" X(1, 0, 5, "a") "]", "0 a 0-5",
     "1 instant"},
    {"nothing but a number", "[1]", "refused", "must be an object"},
    {"no list of events", "{'displayTimeUnit':'ms'}", "refused",
     "traceEvents is missing"},
    {"an empty list", "[]", "", ""},
    {"NaN in args", "[" PH("X", 1, 0, ",'dur':5,'args':{'loss':NaN}") "]",
     "0 - 0-5", ""},
    {"a tab in a name", "[" X(1, 0, 5, "a\tb") "]", "0 a\tb 0-5", ""},
    {"a line break in a name", "[" X(1, 0, 5, "a\nb") "\n" X(1, 7, 5, "c"),
     "0 c 7-12", "1 malformed event (line 1)"},
    {"an unknown escape", "[" X(1, 0, 5, "a\\q") X(1, 7, 5, "c"), "0 c 7-12",
     "1 malformed event (line 1)"},
    {"a number that is none", "[{'ph':'X','ts':1.2.3,'dur':1}," X(1, 7, 5, "c"),
     "0 c 7-12", "1 malformed event (line 1)"},
};

/* ---- times ---- */

static const struct peculiar times[] = {
    {"a negative time", "[" X(1, -17, 17, "a") X(1, 0, 9, "b"),
     "0 a 0-17, 0 b 17-26", ""},
    {"negative times only", "[" X(1, -17, 2, "a") X(1, -7, 2, "b"),
     "0 a 0-2, 0 b 10-12", ""},
    {"a negative end of a pair",
     "[" PH("B", 1, -9, NAME("a")) PH("E", 1, -2, ""), "0 a 0-7", ""},
    {"times as text", "[" PH("X", 1, '3', ",'dur':'4'"), "0 - 3-7", ""},
    {"fractions of microseconds", "[" X(1, 0.25, 1.125, "a"), "0 a 0.25-1.375",
     ""},
    {"an exponent", "[" X(1, 1e3, 2e0, "a"), "0 a 1000-1002", ""},
    {"null as time", "[" X(1, null, 2, "a") X(1, 0, 5, "b"), "0 b 0-5",
     "1 event without a valid time (line 1)"},
    {"no time", "[{'ph':'X','dur':1}," X(1, 0, 5, "b"), "0 b 0-5",
     "1 event without a valid time (line 1)"},
    {"NaN as time", "[" X(1, NaN, 2, "a") X(1, 0, 5, "b"), "0 b 0-5",
     "1 event without a valid time (line 1)"},
    {"a jump of the clock", "[" X(1, 2e16, 2, "a") X(1, 0, 5, "b"), "0 b 0-5",
     "1 event without a valid time (line 1)"},
    {"a negative duration", "[" X(1, 9, -4, "a") X(1, 0, 5, "b"), "0 b 0-5",
     "1 slice without a valid duration (line 1)"},
    {"a duration of null", "[" X(1, 9, null, "a") X(1, 0, 5, "b"), "0 b 0-5",
     "1 slice without duration"},
    {"an infinite duration", "[" X(1, 9, Infinity, "a") X(1, 0, 5, "b"),
     "0 b 0-5", "1 slice without a valid duration (line 1)"},
    {"no duration", "[" X(1, 3, 0, "a"), "0 a 3-3", ""},
    {"no duration and no name", "[" PH("X", 1, 3, ",'dur':0"), "0 - 3-3", ""},
    {"two slices without duration within another",
     "[" X(1, 0, 9, "a") X(1, 3, 0, "b") X(1, 3, 0, "c"),
     "0 a 0-9, 0 b 3-3, 0 c 3-3", ""},
    {"counters alone have no times", "[{'ph':'C','ts':NaN}", "", "1 counter"},
};

/* ---- slices ---- */

static const struct peculiar slices[] = {
    {"a missing end",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B"))
         PH("B", 1, 2, NAME("lost")) PH("E", 1, 3, NAME("B"))
             PH("E", 1, 4, NAME("A")),
     "0 A 0-4, 0 B 1-3, 0 lost 2-3", INNER},
    {"no end, at the end of the trace",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B"))
         PH("E", 1, 3, NAME("B")) X(2, 5, 2, "C"),
     "0 A 0-, 0 B 1-3, 1 C 5-7", OPEN},
    {"no ends at all",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("A")) X(2, 5, 2, "C"),
     "0 A 0-, 0 A 1-, 1 C 5-7",
     "; 2 slices without end: drawn to the end of the trace"},
    {"no end and no name", "[" PH("B", 1, 0, "") PH("X", 2, 5, ",'dur':2"),
     "0 - 0-7, 1 - 5-7", OPEN},
    {"no end, last of all", "[" X(1, 0, 5, "a") PH("B", 2, 5, NAME("B")),
     "0 a 0-5, 1 B 5-", OPEN},
    {"no end, negative times", "[" PH("B", 1, -9, NAME("A")) X(2, -3, 2, "C"),
     "0 A 0-, 1 C 6-8", OPEN},
    {"an end of another name",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B"))
         PH("E", 1, 2, NAME("C")) PH("E", 1, 9, NAME("B"))
             PH("E", 1, 10, NAME("A")),
     "0 A 0-10, 0 B 1-9", "1 other event"},
    {"ends without names",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B")) PH("E", 1, 3, "")
         PH("E", 1, 4, ""),
     "0 A 0-4, 0 B 1-3", ""},
    {"ends before begins in the file",
     "[" PH("E", 1, 3, NAME("B")) PH("E", 1, 4, NAME("A"))
         PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B")),
     "0 A 0-4, 0 B 1-3", ""},
    {"ends of one time in the wrong order",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B"))
         PH("E", 1, 3, NAME("A")) PH("E", 1, 3, NAME("C"))
             PH("E", 1, 3, NAME("B")) PH("E", 1, 3, NAME("B")),
     "0 A 0-3, 0 B 1-3", "2 other events"},
    {"a missing end among ends of one time",
     "[" PH("B", 1, 0, NAME("A")) PH("B", 1, 1, NAME("B"))
         PH("B", 1, 2, NAME("lost")) PH("E", 1, 3, NAME("A"))
             PH("E", 1, 3, NAME("B")),
     "0 A 0-3, 0 B 1-3, 0 lost 2-3", INNER},
    {"ends of other threads", "[" PH("B", 1, 0, NAME("A")) PH("E", 2, 4, ""),
     "0 A 0-", "1 other event" OPEN},
    {"overlapping slices", "[" X(1, 0, 5, "a") X(1, 3, 5, "b"),
     "0 a 0-5, 0 b 3-8", ""},
    {"out of order", "[" X(1, 7, 2, "b") X(1, 0, 5, "a"), "0 a 0-5, 0 b 7-9",
     ""},
    {"an unknown phase", "[" PH("Z", 1, 0, "") X(1, 0, 5, "a"), "0 a 0-5",
     "1 other event"},
    {"a phase of two letters", "[" PH("XX", 1, 0, "") X(1, 0, 5, "a"),
     "0 a 0-5", "1 other event"},
    {"snapshots and instants",
     "[" PH("O", 1, 0, "") PH("i", 1, 0, "") PH("I", 1, 0, "") X(1, 0, 5, "a"),
     "0 a 0-5", "2 instants, 1 other event"},
};

/* ---- async slices ---- */

static const struct peculiar asyncs[] = {
    {"one slice", "[" ASYNC("b", 0, "1", "call") ASYNC("e", 50, "1", "call"),
     "0 call 0-50", ""},
    {"nested in one id",
     "[" ASYNC("b", 0, "1", "call") ASYNC("b", 10, "1", "part")
         ASYNC("e", 20, "1", "part") ASYNC("e", 50, "1", "call"),
     "0 call 0-50, 0 part 10-20", ""},
    {"two that overlap have two lanes",
     "[" ASYNC("b", 0, "1", "x") ASYNC("b", 10, "2", "y")
         ASYNC("e", 20, "1", "x") ASYNC("e", 30, "2", "y"),
     "0 x 0-20, 1 y 10-30", ""},
    {"a lane is used again",
     "[" ASYNC("b", 0, "1", "x") ASYNC("b", 10, "2", "y")
         ASYNC("e", 20, "1", "x") ASYNC("e", 30, "2", "y")
             ASYNC("b", 20, "3", "z") ASYNC("e", 40, "3", "z"),
     "0 x 0-20, 1 y 10-30, 0 z 20-40", ""},
    {"ids as text, number and hexadecimal",
     "[" ASYNC("b", 0, "'0x10'", "x") ASYNC("e", 5, "16", "x")
         ASYNC("b", 6, "'16'", "y") ASYNC("e", 8, "'0x10'", "y"),
     "0 x 0-5, 0 y 6-8", ""},
    {"ids in id2",
     "[" PH("b", 1, 0, ",'cat':'c','id2':{'local':'0x1'}" NAME("x"))
         PH("e", 1, 5, ",'cat':'c','id2':{'local':'0x1'}" NAME("x")),
     "0 x 0-5", ""},
    {"the old phases",
     "[" ASYNC("S", 0, "1", "x") ASYNC("T", 3, "1", "x") ASYNC("p", 4, "1", "x")
         ASYNC("F", 5, "1", "x"),
     "0 x 0-5", "2 instants of async slices"},
    {"an end on another thread",
     "[" ASYNC("b", 0, "1", "x") PH("e", 7, 5, ",'cat':'rpc','id':1" NAME("x")),
     "0 x 0-5", ""},
    {"no end", "[" ASYNC("b", 0, "1", "x") X(1, 0, 5, "a"), "0 a 0-5",
     "1 async slice without end"},
    {"no inner end",
     "[" ASYNC("b", 0, "1", "x") ASYNC("b", 1, "1", "y")
         ASYNC("e", 5, "1", "x"),
     "0 x 0-5, 0 y 1-5", INNER},
    {"processors behind the threads",
     "[" ASYNC("b", 0, "1", "x") ASYNC("e", 2, "1", "x") X(1, 0, 5, "a")
         X(2, 0, 5, "b"),
     "0 a 0-5, 1 b 0-5, 2 x 0-2", ""},
};

/* ---- arrows ---- */

#define TWO X(1, 0, 5, "a") X(2, 7, 5, "b")
static const struct peculiar arrows[] = {
    {"version 1",
     "[" TWO FLOW("s", 1, 2, "7", "") FLOW("f", 2, 9, "7", ",'bp':'e'"),
     "0 a 0-5, 0>1 0-5, 1 b 7-12, 1<0 7-12", ""},
    {"version 1 to the next slice",
     "[" TWO FLOW("s", 1, 2, "7", "") FLOW("f", 2, 6, "7", ""),
     "0 a 0-5, 0>1 0-5, 1 b 7-12, 1<0 7-12", ""},
    {"version 1, ids 0x10 and 16",
     "[" TWO FLOW("s", 1, 2, "'0x10'", "") FLOW("f", 2, 9, "16", ",'bp':'e'"),
     "0 a 0-5, 0>1 0-5, 1 b 7-12, 1<0 7-12", ""},
    {"version 1, steps on the way",
     "[" TWO X(3, 20, 5, "c") FLOW("s", 1, 2, "7", "") FLOW("t", 2, 9, "7", "")
         FLOW("f", 3, 22, "7", ",'bp':'e'"),
     "0 a 0-5, 0>1 0-5, 1 b 7-12, 1>2 7-12, 1<0 7-12, 2 c 20-25, "
     "2<1 20-25",
     ""},
    {"version 1 without id",
     "[" TWO PH("s", 1, 2, "") FLOW("f", 2, 9, "7", ",'bp':'e'"),
     "0 a 0-5, 1 b 7-12", "2 unpaired ends of arrows"},
    {"version 1, an end without begin",
     "[" TWO FLOW("f", 2, 9, "7", ",'bp':'e'"), "0 a 0-5, 1 b 7-12",
     "1 unpaired end of arrows"},
    {"version 1 with a negative time",
     "[" X(1, -9, 5, "a") X(2, 0, 5, "b") FLOW("s", 1, -8, "7", "")
         FLOW("f", 2, 1, "7", ",'bp':'e'"),
     "0 a 0-5, 0>1 0-5, 1 b 9-14, 1<0 9-14", ""},
    {"version 2", "[" PH("X", 1, 0, OUT("1")) PH("X", 2, 5, IN("1")),
     "0>1 0-2, 1<0 5-7", ""},
    {"version 2, ids 0x10 and 16",
     "[" PH("X", 1, 0, OUT("'0x10'")) PH("X", 2, 5, IN("16")),
     "0>1 0-2, 1<0 5-7", ""},
    {"version 2 to two",
     "[" PH("X", 1, 0, OUT("1")) PH("X", 2, 5, IN("1")) PH("X", 3, 6, IN("1")),
     "0>1 0-2, 0>2 0-2, 1<0 5-7, 2<0 6-8", ""},
    {"version 2 of pairs",
     "[" PH("B", 1, 0, ",'bind_id':1,'flow_out':true") PH("E", 1, 2, "")
         PH("X", 2, 5, IN("1")),
     "0>1 0-2, 1<0 5-7", ""},
    {"version 2 of a slice without end",
     "[" PH("B", 1, 0, ",'bind_id':1,'flow_out':true") PH("X", 2, 5, IN("1")),
     "0>1 0-7, 1<0 5-7", OPEN},
    {"version 2 without flow", "[" PH("X", 1, 0, ",'dur':2,'bind_id':1"),
     "0 - 0-2", ""},
    {"within a thread", "[" PH("X", 1, 0, OUT("1")) PH("X", 1, 5, IN("1")),
     "0 - 0-2, 0 - 5-7", "1 arrow within a thread"},
    {"between slices without duration",
     "[" PH("X", 1, 3, ",'dur':0,'bind_id':1,'flow_out':true")
         PH("X", 2, 3, ",'dur':0,'bind_id':1,'flow_in':true"),
     "0>1 3-3, 1<0 3-3", ""},
};

#endif
