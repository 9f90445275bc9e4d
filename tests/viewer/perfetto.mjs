// Loads a trace into Perfetto's engine and compares what it found with what
// the run says:
//     node perfetto.mjs ENGINE-FOLDER TRACE '{"slices": 12, "arrows": 8, ...}'
// or with what `weft run --json` prints, of which "messages" are the arrows.
import { load } from "./engine.mjs";

const SQL = {
  slices: "select count(*) as n from slice where category is not 'wait'",
  sends: "select count(*) as n from slice where category = 'send'",
  receives: "select count(*) as n from slice where category = 'recv'",
  arrows: "select count(*) as n from flow",
  tracks: "select count(*) as n from thread_track",
  // an arrow leads from a send to a receive of the same name, that is of the
  // same message, and forward in time
  straight_arrows: `select count(*) as n from flow
    join slice a on a.id = slice_out join slice b on b.id = slice_in
    where a.category = 'send' and b.category = 'recv' and a.ts <= b.ts
      and substr(a.name, 5) = substr(b.name, 5)`,
  // every receive has one arrow
  receives_with_arrow: "select count(distinct slice_in) as n from flow",
  // the counter, added up over the steps, counts every transfer
  link_steps: `select cast(sum(value) as int) as n from counter
    join counter_track t on t.id = track_id where t.name like 'links%'`,
};
const TROUBLE = `select name, value from stats where value > 0 and
  (severity = 'error' or severity = 'data_loss' or name glob 'flow_*'
   or name glob 'json_*' or name glob 'slice_*')`;

const [folder, trace, text] = process.argv.slice(2);
const expected = JSON.parse(text);
if (expected.messages !== undefined)
  expected.arrows = expected.receives = expected.link_steps = expected.messages;
expected.straight_arrows = expected.arrows;
expected.receives_with_arrow = expected.receives;
const warn = console.warn;
console.warn = (...words) =>
  /Unexpected QueryResult field/.test(JSON.stringify(words)) || warn(...words);

const query = await load(folder, trace);
let failed = 0;
for (const [name, sql] of Object.entries(SQL)) {
  if (expected[name] === undefined) continue;
  const [{ n }] = await query(sql);
  const good = n === expected[name];
  failed += !good;
  console.log(`${good ? "ok" : "WRONG"} ${name}: ${n}` +
              (good ? "" : `, expected ${expected[name]}`));
}
for (const { name, value } of await query(TROUBLE)) {
  // how the engine notes the key displayTimeUnit, whatever its value
  if (name === "json_display_time_unit") continue;
  failed++;
  console.log(`WRONG ${name}: ${value}`);
}
query.close();
process.exit(failed ? 1 : 0);
