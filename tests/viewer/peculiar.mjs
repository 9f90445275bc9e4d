// What Perfetto's engine makes of small traces, in the words of peculiar.h:
//     node peculiar.mjs ENGINE-FOLDER FILE
// FILE is a list of traces in JSON; printed is a list of [events, errors].
import { readFileSync } from "node:fs";
import { start } from "./engine.mjs";

const SLICES = `select s.id, s.ts, s.dur, s.name, track_id as track,
  coalesce(tp.pid, pp.pid) as pid, tid from slice s
  left join thread_track tt on tt.id = track_id left join thread using (utid)
  left join process tp using (upid)
  left join process_track pt on pt.id = track_id
  left join process pp on pp.upid = pt.upid order by s.ts, s.id`;
const FLOWS = "select slice_out, slice_in from flow order by id";
const TROUBLE = `select name, value from stats where value > 0 and
  name != 'json_display_time_unit' and (severity = 'error' or
  severity = 'data_loss' or name glob 'flow_*' or name glob 'json_*' or
  name glob 'slice_*') order by name`;

// Threads by pid and tid, tracks of async slices behind them.
function processors(slices) {
  const key = (s) => [s.tid === null ? 1 : 0, s.pid ?? 0, s.tid ?? s.track];
  const keys = [...new Set(slices.map((s) => key(s).join()))]
    .map((text) => text.split(",").map(Number))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const number = new Map(keys.map((each, i) => [each.join(), i]));
  return new Map(slices.map((s) => [s.id, number.get(key(s).join())]));
}

function describe(slices, flows) {
  const rank = processors(slices), of = new Map(slices.map((s) => [s.id, s]));
  const span = (s) => `${s.ts / 1000}-${s.dur < 0 ? "" : (s.ts + s.dur) / 1000}`;
  const linked = new Set(flows.flatMap((f) => [f.slice_out, f.slice_in]));
  const name = (s) => (s.name === "[No name]" ? null : s.name);
  const named = slices.some(name);
  const items = slices.filter((s) => name(s) || !(named || linked.has(s.id)))
    .map((s) => `${rank.get(s.id)} ${name(s) ?? "-"} ${span(s)}`);
  for (const { slice_out, slice_in } of flows) {
    const from = rank.get(slice_out), to = rank.get(slice_in);
    items.push(`${from}>${to} ${span(of.get(slice_out))}`,
               `${to}<${from} ${span(of.get(slice_in))}`);
  }
  return items.join(", ");
}

const [folder, file] = process.argv.slice(2);
console.warn = () => {};
const engine = await start(folder);
const said = [];
for (const trace of JSON.parse(readFileSync(file, "utf8"))) {
  try {
    await engine.open(new TextEncoder().encode(trace));
    const trouble = await engine.query(TROUBLE);
    said.push([describe(await engine.query(SLICES), await engine.query(FLOWS)),
               trouble.map((row) => `${row.name} ${row.value}`).join(", ")]);
  } catch (error) {
    if (process.env.WORDS) console.error(trace, error);
    said.push(["refused", ""]);
  }
}
console.log(JSON.stringify(said));
engine.close();
process.exit(0);
