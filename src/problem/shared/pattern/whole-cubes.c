/* Whole cubes: broadcasts in turn in the minimum number of steps, except for D
 * = 5 in the strict orders: 59 steps, where at least 57 are needed.
 *
 * Each was found by a search:
 *
 *     weft optimum successive -n hypercube:D --order ORDER --no-strategies \
 *         -t best.sched
 *     tests/optimum/pattern.py best.sched
 *
 * prints the rows; for D = 5 with --narrow and --steps 51 (buffered, some five
 * minutes of one core) or --steps 59 (program, an hour of a busy machine).
 * docs/optimum.md explains why fewer steps are impossible. */
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

static const char *const cube_5_program_rows[] = {
    "Aaa.a...a.......a...............", "bBAaAaa.Aaa.a...Aaa.a...a.......",
    "BBbbbbAabbAaAaa.bbAaAaa.Aaa.a...", ".cBBBBbbcCbbbbAaBBbbbbAabbAaAaa.",
    "cC.c.cBBCCccccbb.cBBBBbbccbbbbAa", "C.cCcC.c.dCCCCcccd.c.cBBdDccccbb",
    ".dC.C.cCdD.d.dCCdDcdcd.cDDddddcc", "dD.d.dC.D.dDde.dD.dDdecd.eDDeEdd",
    "D.dDde.d.eD.eEde.eD.eEdeeE.eE.e.", ".eD.efdeef.efFefeE.eE.eEE.eE.fEe",
    "ef.efFeffFefFgfGE.eE.fE..fE.fF.f", "fFefFgfgFgfggGgG.fE.fF.f.F.fFgfg",
    "FgfgghgHFGgGG.Ghf..fFgfgfgfFgG.G", ".hghhHhHg.G..hhHFgfgghgGgGggG.gh",
    "gHhHHI.iGhh.hiH.ghg.hi.hG.Gh.hhH", "hiHiiIiIhiHhiI.i.ihhiIhi.hhHhiH.",
    "iIiI.jI.iI.iI.iIhjHijJijhiH.ij.i", "Ij..jJ.jI.iI.jI.iK.jJkjJij.ijJij",
    "jkIjJkjJ.jI.jJ.j.KikkK.kjkijJkjJ", "JKjkkK.kjk.j.kjJjl.LK.klkKjkkKJk",
    "klJlK.klkKjkkK.kkLjL.llLKlklK.kl", "KLkL.llLKlklK.klK.kmlmLM.LlL.llm",
    "lLlmlmL.lLlL.llmlmlMLML.lL.mlmmM", ".mmMmM.mL..mlmmnmM....mn.mmnmnMN",
    "mMM.M.mn.mmnmnnNM.mnmnnNmnnNnNnN", "M..n.nnNmnnonNN..nnonNN.nooON..o",
    ".nnonNN.nooPN..onooON..ooOOp.ooO", "noopN..ooppP.oopoOOp.ooOOppPoOOp",
    "oppQ.ooppPPqoppPOppqoOOppPP.OppP", "pqqQoppqPqqQpPPqpqqQOppqP..qpPP.",
    "qQRrpqqQqQr.PqqQqQr.pqqQ.qqQP..q", "rrRRqQrrr.RrqQr.r.RrqQr.qQr..qqQ",
    "RRs.rrSsRr.Rr.srRr.Rr.srr.RrqQr.", "s.Ss.s.S.Rs.srSs.Rs.srSsRr.Rr.sr",
    "Ss.SsSt.s.tstsTts.SsSs.S.Rs.srts", ".St.t.TttsTtUtuTSs.S.St.s.tstsTt",
    "t.TtutuTu.uTUuUu.St.t.TttsTtutuT", "utuTVuvuU.UuvU.Ut.TtutuTutuTUuUu",
    "vuvuVUVvvt.UVvv.utu.vuvuUTUuv..U", "VvVvwv.VVuvU.VVvvuvuWUwvvu.Uwvv.",
    "w..VWVw...Vvw..VVvwv.vWww.v.Wwwv", "Www.WwWwwv.Vx.w.wVWwxw.WxvwvXxxw",
    ".WWwxW.Wxww.Xwxwxw.WXxx.X.xwyXYx", "x..WXxx.Xxxwy.yxXWx.y.yxywyxYyYX",
    "Xxx.y.yxyX.xYxYyy.yxzyZXYxYy.Yzy", "y.yxz.YyYyyX..z.zxzyZzZ..XzYz.Zz",
    "zy.yZyzY.YzyzyZz6y0Y.Z.yzy6zZz.Z", "6.z...Zzz.6zZz.Z0...6..z6z06.Z6Z",
    "0.6z6z.Z6z76.Z....7z066Z76106.76", ".z760Z6.76206..67z1Z.076178.7617",
    "7.80.676872.7660168670178127178.", "862.7..731.7177.802717819.288.28",
    "9..7.7813.98..8797.8812.38929822", "3798812.+839..98+8.29..842+.3992",
    "+839289849+388.2529.389.-.49.3+9", "-9+39..94+4+99395..939+.59-.+34+",
    "5+-+39+3-4-4++.+.9+.+349.+5.4+-.", "5-5-++.+5-5-44+45+4+-+-+54.+-454",
    ".5.5----.5.5----.---5-5-.-.-5-5-"};

static const struct pattern cube_5_program = {
    .name = "hypercube-5-program",
    .order = WEFT_ORDER_PROGRAM,
    .fibre = 5,
    .whole = true,
    .period = 59,
    .turn = {0, 1, 9, 25, 29, 13, 15, 7,  5,  21, 17, 19, 23, 31, 27, 11,
             3, 2, 6, 14, 12, 4,  20, 28, 30, 22, 18, 26, 10, 8,  24, 16},
    .low = 1,
    .high = 59,
    .row = {cube_5_program_rows, cube_5_program_rows, cube_5_program_rows},
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

/* Strictest order first: a pattern that keeps it also keeps the weaker ones. */
const struct pattern *const optimal_patterns[] = {
    &cube_1,          &cube_2,         &cube_3,          &cube_4_program,
    &cube_4_buffered, &cube_5_program, &cube_5_buffered, NULL,
};
