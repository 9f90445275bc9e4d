// The page in a real browser: opens without an error for traces of every kind,
// moves, and says what weft says.
//
//     page.mjs CHROMIUM WEFT SOURCE CASE
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from './browser.mjs';
import { corners } from './corners.mjs';
import { films } from './films.mjs';
import { layout } from './layout.mjs';

const [,, chromium, weft, source, which] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'weft-page-'));
const file = name => join(folder, name);
const run = (...words) => execFileSync(weft, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
let failures = 0;

function expect(good, what) {
  if (!good) {
    failures++;
    console.log(`not so: ${what}`);
  }
}

const same = (found, wanted, what) =>
  expect(JSON.stringify(found) === JSON.stringify(wanted), `${what}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);

// ---- what weft says ---------------------------------------------------------

/** The rows of the statistics, as texts. */
function statistics(trace) {
  const said = JSON.parse(run('stats', '--json', '--waits', trace).replace(/: (\d+)(?=[,}])/g, ': "$1"'));
  const words = ['busy', 'overhead', 'idle', 'sent', 'received', 'bytes_sent', 'bytes_received'];
  const row = load => words.map(word => load[word]);
  const { waits, efficiency } = said, timed = list => list.map(row => row.time);
  return { who: said.loads.map((load, rank) => (load.name === undefined ? String(rank) : `${rank} ${load.name}`)), waits: [timed(waits.kinds), timed(waits.pairs), timed(waits.tasks)],
    onPath: waits.on_critical_path, path: said.critical_path.length,
    efficiency: ['parallel', 'load_balance', 'communication', 'serialisation', 'transfer'].map(word => efficiency[word]), rows: said.loads.map(row), absent: said.loads.map(load => !!load.absent), total: row(said.total),
    facts: [said.makespan, said.messages, said.critical_path.length] };
}

/** Sends of a trace with steps: [start, end, bytes], in steps. */
function sends(trace) {
  const text = run('convert', trace, 'csv:-');
  const step = Number(/# step: (\d+)/.exec(text)[1]);
  return text.split('\n').map(line => line.split(',')).filter(line => line[2] === 'send')
    .map(line => [line[0] / step, line[1] / step, Number(line[6])]);
}

// ---- what is looked at in every page -----------------------------------------

const ALL = 'weft.displays.map(display => display.word)';

/** Every display is drawn, can be saved, and says nothing on the console. */
async function look(tab, what) {
  await tab.value(`weft.view.displays = ${ALL}; weft.view.changed('displays')`);
  await tab.frame();
  for (const share of [0, 0.37, 1]) {
    await tab.value(`weft.view.setClock(weft.view.length * ${share})`);
    await tab.frame();
  }
  for (const [key, values] of [['colour', ['source', 'task', 'length', 'distance', 'message']],
    ['communicationBusy', [true, false]]])
    for (const value of values) {
      await tab.value(`weft.view.set('${key}', ${JSON.stringify(value)})`);
      await tab.frame();
    }
  for (const turn of [1, 2, 0]) { // the values of all options in turn
    await tab.value(`for (const d of weft.displays) for (const o of d.options ?? []) {
      const values = typeof o.values === 'function' ? o.values(weft.view) : o.values;
      weft.view.setOption(d.word, o.name, values[${turn} % values.length]);
    }`);
    await tab.frame();
  }
  const broken = await tab.value(`[...weft.page.cards].filter(([, card]) =>
    new DOMParser().parseFromString(card.svg().text, 'image/svg+xml').querySelector('parsererror')).map(([word]) => word)`);
  same(broken, [], `${what}: displays that make no SVG`);
  same(tab.said, [], `${what}: the console`);
  const outside = tab.asked.filter(url => !/^(file|blob|data|about):/.test(url));
  same(outside, [], `${what}: asked of the network`);
  same(await tab.value("document.querySelectorAll('#page img, #page script, #page iframe').length"), 0, `${what}: foreign elements`);
}

/** The numbers are those of `weft stats`, of the table and of the spans. */
async function compare(tab, trace, index, what) {
  const wanted = statistics(trace);
  const found = await tab.value(`(() => {
    const place = document.querySelectorAll('#card-statistics .place')[${index}];
    const cells = row => [...row.cells].map(cell => cell.dataset.value);
    const column = word => [...place.querySelectorAll('.' + word + ' tbody td[data-value]')].map(cell => cell.dataset.value);
    const run = weft.runs[${index}], { duration, kind } = run.wait, sums = run.told.waits.names.map(() => 0);
    duration.forEach((time, i) => { sums[kind[i]] += time; });
    return { rows: [...place.querySelectorAll('.loads tbody tr')].map(cells), shown: [...place.querySelectorAll('.loads tbody tr')].map(row => row.cells[1].textContent),
      total: cells(place.querySelector('tfoot tr')), facts: [...place.querySelectorAll('dd')].map(d => d.dataset.value),
      waits: [0, 1, 2].map(i => column('waits-' + i)), sums: sums.map(String), efficiency: column('efficiencies').map(Number),
      path: column('path').reduce((sum, time) => sum + Number(time), 0), parts: column('path').length };
  })()`);
  wanted.rows.slice(0, 2000).forEach((row, rank) => {
    same(found.rows[rank], [wanted.who[rank], ...row], `${what}, processor ${rank}`);
    if (wanted.absent[rank]) same(found.shown[rank], 'absent', `${what}, absent processor ${rank}`);
  });
  same(found.total, ['all', ...wanted.total], `${what}, all`);
  for (const fact of [...wanted.facts, wanted.onPath]) expect(found.facts.includes(fact), `${what}: ${fact} among ${found.facts}`);
  same(found.sums, wanted.waits[0], `${what}: each wait, added up`);
  if (wanted.waits[1].length) same(found.waits, wanted.waits.map(list => list.slice(0, 100)), `${what}: wait states`);
  if (wanted.efficiency[0] === null) same(found.efficiency, [], `${what}: no efficiencies`);
  else expect(found.efficiency.every((value, i) => Math.abs(value - wanted.efficiency[i]) < 1e-9) && found.efficiency.length === 5, `${what}: ${found.efficiency} are ${wanted.efficiency}`);
  const parts = await tab.value(`weft.pathOf(weft.runs[${index}]).reduce((sum, part) => sum + part.until - part.from, 0)`);
  same(String(parts), wanted.path, `${what}: the parts of the critical path, added up`);
  if (found.parts < 100) same(String(found.path), wanted.path, `${what}: its list, added up`);
  const spans = await tab.value(`(() => {
    const run = weft.runs[${index}], { start, state, offset } = run.span;
    return Array.from({ length: run.processors }, (_, rank) => {
      const times = [0, 0, 0];
      for (let i = offset[rank]; i < offset[rank + 1] - 1; i++) if (state[i] < 3) times[state[i]] += start[i + 1] - start[i];
      return times.map(String);
    });
  })()`);
  wanted.rows.forEach((row, rank) => same(spans[rank], row.slice(0, 3), `${what}: spans of processor ${rank}`));
}

const counts = tab => tab.value("document.getElementById('counts').innerText");

// ---- the cases ----------------------------------------------------------------

/** Runs of every network, with costs, in several models. */
const runs = [
  ['successive', '-n', 'hypercube:3', '-s', 'rotated'],
  ['broadcast', '-n', 'mesh:3x4'],
  ['broadcast', '-n', 'torus:4x4', '--cost', 'ts=10,tw=2', '--bytes', '64'],
  ['reduce', '-n', 'ring:7'],
  ['broadcast', '-n', 'tree:8'],
  ['broadcast', '-n', 'star:6'],
  ['stream', '-n', 'complete:9'],
  ['multinode', '-n', 'hypercube:4'],
  ['gauss', '-n', 'hypercube:2', '--size', '8'],
  ['matvec', '-n', 'mesh:3x3'],
  ['scatter', '-n', 'hypercube:3'],
];

const cases = {
  /** Every run, as its own page; what it says at a time is counted from its events. */
  async runs(browser) {
    for (const words of runs) {
      const what = words.join(' ');
      run('run', ...words, '-t', file('a.csv'), '-t', file('a.html'));
      const tab = await browser.open(`file://${file('a.html')}`);
      await look(tab, what);
      await compare(tab, file('a.csv'), 0, what);
      const list = sends(file('a.csv')), end = Math.max(...list.map(send => send[1]));
      for (const share of [0, 0.3, 0.5, 0.8, 1]) {
        const time = Math.floor(end * share);
        await tab.value(`weft.view.setClock(${time})`);
        await tab.frame();
        const now = list.filter(([start, stop]) => start <= time && time < stop);
        const bytes = now.reduce((sum, send) => sum + send[2], 0), text = `${now.length} message${now.length === 1 ? '' : 's'} in flight${bytes ? ` (${bytes} B)` : ''}`;
        const said = await counts(tab);
      expect(said.includes(text), `${what} at ${time}: '${text}' in '${said}'`);
      }
      await tab.close();
    }
  },

  /** Tag, communicator and source line, of the selected message, in the table and at calls. */
  async details(browser) {
    writeFileSync(file('a.csv'), ['# processors: 2', '# unit_ns: 1', '# step: 0', '# task.3: MPI_Send',
      'start,end,kind,processor,peer,message,bytes,dimension,tag,communicator,line',
      '0,0,task,0,,3,,,,,</script>.c:7', '0,9,send,0,1,5,8,0,12,"a, ""b""",</script>.c:7', '5,5,wait,1,0,,,0,any,"a, ""b""",x.c:9',
      '10,20,receive,1,0,5,8,0,any,"a, ""b""",x.c:9', '20,20,done,0,,3,,,,,', '20,29,send,0,1,6,8,0,,,', ''].join('\n'));
    run('convert', file('a.csv'), file('a.html'));
    const tab = await browser.open(`file://${file('a.html')}`);
    await look(tab, 'details');
    const told = () => tab.value("document.querySelector('#legend [data-details]')?.textContent ?? ''");
    await tab.value("weft.view.choose('message', 5)");
    await tab.frame();
    same(await told(), 'tag 12, a, "b", sent at </script>.c:7, received at x.c:9', 'the selected message');
    await tab.value("weft.view.choose('message', 6)");
    await tab.frame();
    same(await told(), '', 'a message without details');
    same(await tab.value('weft.runs[0].taskAt(0, 3).line'), '</script>.c:7', 'the line of a call');
    same(await tab.value(`Array.from(document.querySelectorAll('#card-events tbody tr'), row => Array.from(row.cells, cell => cell.textContent).slice(7))`),
      [['', '', '</script>.c:7'], ['12', 'a, "b"', '</script>.c:7'], ['any', 'a, "b"', 'x.c:9'], ['any', 'a, "b"', 'x.c:9'], ['', '', ''], ['', '', '']], 'the table of events');
    await tab.close();
  },

  /** Traces of every format, of weft and of others. */
  async formats(browser) {
    const slice = (name, tid, ts, dur, more = {}) => ({ ph: 'X', name, pid: 1, tid, ts, dur, ...more });
    writeFileSync(file('foreign.json'), JSON.stringify([slice('solve', 1, 0, 90), slice('put', 1, 90, 10, { bind_id: 7, flow_out: true }),
      slice('get', 2, 95, 20, { bind_id: 7, flow_in: true }), slice('solve', 2, 115, 30.5), slice('inner', 2, 120, 5)]));
    writeFileSync(file('mpi.trf'), ['-3 -901 0.000003 0 0 0', '-3 -901 0.000003 1 0 0', '-3 1 0.000104 0 0 0 2', '-3 -52 0.000245 1 0 2 2 50 0',
      '-3 -21 0.000379 0 0 3 2 1024 50 1', '-4 -21 0.000457 0 0 0', '-4 -52 0.000937 1 0 3 2 1024 50 0', '-4 1 0.001000 0 0 0 2',
      '-3 -402 0.001001 0 0 1 2 -1', '-3 -402 0.001100 1 0 1 2 -1', '-4 -402 0.001202 0 0 0', '-4 -402 0.001203 1 0 0',
      '-3 -785 0.001300 0 0 3 2 8 0 -1', '-4 -785 0.001400 0 0 1 2 8', '-4 -901 0.002658 1 0 0', '-4 -901 0.002658 0 0 0', ''].join('\n'));
    const arrow = (id, [from, at], [to, until]) => [{ ph: 's', pid: 1, tid: from, ts: at, id }, { ph: 'f', bp: 'e', pid: 1, tid: to, ts: until, id }];
    writeFileSync(file('waits.json'), JSON.stringify([slice('prepare', 1, 0, 300), slice('call', 1, 300, 60), slice('start', 2, 0, 80), slice('serve', 2, 100, 400),
      slice('look up', 2, 380, 50), slice('fetch', 2, 500, 40), slice('read', 3, 590, 210), slice('wait', 1, 370, 550), slice('tick', 4, 5, 1), slice('tick', 4, 918, 1),
      ...arrow(1, [1, 310], [2, 376]), ...arrow(2, [2, 510], [3, 600]), ...arrow(3, [3, 700], [1, 810]), { ph: 'B', pid: 1, tid: 3, ts: 850, name: 'loop' }]));
    const kept = ['trf', 'trf1', 'json', 'sched'].map(ending => join(source, `traces/successive-4-interleaved.${ending}`));
    writeFileSync(file('silent.json'), JSON.stringify([slice('solve', 1, 0, 90), slice('check', 2, 10, 30)]));
    for (const [trace, usual] of [[kept[0], ['animation', 'spacetime', 'count', 'knowledge', 'statistics']],
      [file('silent.json'), ['task-gantt', 'task-surface', 'count', 'gantt', 'statistics']],
      [file('waits.json'), ['task-gantt', 'spacetime', 'count', 'statistics']]]) {
      run('view', trace, '-o', file('a.html'));
      const tab = await browser.open(`file://${file('a.html')}`);
      same(await tab.value('weft.view.displays'), usual, `${trace}: the displays at first`);
      await tab.close();
    }
    for (const trace of [...kept, join(source, 'tests/cli/files/clock.trf'), join(source, 'tests/cli/files/clock1.trf'),
      file('foreign.json'), file('mpi.trf'), file('waits.json')]) {
      run('view', trace, '-o', file('a.html'));
      const tab = await browser.open(`file://${file('a.html')}`, { dark: true });
      await look(tab, trace);
      await compare(tab, trace, 0, trace);
      if (trace === file('mpi.trf')) same(await tab.value('weft.runs[0].task.map(t => weft.runs[0].taskName(t.number)).sort().join()'),
        'barrier,barrier,broadcast,task 1', 'tasks of mpi.trf');
      if (trace === file('waits.json')) {
        const tip = (word, time, row) => tab.value(`(() => { const c = weft.page.cards.get('${word}').plots[0].context, { x, y, w, h } = c.box;
          return weft.displays.find(d => d.word === '${word}').at(c, x + w * ${time} / 920, y + h * (${row} + 0.5) / 4).text; })()`);
        same(await tip('gantt', 230, 1), 'processor 1 pid 1 tid 2, 230 \u00b5s\nidle, serve\nlate sender: waits 200 \u00b5s for 0 pid 1 tid 1', 'a wait under the pointer');
        same(await tip('task-gantt', 890, 2), 'processor 2 pid 1 tid 3, 890 \u00b5s\nloop, open at the end', 'a task without an end');
        same(await tab.value("document.querySelector('#card-task-gantt .note').textContent"),
          '1 task without an end, drawn to the end of the trace and marked by a dashed line.', 'it is counted');
        same(await tab.value('weft.pathOf(weft.runs[0]).filter(part => part.until > part.from).map(part => [part.kind, part.rank, part.from / 1e3, part.until / 1e3].join(" ")).join()'),
          'work 0 0 300,work 0 300 360,work 1 360 500,work 1 500 540,message 1 540 590,work 2 590 800,work 0 800 920', 'the path: work and messages, no idle time');
      }
      await tab.close();
    }
  },

  /** Clock, keys, choosing, orders, displays, the address. */
  async controls(browser) {
    run('run', 'successive', '-n', 'hypercube:4', '-s', 'rotated', '-t', file('a.html'));
    const tab = await browser.open(`file://${file('a.html')}`);
    const clock = () => tab.value("document.getElementById('clock').textContent");
    same(await clock(), 'before step 1 of 34', 'at first');
    await tab.key('ArrowRight');
    same(await clock(), 'after step 1 of 34', 'a step forward');
    await tab.value("document.getElementById('forward').click(); document.getElementById('forward').click()");
    await tab.frame();
    same(await tab.value('weft.view.clock'), 3, 'two more by the button');
    await tab.key('ArrowLeft');
    same(await tab.value('weft.view.clock'), 2, 'a step back');
    await tab.key('End');
    same(await clock(), 'after step 34 of 34', 'the end');
    await tab.key('Home');
    await tab.key(' ');
    await tab.until('weft.view.clock > 0.05');
    await tab.key(' ');
    const stopped = await tab.value('weft.view.clock');
    await new Promise(resolve => setTimeout(resolve, 120));
    same(await tab.value('weft.view.clock'), stopped, 'the clock stands in a pause');
    await tab.value("{ const bar = document.getElementById('scrub'); bar.value = 500; bar.dispatchEvent(new Event('input')); }");
    await tab.frame();
    same(await tab.value('weft.view.clock'), 17, 'seeking');
    await tab.key('+');
    expect(await tab.value('weft.view.to - weft.view.from') < 34, 'zoomed in');
    await tab.key('f');
    same(await tab.value('[weft.view.from, weft.view.to]'), [0, 34], 'fitted');
    // a click in a time display sets the clock; on a message's line it is chosen
    const box = JSON.parse(await tab.value(`(() => { const plot = weft.page.cards.get('count').plots[0];
      document.getElementById('card-count').scrollIntoView({ block: 'center' });
      const r = plot.over.getBoundingClientRect(), b = plot.context.box; return JSON.stringify([r.left + b.x + b.w / 4, r.top + b.y + 20]); })()`));
    await tab.click(...box);
    expect(Math.abs(await tab.value('weft.view.clock') - 8.5) < 0.2, 'a click sets the clock');
    await tab.value("[...document.querySelectorAll('#legend button')].find(b => b.textContent === 'message 3').click()");
    await tab.frame();
    same(await tab.value('weft.view.chosen'), { by: 'message', value: 3 }, 'a message chosen');
    expect((await tab.value("document.querySelector('#legend [aria-pressed=true]').textContent")) === 'message 3', 'the legend shows it');
    await tab.value("{ const order = document.getElementById('order'); order.value = 'Gray code'; order.dispatchEvent(new Event('change')); }");
    await tab.frame();
    same(await tab.value('weft.view.rows(weft.runs[0]).rank.slice(0, 5)'), [0, 1, 3, 2, 6], 'in Gray code');
    await tab.value("document.getElementById('show-tree').click(); document.getElementById('show-count').click()");
    await tab.frame();
    same(await tab.value("!!document.getElementById('card-tree') && !document.getElementById('card-count')"), true, 'displays switched');
    await tab.until("location.hash.includes('tree') && location.hash.includes('pick=message:3')");
    const address = await tab.value('location.href');
    const again = await browser.open(address);
    same(await again.value('[weft.view.chosen, weft.view.order, weft.view.displays.includes("tree"), Math.abs(weft.view.clock - 8.5) < 0.2]'),
      [{ by: 'message', value: 3 }, 'Gray code', true, true], 'a link brings it back');
    await again.close();
    await tab.key('Escape');
    same(await tab.value('weft.view.chosen'), null, 'nothing chosen');
    await tab.key('?');
    same(await tab.value("document.getElementById('help').open"), true, 'help');
    await tab.value('weft.page.print(true); weft.page.print(false)');
    const named = await tab.value(`[...document.querySelectorAll('button, input, select, summary, canvas[role]')].filter(e =>
      !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')?.textContent.trim())).length`);
    same(named, 0, 'controls without a name');
    for (const width of [320, 1920]) {
      await tab.size(width, 800);
      await tab.frame();
      await tab.frame();
      expect(await tab.value('document.documentElement.scrollWidth') <= width, `${width} pixels are enough: ${await tab.value('document.documentElement.scrollWidth')}`);
    }
    for (const hash of ['#d=nonsense&t=abc&w=5..1&pick=x', '#t=1e99&order=%', '#d=<b>&list=-1,x,99999999', '#w=NaN..3&speed=-5&matrix.of=rubbish']) {
      const odd = await browser.open(`file://${file('a.html')}${hash}`);
      same(odd.said, [], `the address ${hash}`);
      await odd.close();
    }
    same(tab.said, [], 'the console');
    await tab.close();
    // what the page itself says counts, unless its address says something
    run('run', 'successive', '-n', 'hypercube:4', '-s', 'rotated', '-t', file('a.csv'));
    run('view', file('a.csv'), '-o', file('a.html'), '--show', 'd=tree,knowledge&t=3&matrix.show=in%20flight');
    const shown = await browser.open(`file://${file('a.html')}`);
    same(await shown.value("[weft.view.displays, weft.view.clock, weft.view.options['matrix.show'], weft.view.unknown]"),
      [['tree', 'knowledge'], 3, 'in flight', []], 'what --show says');
    same(await shown.value("document.getElementById('unknown').hidden"), true, 'nothing unknown, no line');
    await shown.close();
    const missed = await browser.open(`file://${file('a.html')}#d=tree,knowlege&t=2&foo&w=9..1`);
    same(await missed.value('[weft.view.displays, weft.view.clock]'), [['tree'], 2], 'of an address what is known');
    same(await missed.value("document.getElementById('unknown').innerText"),
      `Ignored in the address: knowlege, foo, w=9..1 (known: ${await missed.value(ALL + ".join(', ')")}, d, t, w, pick, order, list, colour, busy, speed, theme, race, story, DISPLAY.OPTION)`, 'and what is not');
    await missed.close();
  },

  /** Three runs side by side, one clock, one scale. */
  async several(browser) {
    const traces = ['synchronised', 'interleaved', 'rotated'].map(name => join(source, `traces/successive-4-${name}.trf`));
    run('view', ...traces, '-o', file('a.html'), '--title', 'three');
    const tab = await browser.open(`file://${file('a.html')}`);
    same(await tab.value('document.title'), 'three', 'its title');
    await look(tab, 'three runs');
    for (let i = 0; i < 3; i++) await compare(tab, traces[i], i, traces[i]);
    same(await tab.value('weft.view.length'), 64, 'the longest run');
    const boxes = await tab.value("weft.page.cards.get('count').plots.map(plot => Math.round(plot.context.box.w))");
    expect(Math.max(...boxes) - Math.min(...boxes) <= 1, `one scale: ${boxes}`);
    same(await tab.value("document.querySelectorAll('#card-count figcaption').length"), 3, 'three captions');
    await tab.close();
  },

  /** A network of one's own: its names, its links, its routes. */
  async networks(browser) {
    const net = file('own.net');
    writeFileSync(net, 'host gpu0 gpu1 gpu2 gpu3\nswitch left right\ngpu0 left\ngpu1 left\ngpu2 right\nleft right\ngpu3 > left\nright > gpu3\n');
    run('run', 'broadcast', '-n', `file:${net}`, '-m', 'one-port', '-t', file('a.csv'));
    run('view', file('a.csv'), '-n', `file:${net}`, '-o', file('a.html'), '--show', 'd=animation,links');
    const tab = await browser.open(`file://${file('a.html')}`);
    await look(tab, 'a network of a file');
    await compare(tab, file('a.csv'), 0, 'a network of a file');
    same(await tab.value('[0, 1, 2, 3, 4, 5].map(v => weft.runs[0].end(v))'), ['gpu0', 'gpu1', 'gpu2', 'gpu3', 'left', 'right'], 'names');
    same(await tab.value('weft.runs[0].links()'), [[0, 4], [1, 4], [2, 5], [3, 4], [4, 5], [5, 3]], 'links, of those with one way too');
    same(await tab.value('weft.runs[0].wayOf(0, 2)'), [0, 4, 5, 2], 'the way');
    await tab.close();
  },

  /** What a check finds: the chip, its list, ticks, keys, marks in the displays. */
  async verdict(browser) {
    const open = async (words, options = {}) => {
      run('view', ...words, '-o', file('a.html'));
      return browser.open(`file://${file('a.html')}`, options);
    };
    const chips = tab => tab.value("[...document.querySelectorAll('#verdict summary')].map(e => [e.ariaLabel, e.className])");
    const marked = (tab, word) => tab.value(`(() => { const c = weft.page.cards.get('${word}'); c.draw(weft.page.palette.theme, weft.page.palette);
      return c.svg().text.split('#d31f1f').length - 1; })()`);
    const marks = ['animation', 'spacetime', 'matrix', 'gantt', 'node'];
    const show = tab => tab.value(`weft.view.displays = ${JSON.stringify(marks)}; weft.view.setOption('node', 'which', '3'); weft.view.changed('displays')`);
    run('run', 'successive', '-n', 'hypercube:4', '-s', 'rotated', '-t', file('good.sched'));
    const good = await open([file('good.sched')]);
    same(await chips(good), [['\u2713 valid: 34 steps, bound 26, ratio 1.31', 'chip valid']], 'a valid run');
    await show(good);
    await good.frame();
    for (const word of marks) same(await marked(good, word), 0, `nothing is broken in ${word}`);
    same(await good.value("document.querySelector('.ticks').hidden"), true, 'no ticks');
    await good.key('c');
    same(await good.value('weft.view.clock'), 0, 'nothing to go to');
    await good.close();

    try {
      run('run', 'successive', '-n', 'hypercube:4', '-s', 'rotated', '--spacing', '1', '--on-conflict', 'report', '-t', file('bad.sched'));
    } catch { /* it breaks the model */ }
    const told = JSON.parse(execFileSync('sh', ['-c', `"${weft}" check --json "${file('bad.sched')}" || true`], { encoding: 'utf8' }));
    const bad = await open([file('bad.sched')]);
    same(await chips(bad), [[`\u2717 not valid: ${told.conflicts} conflicts`, 'chip invalid']], 'a run with conflicts');
    await bad.value("document.querySelector('#verdict summary').click()");
    await bad.frame();
    const list = await bad.value("[...document.querySelectorAll('#verdict li button')].map(e => e.textContent)");
    same(list.slice(0, 32), told.findings.map(each => each.text), 'its list');
    same(list.length, told.conflicts, 'all of them');
    await show(bad);
    await bad.value("document.querySelectorAll('#verdict li button')[1].click()");
    await bad.frame();
    const { slot, processor, text, transfers } = told.findings[1];
    same(await bad.value('[weft.view.clock, weft.view.pointer.rank, document.querySelector("#verdict details").open]'), [slot - 0.5, processor, false], 'a click goes there');
    same(await bad.value("document.getElementById('finding').textContent"), `\u2717 ${text}`, 'and says what is there');
    same(await bad.value('weft.page.verdict.all()[1].messages.map(n => { const m = weft.runs[0].message; return [m.start[n] + 1, m.source[n], m.target[n], m.id[n]]; })'), transfers, 'its messages');
    for (const word of marks) expect(await marked(bad, word) > 0, `${word} marks it`);
    for (const word of ['animation', 'gantt', 'spacetime'])
      expect(await bad.value(`(() => { const c = weft.page.cards.get('${word}').plots[0].context, d = weft.displays.find(e => e.word === '${word}');
        for (let y = 0; y < c.height; y += 3) for (let x = 0; x < c.width; x += 3) if (d.at(c, x, y)?.text.includes(${JSON.stringify(text)})) return true;
        return false; })()`), `${word} says it at the pointer`);
    await bad.value('weft.view.setClock(0)');
    await bad.frame();
    for (const word of ['animation', 'matrix']) same(await marked(bad, word), 0, `${word} in the first step`);
    same(await bad.value("document.getElementById('finding').hidden"), true, 'elsewhere nothing is said');
    const stops = [];
    for (const key of ['c', 'c', 'c', 'C']) {
      await bad.key(key);
      stops.push(await bad.value('[weft.view.clock, weft.view.pointer?.rank]'));
    }
    same(stops, [0, 1, 2, 1].map(i => [told.findings[i].slot - 0.5, told.findings[i].processor]), 'c and C');
    const ticks = await bad.value(`(() => { const t = document.querySelector('.ticks'), data = t.getContext('2d').getImageData(0, 6, t.width, 1).data, x = [];
      for (let i = 0; i < t.width; i++) if (data[4 * i + 3] > 100 && !(i && data[4 * i - 1] > 100)) x.push(i / t.width * weft.view.length); return x; })()`);
    const steps = [...new Set((await bad.value('weft.page.verdict.all().map(each => each.from)')).map(from => from + 0.5))];
    expect(ticks.length === steps.length && ticks.every((x, i) => Math.abs(x - steps[i]) < 0.2), `ticks at ${ticks}, not at ${steps}`);
    same(bad.said, [], 'the console');
    await bad.close();

    const part = await open([file('bad.sched'), '--processors', '3..8']);
    await show(part);
    await part.key('c');
    same(await part.value('[weft.page.verdict.all()[0].rank, weft.page.verdict.all()[1].rank, weft.page.verdict.all()[2].rank]'), [0, 2, -1], 'in a window');
    same(part.said, [], 'in a window, the console');
    await part.close();

    // a goal that is not reached, and two runs; one whose transfers take long, one without steps
    writeFileSync(file('short.sched'), '# network: hypercube:2\n1 0 1 0\n2 1 3 0\n');
    const short = await open([file('short.sched'), file('good.sched'), '-m', 'one-port', '--problem', 'broadcast']);
    const two = await chips(short);
    expect(two.length === 2 && two[0][0].endsWith(': not valid: broadcast is not solved') && two[0][1] === 'chip invalid', `a chip for each: ${JSON.stringify(two)}`);
    await short.value("document.querySelector('#verdict summary').click()");
    await short.frame();
    await short.value("document.querySelector('#verdict li:last-child button').click()");
    same(await short.value('[weft.view.clock, weft.page.verdict.current.rank, weft.page.verdict.current.messages]'), [1.5, 2, []], 'what lacks at the end');
    await short.close();
    const head = 'start,end,kind,processor,peer,message,bytes,dimension';
    const rows = [[0, 10, 'send', 0, 2, 1], [0, 10, 'receive', 2, 0, 1], [5, 15, 'send', 1, 2, 2], [5, 15, 'receive', 2, 1, 2]];
    writeFileSync(file('long.csv'), ['# step: 5', '# network: hypercube:2', head, ...rows.map(r => `${r.join()},8,`), ''].join('\n'));
    const long = await open([file('long.csv'), '-m', 'one-port']);
    same(await long.value('weft.page.verdict.all().map(each => [each.from, each.until, each.rank])'), [[5, 15, 2]], 'as long as its transfers');
    await long.close();
    writeFileSync(file('clock.csv'), ['# step: 0', head, ...rows.map(([a, b, ...r]) => `${[a + 1000, b + 1000, ...r].join()},8,`), ''].join('\n'));
    const clock = await open([file('clock.csv'), '-m', 'one-port']);
    same(await clock.value('weft.page.verdict.all().map(each => [each.from, each.until, each.rank])'), [[5, 15, 2]], 'without steps');
    await clock.close();
    writeFileSync(file('free.csv'), ['# network: file:own.net', head, ...rows.map(r => `${r.join()},8,`), ''].join('\n'));
    const free = await open([file('free.csv')], { dark: true });
    const [[words, kind]] = await chips(free);
    expect(words.startsWith('\u2013 not judged: ') && kind === 'chip unjudged', `not judged: ${words}`);
    same(free.said, [], 'not judged, the console');
    await free.close();
  },

  /** Who has what: contributions of a reduction, the chosen message, how much of all, who has finished. */
  async holdings(browser) {
    const open = async (words, hash) => {
      run('run', ...words, '-t', file('a.sched'));
      run('view', file('a.sched'), '-o', file('a.html'));
      return browser.open(`file://${file('a.html')}#${hash}`);
    };
    const display = word => `weft.displays.find(d => d.word === '${word}')`;
    const context = word => `weft.page.cards.get('${word}').plots[0].context`;
    /** What the pointer says in a row of a time display or of knowledge. */
    const tip = (tab, word, share, row, rows) => tab.value(`(() => { const c = ${context(word)}, b = c.box;
      return ${display(word)}.at(c, b.x + b.w * ${share}, b.y + b.h * (${row} + 0.5) / ${rows}).text; })()`);
    const count = (tab, word, part) => tab.value(`weft.page.cards.get('${word}').svg().text.split(${JSON.stringify(part)}).length - 1`);
    const at = async (tab, time) => {
      await tab.value(`weft.view.setClock(${time})`);
      await tab.frame();
    };
    // an all-reduce by doubling: 1, 2, 4, 8 contributions
    const doubling = await open(['allreduce', '-n', 'hypercube:3', '-s', 'recursive-doubling'], 'd=knowledge,tree,animation');
    const words = ['1 of 8 contributions, of 5', '2 of 8 contributions, of 4-5', '4 of 8 contributions, of 4-7', '8 of 8 contributions, of 0-7'];
    for (let step = 0; step < 4; step++) {
      await at(doubling, step);
      same(await tip(doubling, 'knowledge', 0.5, 5, 8), `block 0\nprocessor 5 = 101: ${words[step]}`, `doubling after step ${step}`);
      const box = await doubling.value(`${context('knowledge')}.box.w`);
      const bars = (await doubling.value("weft.page.cards.get('knowledge').svg().text")).match(/<rect[^>]*fill="#2463c4"/g).map(bar => Number(/ width="([^"]*)"/.exec(bar)[1]));
      expect(bars.length === 8 && bars.every(wide => Math.abs(wide - box * 2 ** step / 8) < 2), `its bars: ${bars} of ${box}`);
      same((await count(doubling, 'knowledge', '<circle')) > 0 && await count(doubling, 'knowledge', 'fill="none" stroke="#5d6675"'), step < 3 ? 8 : 0, `dots that are not full after step ${step}`);
    }
    await doubling.value("weft.view.setOption('knowledge', 'of', 'contributors')");
    await at(doubling, 2);
    same((await doubling.value("weft.page.cards.get('knowledge').svg().text")).match(/<rect[^>]*fill="#2463c4"/g).length, 32, 'contributors one by one');
    expect((await tip(doubling, 'knowledge', 0.1, 5, 8)).endsWith('of 4-7'), 'and in words');
    expect((await doubling.value("document.querySelector('#card-tree .note').textContent")).startsWith('Block 0: 8 of 8 processors contribute, the first to have all is 0 = 000, depth 3.'), 'its tree');
    await doubling.close();
    // a reduction, whose messages say nothing of contributions; its tree leads to the root
    const reduce = await open(['reduce', '-n', 'hypercube:3', '--root', '5'], 'd=knowledge,tree');
    await at(reduce, 9);
    same(await tip(reduce, 'knowledge', 0.5, 5, 8), 'block 0\nprocessor 5 = 101: 8 of 8 contributions, of 0-7', 'the root has all');
    same(await reduce.value(`(() => { const held = weft.runs[0].cache.holdings; return Array.from({ length: 8 }, (_, r) => held.count(r, 0, 9)[0]).sort().join(); })()`), '1,1,1,1,2,2,4,8', 'what the others had');
    same(await reduce.value("[weft.runs[0].cache.forest.value.roots.map(r => r.rank), weft.runs[0].cache.forest.value.nodes.length]"), [[5], 8], 'the root of its tree');
    await reduce.close();
    for (const [problem, wanted] of [['scan', [1, 2, 3, 4]], ['exscan', [0, 1, 2, 3]]]) {
      const tab = await open([problem, '-n', 'complete:4'], 'd=knowledge');
      same(await tab.value(`(() => { const r = weft.runs[0]; weft.view.setClock(99); return [0, 1, 2, 3].map(p => r.cache.holdings.count(p, 0, r.length).join('/')); })()`), wanted.map(n => `${n}/${n}`), problem);
      await tab.close();
    }
    // blocks in messages that carry several
    const bruck = await open(['allgather', '-n', 'complete:5', '-s', 'bruck'], 'd=knowledge,tree');
    await at(bruck, 9);
    same(await bruck.value('weft.runs[0].cache.holdings.ids'), [0, 1, 2, 3, 4], 'blocks of an all-gather');
    same(await bruck.value('[0, 1, 2, 3, 4].map(p => weft.runs[0].cache.holdings.shareOf(p, 9))'), [1, 1, 1, 1, 1], 'all of them everywhere');
    expect((await bruck.value("document.querySelector('#card-tree .note').textContent")).startsWith('Message 0 reaches 5 of 5'), 'the tree of a block');
    await bruck.close();
    // the animation: rings, the chosen message, flags
    const cube = await open(['successive', '-n', 'hypercube:3', '-s', 'rotated'], 'd=animation');
    const look3 = async () => [await count(cube, 'animation', 'fill="#6a3fb0"'), await count(cube, 'animation', 'stroke="#6a3fb0" stroke-width="5"'),
      await count(cube, 'animation', 'stroke="#1d2330" stroke-width="2.5"')];
    await at(cube, 6);
    const [, thick, rings] = await look3();
    same([thick, rings], [0, 8], 'a ring for each without a choice');
    expect(/\nhas 4 of 8 messages/.test(await cube.value(`(() => { const c = ${context('animation')}, [x, y] = c.kept.places[7]; return ${display('animation')}.at(c, x, y).text; })()`)), 'and in words');
    await cube.value("weft.view.choose('message', 3)");
    await cube.frame();
    const held = await cube.value('Array.from({ length: 8 }, (_, p) => weft.runs[0].cache.holdings.count(p, 2, 6)[0]).reduce((a, b) => a + b)');
    const [filled, tree, none] = await look3();
    expect(held > 1 && held < 8 && filled >= held && tree === 1 && none === 0, `the chosen message: ${[held, filled, tree, none]}`);
    await at(cube, 99);
    same((await look3()).slice(0, 1), [8], 'all have it at the end');
    const last = Number(/of (\d+)/.exec(await cube.value("(weft.view.setClock(0), weft.view.clockText())"))[1]);
    await at(cube, 99);
    const ends = await cube.value(`(() => { const c = ${context('animation')}; return c.kept.places.map(([x, y]) => ${display('animation')}.at(c, x, y).text.split('\\n')[0]); })()`);
    expect(ends.every(text => /finished at step \d+$/.test(text)) && ends.some(text => text.endsWith(`step ${last}`)), `the end: ${ends}`);
    same(await count(cube, 'animation', '<polygon'), 8, 'eight flags');
    same(cube.said, [], 'the console');
    await cube.close();
  },

  /** Text from a trace stays text. */
  async hostile(browser) {
    const evil = `<img src=x onerror=alert(1)></script><script>alert(2)</script>"'&\u202eabc\u200b\u{e0041}`;
    const events = Array.from({ length: 12 }, (_, i) => ({ ph: 'X', name: `${i}${evil}`, pid: 1, tid: i % 3, ts: i * 10, dur: 30 }));
    events.push({ ph: 'X', name: 'n'.repeat(1000000), pid: 1, tid: 0, ts: 500, dur: 5 });
    writeFileSync(file('evil.json'), JSON.stringify({ metadata: { problem: evil, strategy: 's'.repeat(500000), network: 'ring:<b>', model: evil }, traceEvents: events }));
    run('view', file('evil.json'), '-o', file('a.html'), '--title', `</title><script>alert(3)</script>${evil}`);
    const tab = await browser.open(`file://${file('a.html')}`);
    await look(tab, 'hostile text');
    await compare(tab, file('evil.json'), 0, 'hostile text');
    expect(!/[\u202e\u200b\u{e0041}]/u.test(await tab.value('document.body.innerText + document.title')), 'no marks that turn or hide text');
    same(await tab.value("document.querySelectorAll('script').length - document.querySelectorAll('#runs, [id^=columns-], [id^=data-]').length"), 1, 'one script');
    expect((await tab.value("document.querySelector('h1').textContent")).startsWith('</title><script>'), 'the title is text');
    await tab.close();
  },

  /** Many processors and many events: coarser, never an error. */
  async large(browser) {
    run('run', 'broadcast', '-n', 'hypercube:11', '-t', file('a.csv'), '-t', file('a.html'));
    const tab = await browser.open(`file://${file('a.html')}`);
    await look(tab, 'hypercube:11');
    await compare(tab, file('a.csv'), 0, 'hypercube:11');
    await tab.close();
    run('run', 'successive', '-n', 'hypercube:7', '-s', 'rotated', '-t', file('a.csv'), '-t', file('a.html'));
    const more = await browser.open(`file://${file('a.html')}`);
    await look(more, 'hypercube:7');
    expect((await more.value("document.querySelector('#card-spacetime .note').textContent")).includes('messages are drawn') ||
      await more.value('weft.runs[0].message.count') <= 20000, 'what is left out is said');
    await more.close();
  },
};

Object.assign(cases, corners({ source, run, file, same, expect, look }), layout({ source, run, file, same, expect }), films({ run, file, same, expect }));
if (!cases[which]) throw new Error(`which of ${Object.keys(cases).join(', ')}?`);
// A browser that ends by itself, as one may where memory is short, has a second try.
for (let tries = 2; tries;) {
  const browser = new Browser(chromium);
  try {
    await cases[which](browser);
    tries = 0;
  } catch (error) {
    tries = browser.ended ? tries - 1 : 0;
    failures += !tries;
    console.log(error.stack);
  } finally {
    await browser.close();
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(failures ? `${failures} failures` : `${which}: as it should be`);
process.exit(failures ? 1 : 0);
