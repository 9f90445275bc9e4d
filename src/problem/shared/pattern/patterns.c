/* The known patterns. A SAT solver found the actions of a home, an away and an
 * ahead processor for each fibre label that fit together with those of the
 * previous and next blocks; see docs/optimum.md. */
#include <stddef.h>

#include "pattern.h"

/* p = 2: one broadcast after the other. */
static const char *const edge_home[] = {"Aa", "bB"};
static const struct pattern patterns_edge = {
    .name = "edge",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 1,
    .whole = true,
    .period = 2,
    .turn = {0, 1},
    .low = 1,
    .high = 2,
    .row = {edge_home, edge_home, edge_home},
};

static const char *const buffered_3_13_home[] = {
    "Aaa.a...", "b.B.Aab.", "BbAabAaa", ".BcbcbCc", "dAABDddb",
    "DdCcCcDd", "cDddCEDe", "Cc.f.ffF", ".efeeEFE", "eggGEFeg",
    "gfGEfFgG", "GHehghE.", "fFhHhH.h", "hGH.HghH"};

static const char *const buffered_3_13_away[] = {
    "..b.a...", "b.B.Aab.", "BaBbbAca", "aAaac.Cc", "dbABBbab",
    "DddcdedC", "ceDdeEDd", "CEceDdfe", "CcfgffFE", "efgGEFef",
    "ghGfCcgF", "fHFhghGg", ".ghHhHFh", "hGeEHghH"};

static const char *const buffered_3_13_ahead[] = {
    "..b.a...", "b.a.Aaa.", "BbAabAca", "aaAbBbCc", "dAccccCC",
    "DddBdedb", "ceDdeEDd", "eE.eDdfe", "CcfgffFf", "ffFfEFeg",
    "gheE.ggG", "GgghghbB", "..h.h.Eh", "h.H...h."};

static const struct pattern buffered_3_13 = {
    .name = "buffered-3-13",
    .order = WEFT_ORDER_BUFFERED,
    .fibre = 3,
    .period = 13,
    .translation = 1,
    .turn = {0, 2, 6, 4, 5, 7, 3, 1},
    .low = 1,
    .high = 14,
    .row = {buffered_3_13_home, buffered_3_13_away, buffered_3_13_ahead},
};

static const char *const buffered_2_7_home[] = {
    "Aaa.", "bABb", "BbAa", ".ccC", "ADCd", "dDdD", "DCDD", "cCBD", "..D."};

static const char *const buffered_2_7_away[] = {
    ".a..", "bA.a", "Bbbc", "accC", "Ada.", "dDdd", "DCDD", "cCBb", "...."};

static const char *const buffered_2_7_ahead[] = {
    ".a..", "b.a.", "BbAa", "aBcb", "cdCc", "dcdd", "..b.", "....", "...."};

static const struct pattern buffered_2_7 = {
    .name = "buffered-2-7",
    .order = WEFT_ORDER_BUFFERED,
    .fibre = 2,
    .period = 7,
    .translation = 1,
    .turn = {0, 2, 3, 1},
    .low = 1,
    .high = 9,
    .row = {buffered_2_7_home, buffered_2_7_away, buffered_2_7_ahead},
};

static const char *const program_2_8_home[] = {"....", "Aaa.", "bABa", "BbBb",
                                               ".C.c", "cCcC", "CCdD", "ddDD",
                                               "DD.D", "D.DD", "..D."};

static const char *const program_2_8_away[] = {"a...", "Aaa.", "bAba", "BbBb",
                                               ".c.c", "cCcC", ".Cd.", "ddDd",
                                               "DD.D", "D.DD", "..D."};

static const char *const program_2_8_ahead[] = {"a...", "Aaa.", ".Aba", "b.Bb",
                                                "Bb.c", "cc.d", "CdcD", "d...",
                                                "..d.", "....", "...."};

static const struct pattern program_2_8 = {
    .name = "program-2-8",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 2,
    .period = 8,
    .translation = 1,
    .turn = {0, 2, 1, 3},
    .low = 0,
    .high = 10,
    .row = {program_2_8_home, program_2_8_away, program_2_8_ahead},
};

const struct pattern *const patterns[] = {
    &patterns_edge, &program_2_8, &buffered_2_7, &buffered_3_13, NULL,
};
