/* Whole cubes: broadcasts in turn in the fewest steps that there are.
 *
 * A search found each of them once:
 *
 *     weft optimum successive -n hypercube:D --order ORDER --no-strategies \
 *         -t best.sched
 *     tests/optimum/pattern.py best.sched
 *
 * prints the rows; for D = 5 with --steps 51 --narrow, some five minutes of one
 * core. docs/optimum.md says why fewer steps do not do. */
#include <stddef.h>

#include "pattern.h"

static const char *const cube_1_rows[] = {"Aa", "bB"};

static const struct pattern cube_1 = {
    .name = "hypercube-1",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 1,
    .whole = true,
    .period = 2,
    .turn = {0, 1},
    .low = 1,
    .high = 2,
    .row = {cube_1_rows, cube_1_rows, cube_1_rows},
};

static const char *const cube_2_rows[] = {"Aaa.", "bBAa", "BBbb",
                                          "c.Cc", "CcdD", "ddDD"};

static const struct pattern cube_2 = {
    .name = "hypercube-2",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 2,
    .whole = true,
    .period = 6,
    .turn = {0, 1, 2, 3},
    .low = 1,
    .high = 6,
    .row = {cube_2_rows, cube_2_rows, cube_2_rows},
};

static const char *const cube_3_rows[] = {
    "Aaa.a...", "bBAaAaa.", "BBbbbbAa", ".ccCBBbb", "cCC..cc.",
    "d.DdcCdc", "DdeDd.Ed", "eDEeedEe", "fe.EFefE", "Fff.FfFf",
    ".gFfgG.g", "gG..GhgH", "GGgghHhH", "hhhhHHHH"};

static const struct pattern cube_3 = {
    .name = "hypercube-3",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 3,
    .whole = true,
    .period = 14,
    .turn = {0, 1, 3, 2, 6, 4, 5, 7},
    .low = 1,
    .high = 14,
    .row = {cube_3_rows, cube_3_rows, cube_3_rows},
};

static const char *const cube_4_program_rows[] = {
    "Aaa.a...a.......", "bBAaAaa.Aaa.a...", "BBbbbbAabbAaAaa.",
    "c.CcBBbbBBbb.bAa", "CcCCc.Bcc.ccbBbb", ".ddD.ccCCcCdc.cc",
    "dDDD.ddd.ddDCc.d", "D..edeeEdDD..dde", ".eeEeFEfD..edeeE",
    "efEffFfF.eeEefEf", "fFfFGgg.efEffFfF", "ggg.GGGgfFfFggg.",
    "GGGgh.Hhggg..Ghg", "h..hHh.H.Ghgh.Hh", "HhhH.Hi.h.ihihIi",
    ".Hi.i.IiihJiIijI", "i.jiIijIjiJjjIJj", "jiJj.I..Jj.kJjkK",
    "Jj.kjjk..kkKkJK.", "..klkJKjkllLKk.l", "k.lLKkKklMLm.llL",
    "lkLL.KllmMmMlmLm", "Llmmll.LMnMMmNmn", ".mMM..mmnN.nnNnN",
    "mnM.m.MnoNnNOooN", "nN.nMmnNPoo.pOO.", "Non.nnoNPOpoPpOo",
    "oOooooOo.pPp.Ppp", "ppppppppPPPPPPPP"};

static const struct pattern cube_4_program = {
    .name = "hypercube-4-program",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 4,
    .whole = true,
    .period = 29,
    .turn = {0, 1, 2, 3, 7, 5, 4, 6, 14, 10, 15, 11, 9, 13, 12, 8},
    .low = 1,
    .high = 29,
    .row = {cube_4_program_rows, cube_4_program_rows, cube_4_program_rows},
};

static const char *const cube_4_buffered_rows[] = {
    "Aaa.a...a.......", "bBAaAba..ba.a...", "BBbbbB.bbBAbAaa.",
    ".ccCBabcBabcbA.a", "dCDd.cdC.AdaBbbc", "DCCDcCDddccd.Bdb",
    "cdeDCdcDeCEecced", "e.EAdDeaEefFCdcf", "Eefee.EeDEFEdefe",
    "fDFfEefgcdCgeggG", "Ff.FfghffghGgGHh", ".F.ggfghhfHGGhGH",
    "hgiGihIiHhgGhHi.", "HhhjhjjJgFG.ifIi", "ijIJjiJIF.iifijI",
    "IkgikKGkiijIjkJj", "lKjkLll.jkJjlj.J", "LlkKKLLKlj.Jkllk",
    "kLKlm.k.mlkhMmmH", "giGhMImHknKknNkn", "jJmLnmMlnmllNMLm",
    "omlLNMnmOoono.nN", "npnnNnNnpPnN.pLl", "pnomop.MPNOoOPop",
    "PPppOoopPOpppopP", "moOopOpoMMmmPOPo"};

