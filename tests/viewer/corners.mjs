// Traces at the edges of what there is: messages to oneself, deep trees, long
// ways, windows, more than is drawn, large numbers. Cases of page.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HEAD = 'start,end,kind,processor,peer,message,bytes,dimension';

/** @param tools what page.mjs has: source, run, file, same, expect, look */
export function corners({ source, run, file, same, expect, look }) {
  /** A trace becomes a page, which is opened. */
  async function open(browser, parameters, rows, { words = [], hash = '' } = {}) {
    const head = Object.entries(parameters).map(([key, value]) => `# ${key}: ${value}`);
    writeFileSync(file('a.csv'), [...head, HEAD, ...rows, ''].join('\n'));
    run('view', file('a.csv'), '-o', file('a.html'), ...words);
    return browser.open(`file://${file('a.html')}${hash}`);
  }

  /** One message, from a time to a time: its two events. */
  const message = (start, end, source, target, id, bytes = 8) =>
    [`${start},${end},send,${source},${target},${id},${bytes},`, `${start},${end},receive,${target},${source},${id},${bytes},`];

  const note = (tab, word) => tab.value(`document.querySelector('#card-${word} .note').textContent`);

  return {
    /** A message from a processor to itself goes along no link. */
    async itself(browser) {
      for (const network of ['ring:4', 'none']) {
        const rows = [...message(0, 1, 0, 1, 0), ...message(1, 2, 1, 1, 1), ...message(2, 3, 2, 3, 2)];
        const tab = await open(browser, { processors: 4, step: 1, network }, rows);
        await look(tab, `to itself, network ${network}`);
        same(await tab.value('weft.runs[0].wayOf(1, 1)'), [1], `its way, network ${network}`);
        await tab.value("weft.view.displays = ['animation']; weft.view.changed('displays'); weft.view.setClock(1.5)");
        await tab.frame();
        expect((await tab.value("weft.page.cards.get('animation').svg().text")).includes('<circle'), 'the animation is drawn');
        same(tab.said, [], `in its flight, network ${network}: the console`);
        await tab.close();
      }
    },

    /** A message that goes through all processors, each of which hands it on, and one that takes no time. */
    async deep(browser) {
      const count = 20001, rows = [];
      for (let i = 0; i + 1 < count; i++) rows.push(...message(i, i + 1, i, i + 1, 5));
      const tab = await open(browser, { processors: count, step: 1 }, rows, { hash: '#d=tree' });
      same(tab.said, [], 'a deep tree: the console');
      same(await note(tab, 'tree'), `Message 5 reaches ${count} of ${count} processors, depth ${count - 1}; 1 of ${count} by now.`, 'a deep tree');
      await tab.close();
      const round = [...message(0, 0, 2, 3, 5), ...message(0, 0, 3, 2, 5), ...message(1, 1, 3, 1, 5), ...message(1, 1, 0, 0, 5)];
      const quick = await open(browser, { processors: 4, step: 1 }, round, { hash: '#d=tree' });
      same(await note(quick, 'tree'), 'Message 5 reaches 4 of 4 processors, depth 2; 3 of 4 by now.', 'a circle that takes no time');
      same(quick.said, [], 'a circle: the console');
      await quick.close();
    },

    /** As many links as the network has on the way. */
    async long(browser) {
      const tab = await open(browser, { processors: 512, step: 1, network: 'line:512' }, message(0, 1, 0, 511, 0), { hash: '#d=links' });
      same(await tab.value('weft.runs[0].wayOf(0, 511)'), Array.from({ length: 512 }, (_, i) => i), 'a way of 511 links');
      same(await tab.value("document.querySelector('#card-links .note').textContent"), '', 'all of them are shown');
      await tab.close();
    },

    /** Messages that name switches pass these, others those of the network. */
    async ways(browser) {
      writeFileSync(file('rails.edges'), 'host a b c\nswitch s t\na s\nb s\nc s\na t\nb t\nc t\n');
      writeFileSync(file('rails.sched'), '# processors: 3\n1 0 1 0\n1 1 2 1 via 4\n2 0 2 0 via 4\n2 2 1 2\n');
      run('view', file('rails.sched'), '-n', `file:${file('rails.edges')}`, '-o', file('rails.html'));
      const tab = await browser.open(`file://${file('rails.html')}#d=links`);
      same(await tab.value('[0, 1, 2, 3].map(n => weft.runs[0].wayOf(weft.runs[0].message.source[n], weft.runs[0].message.target[n], n))'),
        [[0, 3, 1], [1, 4, 2], [0, 4, 2], [2, 3, 1]], 'ways over switches');
      same(await tab.value('[...weft.runs[0].message.hops]'), [2, 2, 2, 2], 'the links of each');
      same(tab.said, [], 'ways: the console');
      await tab.close();
    },

    /** A window of processors: all displays call them as the trace does. */
    async window(browser) {
      const rows = [...message(0, 1, 4, 5, 0), ...message(1, 2, 5, 6, 1), ...message(2, 4, 5, 6, 2)];
      const tab = await open(browser, { processors: 8, step: 1, 'processor.4': 'alpha' }, rows,
        { words: ['--processors', '4..7'], hash: '#d=statistics,traffic,node&pick=source:5&node.which=6&order=list&list=6,5' });
      const place = "document.querySelector('#card-statistics .place')";
      const names = () => tab.value(`[...${place}.querySelectorAll('.loads tbody tr')].map(row => row.cells[0].textContent)`);
      same(await names(), ['4 alpha', '5', '6', '7'], 'names in the table');
      await tab.value(`${place}.querySelector('th button').click()`);
      same(await names(), ['7', '6', '5', '4 alpha'], 'and sorted by them');
      const said = await tab.value(`[...${place}.querySelectorAll('dd')].map(dd => dd.textContent)`);
      expect(said.includes('5 to 6, 2 messages, 16 bytes, 3 time units'), `the link: ${said}`);
      same(await tab.value("[...document.querySelectorAll('#legend [aria-pressed]')].map(b => b.textContent)"), ['message 0', 'message 1', 'message 2'], 'messages');
      same(await note(tab, 'traffic'), 'Only messages of processor 5.', 'traffic of the chosen source');
      same(await note(tab, 'node'), 'Processor 6; filled: sent, hollow: received.', 'one processor');
      same(await tab.value("[...document.querySelectorAll('#card-node option')].map(o => o.value)"), ['4', '5', '6', '7'], 'of which to choose');
      same(await tab.value('weft.view.rows(weft.runs[0]).rank'), [2, 1, 0, 3], 'in the order of a list');
      await tab.value("weft.view.set('colour', 'source')");
      await tab.frame();
      same(await tab.value("[...document.querySelectorAll('#legend [aria-pressed]')].map(b => b.textContent + b.ariaPressed)"),
        ['from 4 alphafalse', 'from 5true'], 'the legend');
      same(tab.said, [], 'a window: the console');
      await tab.close();
    },

    /** Texts of pictures lie neither over one another nor over an edge, however many rows there are; a name has its
     * number and its end. */
    async names(browser) {
      const faults = `(() => {
        const found = [];
        for (const [word, card] of weft.page.cards) {
          const holder = document.createElement('div');
          holder.style.cssText = 'position:absolute;left:0;top:0;visibility:hidden';
          holder.innerHTML = card.svg().text;
          document.body.append(holder);
          const all = holder.firstChild.getBoundingClientRect();
          const texts = [...holder.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]).filter(([, r]) => r.width);
          texts.forEach(([t, r], i) => {
            if (r.left < all.left - 1 || r.right > all.right + 1 || r.top < all.top - 1 || r.bottom > all.bottom + 1) found.push(word + ': outside: ' + t);
            const under = texts.slice(0, i).find(([, o]) => r.left < o.right - 1 && o.left < r.right - 1 && r.top < o.bottom - 3 && o.top < r.bottom - 3);
            if (under) found.push(word + ': ' + t + ' over ' + under[0]);
          });
          holder.remove();
        }
        return found.slice(0, 5);
      })()`;
      for (const count of [4, 64, 1024, 4096]) {
        const rows = [], named = {};
        for (let i = 0; i < Math.min(count, 900); i++) named[`processor.${i}`] = `a process with a long name: WorkerOfThePool${i % 8} (pid 4 tid ${i})`;
        for (let i = 0; i < count; i++) rows.push(...message(1e7 + i, 2e9 + 7 * i, i, (i + 1) % count, i % 9));
        rows.sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
        for (const [what, head] of [['names of a trace', { processors: count, step: 0, unit_ns: 1, ...named }],
          ...(count === 64 || count === 4096 ? [] : [['of a cube', { processors: count, step: 1e6, network: `hypercube:${Math.log2(count)}` }]])]) {
          const tab = await open(browser, head, rows, { hash: '#d=' });
          const displays = count > 64 ? "['gantt', 'spacetime', 'matrix', 'summary', 'kiviat', 'links', 'task-gantt']" : 'weft.displays.map(d => d.word)';
          await tab.value(`weft.view.displays = ${displays}; weft.view.changed('displays')`);
          for (const [from, to] of count > 64 ? [[0, 1]] : [[0, 1], [0.4, 0.4000001], [0.61, 0.69]]) {
            await tab.value(`weft.view.setWindow(weft.view.length * ${from}, weft.view.length * ${to}); weft.view.setClock(weft.view.length * ${from})`);
            await tab.value(`weft.view.setOption('links', 'as', '${from ? 'network now' : 'over time'}')`);
            await tab.frame();
            same(await tab.value(faults), [], `${count} processors, ${what}, from ${from}`);
          }
          if (what === 'names of a trace')
            same(await tab.value('[0, 1, 2].map(level => weft.runs[0].label(3, level))'), ['3 \u2026ame: WorkerOfThePool3', '3 \u2026kerOfThePool3', '3'], 'three lengths of a name');
          same(tab.said, [], `${count}, ${what}: the console`);
          await tab.close();
        }
      }
    },

    /** Times are in the unit that fits, on the axis and under the pointer. */
    async units(browser) {
      for (const [scale, axis, clock] of [[1, '0 2000 4000 6000 8000 ns', '0 ns of 9000 ns (0 %)'], [1e3, '0 2000 4000 6000 8000 \u00b5s', '0 ns of 9000 \u00b5s (0 %)'],
        [1e7, '0 20 40 60 80 s', '0 ns of 90 s (0 %)']]) {
        const tab = await open(browser, { processors: 2, step: 0, unit_ns: 1 }, message(0, 9000 * scale, 0, 1, 1), { hash: '#d=count' });
        const texts = () => tab.value("[...weft.page.cards.get('count').svg().text.matchAll(/<text [^>]*>([^<]*)</g)].map(m => m[1])");
        const said = await texts(), place = said.findIndex(text => text.startsWith('time in '));
        same(`${said.slice(said.indexOf('2') + 2, place).join(' ')} ${said[place].slice(8)}`, axis, `the axis of ${scale}`);
        same(await tab.value("document.getElementById('clock').textContent"), clock, `the clock of ${scale}`);
        await tab.value(`weft.view.setWindow(${4500 * scale}, ${4500.02 * scale})`);
        await tab.frame();
        const near = (await texts()).slice(2, -2), numbers = near.filter(text => /^[0-9.]+$/.test(text));
        expect(new Set(numbers).size === numbers.length && numbers.length > 1, `texts that tell ticks apart: ${near}`);
        same(tab.said, [], `units, ${scale}: the console`);
        await tab.close();
      }
    },

    /** What is left out is said: messages, tasks. */
    async less(browser) {
      const rows = [], count = 21000, tasks = 300;
      for (let i = 0; i < tasks; i++) rows.push(`${i},${i},task,0,,${i + 1},,`, `${i + 1},${i + 1},done,0,,${i + 1},,`);
      for (let i = 0; i < count; i++) rows.push(...message(i, i + 1, 1, 2, i));
      const tab = await open(browser, { processors: 3, step: 1 }, rows,
        { hash: '#d=gantt,spacetime,task-count,task-surface,path&gantt.colour=message' });
      const half = `${count / 2} of ${count} messages are drawn; zoom in to see the others.`;
      same(await note(tab, 'gantt'), half, 'gantt');
      same(await note(tab, 'spacetime'), half, 'spacetime');
      expect((await note(tab, 'path')).endsWith(half), `path: ${await note(tab, 'path')}`);
      same(await note(tab, 'task-count'), `The uppermost area combines the last ${tasks - 23} of ${tasks} tasks.`, 'task-count');
      same(await note(tab, 'task-surface'), `The last column combines the last ${tasks - 255} of ${tasks} tasks.`, 'task-surface');
      await tab.value(`weft.view.setWindow(0, ${count / 2})`);
      await tab.frame();
      same(await note(tab, 'gantt'), '', 'gantt, zoomed in');
      same(tab.said, [], 'less: the console');
      await tab.close();
    },

    /** Times that a double holds in steps of 16, in an address too. */
    async ticks(browser) {
      writeFileSync(file('format.mjs'), readFileSync(join(source, 'src/trace/page/script/format.js')));
      const { ticks } = await import(pathToFileURL(file('format.mjs')).href);
      for (const [from, to, room] of [[1e16, 1e16 + 2, 10], [0, 5e-324, 3], [1e300, 1.1e300, 5], [1e15, 1e15 + 10, 10]]) {
        const found = ticks(from, to, room);
        expect(found.length && found.length <= room + 2 && found.every((x, i) => x >= from && x <= to && !(x <= found[i - 1])), `ticks from ${from} to ${to}: ${found}`);
      }
      same([ticks(0, 10, 5), ticks(0.1, 0.4, 3), ticks(0, 4, 9, true)], [[0, 2, 4, 6, 8, 10], [0.1, 0.2, 0.3, 0.4], [0, 1, 2, 3, 4]], 'round numbers');
      const large = 10n ** 17n, hash = '#d=count,gantt,spacetime&w=10000000000000000..10000000000000002&t=10000000000000001';
      const tab = await open(browser, { processors: 2, step: 1 }, [...message(0, 1, 0, 1, 0), ...message(large, large + 1n, 1, 0, 1)], { hash });
      same(await tab.value('[weft.view.from, weft.view.to]'), [1e16, 1e16 + 1e11], 'the least window');
      same(tab.said, [], 'large times: the console');
      await tab.close();
    },

    /** A way of more links than 16 bits count. */
    async far(browser) {
      const tab = await open(browser, { processors: 70000, step: 1, network: 'line:70000' }, message(0, 1, 0, 69999, 0), { hash: '#d=node&colour=distance' });
      same(await tab.value("[...document.querySelectorAll('#legend [aria-pressed]')].map(b => b.textContent)"), ['69999 links'], 'its distance');
      await tab.close();
    },

    /** What is in flight together is told together: of a pair in the matrix, of a processor in the status. */
    async together(browser) {
      const rows = [...message(0, 10, 0, 1, 0, 100), ...message(2, 12, 0, 1, 1, 200), ...message(2, 4, 0, 2, 2, 1000), ...message(5, 9, 1, 0, 3, 0)];
      const tab = await open(browser, { processors: 3, step: 1 }, rows, { hash: '#d=matrix,status&matrix.show=in%20flight&matrix.of=bytes&t=3' });
      const fills = card => tab.value(`[...weft.page.cards.get('${card}').svg().text.matchAll(/<rect [^>]*fill="(rgb[^"]*)"/g)].map(m => m[1])`);
      const shade = share => [[246, 24], [249, 92], [252, 148]].map(([low, high]) => Math.round(low + (high - low) * (0.12 + 0.88 * share))).join();
      const drawn = async () => (await fills('matrix')).slice(21); // behind the scale and the ground
      const told = (column = 1) => tab.value(`(() => { const c = weft.page.cards.get('matrix').plots[0].context, { x, y, w, h } = c.kept.square;
        return weft.displays.find(d => d.word === 'matrix').at(c, x + w * (${column} + 0.5) / 3, y + h / 6).text; })()`);
      same(await drawn(), [`rgb(${shade(0.3)})`, `rgb(${shade(1)})`], 'bytes in flight, of the most in one cell');
      same(await told(), '0 to 1\n300 B\nmessage 0: 0 to 1, 100 B\nin steps 1 to 10\nmessage 1: 0 to 1, 200 B\nin steps 3 to 12', 'under the pointer');
      await tab.value("weft.view.choose('message', 1)");
      await tab.frame();
      same(await drawn(), [`rgb(${shade(0.2)})`], 'of the chosen one');
      same(await told(), '0 to 1\n200 B\nmessage 1: 0 to 1, 200 B\nin steps 3 to 12\nand 1 not selected', 'the chosen one under the pointer');
      same(await told(2), '0 to 2\n0 B\nand 1 not selected', 'another under the pointer');
      await tab.value("weft.view.choose('message', 1); weft.view.setOption('matrix', 'of', 'messages')");
      await tab.frame();
      same(await drawn(), [`rgb(${shade(1)})`, `rgb(${shade(0.5)})`], 'messages in flight');
      const grids = await fills('status'), grey = 'rgb(246,249,252)';
      same(grids.slice(0, 3), [`rgb(${shade(1)})`, grey, grey], 'bytes being sent, of the most that one sends at one time');
      same(tab.said, [], 'together: the console');
      await tab.close();
    },

    /** The most that is ever there at one time, added up once more: of short times, of some
     * that 16 and that 32 bits do not hold, of messages that nobody takes. */
    async most(browser) {
      let seed = 1;
      const any = count => (seed = (seed * 16807) % 2147483647) % count;
      for (const unit of [1, 9973, 123456789012]) {
        const rows = [];
        for (let i = 0; i < 400; i++) {
          const start = any(60), end = start + any(12), source = any(4), target = any(4), bytes = any(100);
          const times = [start, end, end, end + any(9)].map(time => time * unit);
          rows.push(`${times[0]},${times[1]},send,${source},${target},${i},${bytes},`);
          if (any(8)) rows.push(`${times[2]},${times[3]},receive,${target},${source},${i},${bytes},`);
        }
        rows.sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
        const tab = await open(browser, { processors: 4 }, rows, { hash: '#d=matrix,status&matrix.show=in%20flight&matrix.of=bytes' });
        const found = await tab.value("[...weft.runs[0].most].sort().map(most => most[1])");
        const wanted = await tab.value(`(() => {
          const m = weft.runs[0].message, all = [...m.bytes.keys()];
          const most = (place, since, until) => Math.max(...all.map(n => (since[n] < until[n] ? all.filter(k => place(k) === place(n)
            && since[k] <= since[n] && since[n] < until[k]).reduce((sum, k) => sum + m.bytes[k], 0) : 0)));
          return [most(n => 4 * m.source[n] + m.target[n], m.start, m.arrive), most(n => m.target[n], m.arrive, m.taken),
            most(n => m.source[n], m.start, m.sent)];
        })()`);
        same(found, wanted, `the most in flight of a pair, queued, sent; times in multiples of ${unit}`);
        same(tab.said, [], `the most, ${unit}: the console`);
        await tab.close();
      }
    },

    /** Of very many things on few pixels each place is drawn once. */
    async crowd(browser) {
      const count = 70000, rows = [], taken = [];
      for (let i = 0; i + 1 < count; i++) {
        rows.push(`0,2,send,${i},${i + 1},${i % 2 ? 1 : 0},8,`);
        taken.push(`0,2,receive,${i + 1},${i},${i % 2 ? 1 : 0},8,`);
      }
      const tab = await open(browser, { processors: count, step: 1, network: `ring:${count}` }, [...rows, ...taken],
        { hash: '#d=animation,links,kiviat,tree,status&links.as=network%20now&t=1' });
      for (const word of ['animation', 'links', 'tree', 'kiviat', 'status']) {
        const marks = await tab.value(`(() => { const { text } = weft.page.cards.get('${word}').svg();
          return [text.split('<circle').length + text.split('<line').length + text.split('<rect').length, (text.match(/M[0-9.-]+ /g) ?? []).length]; })()`);
        expect(marks[0] + marks[1] < 40000, `${word}: ${marks} marks`);
      }
      same(await note(tab, 'kiviat'), '35 processors share a spoke, which shows their mean.', 'spokes');
      same(await tab.value(`(() => { const c = weft.page.cards.get('kiviat').plots[0].context, { x, y, w, h } = c.box;
        return weft.displays.find(d => d.word === 'kiviat').at(c, x + w / 2, y + 2).text; })()`), '35 processors from 0 on\nbusy 100.0 % of the window', 'a spoke');
      same(tab.said, [], 'a crowd: the console');
      await tab.close();
    },

    /** What is too large to be drawn is said; messages without a number; names that are cut, in SVG. */
    async said(browser) {
      const rows = ['0,1,send,0,1,,8,', '0,1,receive,1,0,,8,'];
      const many = await open(browser, { processors: 257, step: 1, network: 'complete:257' }, rows, { hash: '#d=animation,links&links.as=network%20now' });
      const words = 'The network is too large: its links are not drawn.';
      same([await note(many, 'animation'), await note(many, 'links')], [words, words], 'a large network');
      await many.close();
      const large = await open(browser, { processors: 70000, step: 1 }, rows, { hash: '#d=kiviat,tree' });
      same(await note(large, 'kiviat'), '35 processors share a spoke, which shows their mean.', 'kiviat');
      same(await note(large, 'tree'), 'Messages without a number reach 2 of 70000 processors, depth 1; 1 of 2 by now.', 'no number');
      same(large.said, [], 'many processors: the console');
      await large.close();
      const name = '\uffff\ufffe' + '\u{1f600}'.repeat(60), tasks = [];
      for (let i = 1; i <= 70; i++) tasks.push(`${i},${i},task,0,,${i},,`, `${i + 1},${i + 1},done,0,,${i},,`);
      tasks.push('71,71,task,0,,99,,', '75,75,done,0,,99,,');
      const tab = await open(browser, { processors: 1, step: 1, 'processor.0': name, ...Object.fromEntries(tasks.map((_, i) => [`task.${i}`, name])), 'task.99': 'longest' },
        tasks, { hash: '#d=gantt,task-gantt,task-summary,task-surface' });
      const broken = await tab.value(`[...weft.page.cards].map(([word, card]) => [word, card.svg().text]).filter(([, text]) => /[\\ufffe\\uffff]/.test(text) ||
        !text.isWellFormed() || new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')).map(([word]) => word)`);
      same(broken, [], 'displays that make no SVG');
      same(await note(tab, 'task-summary'), 'The 64 of 71 tasks with the most time.', 'many tasks');
      same(await tab.value(`(() => { const c = weft.page.cards.get('task-summary').plots[0].context;
        return weft.displays.find(d => d.word === 'task-summary').at(c, c.box.x + c.box.w - 1).text.split('\\n')[0]; })()`), 'longest', 'the longest task');
      same(tab.said, [], 'names: the console');
      await tab.close();
    },
  };
}
