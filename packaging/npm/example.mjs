// Compare all-reduces, check a run, and draw it: node example.mjs
import { load } from "weft-wasm"

const weft = await load()
const { rows } = await weft.compare("allreduce",
  { network: "complete:16", strategy: ["ring", "rabenseifner", "recursive-doubling"],
    vector: 65536, cost: "ts=100,tw=1" })
for (const row of rows)
  console.log(`${row.strategy}: time ${row.time}, at least ${row.lower_bound}`)

const run = await weft.run("allgather", { strategy: "ring", network: "ring:8", trace: "run.sched" })
const verdict = await weft.check("run.sched", { network: "ring:8" }, run.files)
console.log(`${run.steps} steps: ${verdict.verdict}`)

const svg = await weft.figure("gantt", "run.sched", {}, run.files)
console.log(svg.startsWith("<?xml") ? "a figure" : "no figure")