static const struct pattern cube_4_buffered = {
    .name = "hypercube-4-buffered",
    .order = WEFT_ORDER_BUFFERED,
    .fibre = 4,
    .whole = true,
    .period = 26,
    .turn = {0, 1, 3, 2, 10, 11, 15, 14, 6, 7, 5, 4, 12, 13, 8, 9},
    .low = 1,
    .high = 26,
    .row = {cube_4_buffered_rows, cube_4_buffered_rows, cube_4_buffered_rows},
};

static const char *const cube_5_buffered_rows[] = {
    "Aaa.a...a.......a...............", "bBAa.ba.Aaa.a...Aaa.a...a.......",
    "BBbbbBAbbbAaAba.bbAaAaa.Aaa.a...", ".ccCBabcB.bcbBAbB.bcbA.ab.Aa.ba.",
    "dCDd.Ada.BdbBaAa.ccCBbbcBbbcbB.b", "DCCDdcDCdccdBAbcdCCd.cdA.BcbBaba",
    "cCe.Dd.BeCEedccCDddDcCDbdced.cdc", "edEfcDedEefFeddfcDebCdcBeddfc.Dd",
    ".efFD.cffEFEceCF..EfdDedEefeedcf", "EEFeeef.FfEgfEeeeefgD.EefggGdeeg",
    "Cf.gfEFecFhGFffgEEheeefghfHhfggG", "fFgGFf.FhdHD.ghdhfghfggfHhGHgGGh",
    "ggGG.FhgHhghgGHhihIigfihgHiHGhhH", "ihhjggHhgHi.GGgEIjjJihhji.IihHie",
    "IHGJihgji.IjhFi.jJJIhjji.iFIHffi", "jjiJhHikIijJihIiJiIkjkkKjI..iiIk",
    "JijkjklKjgJGIijk.Il.liLlJjjkjkkK", "hkkKljLJJjIijklKHgLGklKL.JljkjKl",
    "kIKimiki.JkkljLlgkGKMmmIlkLKmllL", "mKlhMnLlkkKlmlkLlnmHnNMnLlkJlnmj",
    "KnmlkNjnKllLknJjnNMmNMnNknmlnmjn", "lNKnLlnNmn..MomnkmkMKoNmmoMmoOno",
    "LlnNnoNmlomnpOnomlMnpL.MoOMoPppm", "noNmoOmMoOnoPppmponoPOponNoOOPop",
    "om.oOpoonpomoPqpPMpOopqONmOMqPQq", "Opp.pPqppPOpMmoropPpqPQrqpprQrrR",
    "pMPpqmprqmprnrrqO.orQqrRQrqRNRRQ", "q.orQqrsQqqsqssS.rORrQRqrRn..qNs",
    "QrqsrstqrstSsSTtrRrqRrRQRqrnrQtN", "rstqsrstsSTtStSTRqqQORospPtstsTS",
    "sqututUuStsTtTu.qQtstsupssTSTS.P", "uSULtvvVtTQquqUvssulTttvStsqsQuQ",
    "ttTTvuVURrrvrvvVttTvuvUVtTut.tUu", "UwsvwWSwuvvVvwVuuvsVUwsucCSvuuvU",
    "wWrRXxxTvwVuxu.UfwF.wWvtuvUVvwVv", "WxxwWXXWwuVUwxxwwWvVWxwwvwvuVvsS",
    "xXwWyXwxyxxwYyXxWxwwxXWxwu.Uyxx.", "yvvxYVWXxzXWzZwzxXVusuSUyxxwYyy.",
    "YyyuVy.zzywzZYWZyuxUvyxXxyXxzYwy", "v6YyVzzZ60zZ.6yyvyVtzYyTz6yzZzYY",
    "60Y6z6ZZ177.70z6z6yzZzzz7zzZwXWx", "076z60yy01yy67YY6zzZy6Yy67wyxXWY",
    "710077668.161.60876660Z6287.86z6", "1zzZ110728Xx8..W797y776Y9317298w",
    "zZ778.719268280T981719873298732t", "9+.8288139829207+48+8+283+829868",
    "398+9+283+9739815--4147++4Pp1777", "-3U9399++4u+32985528--+4--39609+",
    "5-93-4+44-+91+7+3X9x55--056---39", "+8+3+4-9454-+3+942+-+85544++++--",
    "8u--5-5--5-5----2U39939950-64Z+z"};

static const struct pattern cube_5_buffered = {
    .name = "hypercube-5-buffered",
    .order = WEFT_ORDER_BUFFERED,
    .fibre = 5,
    .whole = true,
    .period = 51,
    .turn = {0,  1,  3,  2,  10, 11, 27, 26, 18, 19, 23, 22, 20, 21, 29, 28,
             30, 31, 15, 14, 6,  7,  5,  4,  12, 13, 9,  8,  24, 25, 17, 16},
    .low = 1,
    .high = 51,
    .row = {cube_5_buffered_rows, cube_5_buffered_rows, cube_5_buffered_rows},
};

/* The strictest order first: what keeps it keeps those that follow. */
const struct pattern *const optimal_patterns[] = {
    &cube_1,          &cube_2,          &cube_3, &cube_4_program,
    &cube_4_buffered, &cube_5_buffered, NULL,
};
