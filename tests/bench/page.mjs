// How fast the page is, in ratios of one run:
//
//     page.mjs CHROMIUM WEFT BROWSER.MJS ENGINE [RUN...]
//
// the first picture against the time in which the same browser takes the same
// bytes without the page's code; the median of redrawing count, spacetime,
// matrix and animation when the clock moves; the memory of its process; and
// the time that Perfetto's engine, in the folder ENGINE (if it is there),
// needs to load the same events as Chrome JSON, before it draws anything.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [,, chromium, weft, module, place, ...wanted] = process.argv;
const { Browser } = await import(module);
const engine = existsSync(place) ? place : '-';
const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
const file = name => join(folder, name);
const median = list => list.slice().sort((a, b) => a - b)[list.length >> 1];

/** Bytes that the processes of the browser hold, those of the page's first. */
function memory(browser) {
  let most = 0;
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!words.includes('--type=renderer') || !words.includes(browser.folder.split('/').pop())) continue;
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024);
    } catch { /* it has ended */ }
  }
  return most;
}

async function opened(url, ready) {
  const browser = new Browser(chromium);
  try {
    const tab = await browser.open(url, { ready, width: 1600, height: 1200 });
    await tab.until("document.readyState === 'complete' && performance.timing.domContentLoadedEventEnd > 0");
    const dom = await tab.value('performance.timing.domInteractive - performance.timing.responseStart');
    if (!ready) return { dom };
    const marks = await tab.value("Object.fromEntries(performance.getEntriesByType('mark').map(m => [m.name, m.startTime - (performance.timing.responseStart - performance.timing.navigationStart)]))");
    const events = await tab.value('weft.runs[0].events');
    const times = await tab.value(`(async () => {
      const { view, page } = weft, times = [], words = ['count', 'spacetime', 'matrix', 'animation'];
      for (let i = 0; i < 60; i++) {
        view.clock = view.length * (i + 0.5) / 60;
        const begin = performance.now();
        for (const word of words) page.cards.get(word).now();
        for (const word of words) for (const plot of page.cards.get(word).plots) plot.over.getContext('2d').getImageData(0, 0, 1, 1);
        times.push(performance.now() - begin);
        await new Promise(requestAnimationFrame);
      }
      return times.slice(5);
    })()`);
    return { dom, first: marks['weft-first'], whole: marks['weft-whole'], events, redraw: median(times), memory: memory(browser) };
  } finally {
    await browser.close();
  }
}

/** Milliseconds to load a file in a process of its own; NaN: it cannot. */
function perfetto(trace) {
  const script = `const { load } = await import(${JSON.stringify(module.replace(/browser\.mjs$/, 'engine.mjs'))});
    console.warn = () => {};
    const begin = performance.now();
    const query = await load(${JSON.stringify(engine)}, ${JSON.stringify(trace)});
    const [{ n }] = await query('select count(*) as n from slice');
    console.log(performance.now() - begin, n);
    process.exit(0);`;
  try {
    return Number(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 600000 }).split(' ')[0]);
  } catch {
    return NaN;
  }
}

const runs = {
  small: ['successive', '-n', 'hypercube:6', '-s', 'rotated'],
  million: ['successive', '-n', 'hypercube:9', '-s', 'rotated'],
  thousand: ['successive', '-n', 'hypercube:10', '-s', 'rotated'],
  ten: ['multinode', '-n', 'hypercube:11'],
};
console.log('run          events     bytes  bare ms  first ms  ratio  whole ms  redraw ms  memory MiB  perfetto ms');
for (const [name, words] of Object.entries(runs)) {
  if (wanted.length && !wanted.includes(name)) continue;
  try {
    execFileSync(weft, ['run', ...words, '-t', file('a.html'), ...(engine === '-' ? [] : ['-t', file('a.json')])], { stdio: 'ignore' });
    const text = readFileSync(file('a.html'), 'utf8'), at = text.lastIndexOf('<script>');
    writeFileSync(file('b.html'), text.slice(0, at) + text.slice(text.indexOf('</script>', at) + 9));
    const rounds = [];
    for (let i = 0; i < 3; i++) rounds.push({ bare: (await opened(`file://${file('b.html')}`, false)).dom, ...await opened(`file://${file('a.html')}`, true) });
    const of = key => median(rounds.map(round => round[key]));
    console.log(name.padEnd(9), String(rounds[0].events).padStart(9), String(statSync(file('a.html')).size).padStart(9),
      of('bare').toFixed(0).padStart(8), of('first').toFixed(0).padStart(9), median(rounds.map(r => r.first / r.bare)).toFixed(2).padStart(6),
      of('whole').toFixed(0).padStart(9), of('redraw').toFixed(1).padStart(10), (of('memory') / 1048576).toFixed(0).padStart(11),
      (engine === '-' ? '-' : perfetto(file('a.json')).toFixed(0)).padStart(12));
  } catch (error) {
    console.log(name.padEnd(9), error.message.slice(0, 200));
  }
}
rmSync(folder, { recursive: true, force: true });
