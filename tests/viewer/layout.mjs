// What the page looks like and how it is used: its first screen, pointer and keys,
// menus, tables, words. Cases of page.mjs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param tools what page.mjs has: source, run, file, same, expect */
export function layout({ source, run, file, same, expect }) {
  const page = (...words) => {
    run('view', ...words, '-o', file('a.html'));
    return `file://${file('a.html')}`;
  };
  const three = ['synchronised', 'interleaved', 'rotated'].map(name => join(source, `traces/successive-4-${name}.trf`));
  const box = (tab, selector) => tab.value(`(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return { x: r.left, y: r.top, w: r.width, h: r.height }; })()`);
  const wheel = (tab, { x, y, w, h }, deltaY, modifiers = 0) => tab.mouse('mouseWheel', x + w / 2, y + h / 2, { deltaX: 0, deltaY, modifiers });
  const [CTRL, SHIFT] = [2, 8];

  return {
    /** The first screen: a header of one line, the animation, half of the space-time diagram. */
    async first(browser) {
      for (const [traces, above] of [[three, ['animation', 'spacetime']], [three.slice(2), ['animation', 'spacetime']]]) {
        const tab = await browser.open(page(...traces), { width: 1280, height: 800 });
        const what = `${traces.length} runs`;
        expect((await box(tab, '#controls')).h <= 56, `${what}: the header is ${(await box(tab, '#controls')).h} high`);
        same(await tab.value('weft.view.displays.slice(0, 2)'), above, `${what}: the first displays`);
        const [first, second] = [await box(tab, '#card-animation'), await box(tab, '#card-spacetime')];
        expect(first.y + first.h <= 800 && second.y + second.h / 2 <= 800, `${what}: ${JSON.stringify([first, second])} in 800 pixels`);
        const cut = await tab.value("[...document.querySelectorAll('#verdict summary, #clock')].filter(e => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > innerWidth).map(e => e.textContent)");
        same(cut, [], `${what}: cut in the header`);
        if (traces.length > 1) same(await tab.value("document.querySelector('#verdict summary').textContent"), '\u2713 synchronised 64', `${what}: a short verdict`);
        const rows = async () => (await box(tab, '#legend')).h;
        expect(await rows() < 40 && /^\+\d+$/.test(await tab.value("document.getElementById('legend-more').textContent")), `${what}: a legend of one row`);
        const folded = await tab.value("document.querySelectorAll('#legend [aria-pressed][hidden]').length");
        same(await tab.value("document.getElementById('legend-more').textContent"), `+${folded}`, `${what}: how many are folded`);
        await tab.value("document.getElementById('legend-more').click()");
        expect(await rows() > 40, `${what}: the whole legend`);
        same(await tab.value("getComputedStyle(document.getElementById('more')).display"), 'none', `${what}: options are folded`);
        await tab.value("document.getElementById('fold').click()");
        expect(await tab.value("document.getElementById('speed').offsetHeight > 0 && document.getElementById('fold').ariaExpanded === 'true'"), `${what}: unfolded`);
        same(tab.said, [], `${what}: the console`);
        await tab.close();
      }
      run('run', 'allreduce', '-n', 'hypercube:3', '-t', file('a.csv'));
      const reduces = await browser.open(page(file('a.csv')));
      same(await reduces.value('weft.view.displays[0]'), 'animation', 'a reduction');
      await reduces.close();
    },

    /** The wheel is the page's; menus close and stay inside; after a choice keys are the clock's. */
    async hands(browser) {
      const url = page(three[2]), tab = await browser.open(url, { width: 1280, height: 500 });
      await tab.value("document.getElementById('card-count').scrollIntoView({ block: 'center' })");
      await tab.frame();
      const before = await tab.value('scrollY'), plot = await box(tab, '#card-count canvas');
      await wheel(tab, plot, 120);
      await tab.until(`scrollY > ${before + 50}`, 5000);
      same(await tab.value('[weft.view.from, weft.view.to, document.getElementById("hint").hidden]'), [0, 34, false], 'a wheel scrolls, and a hint says how to zoom');
      await tab.value("document.getElementById('card-count').scrollIntoView({ block: 'center' })");
      await tab.frame();
      const at = await tab.value('scrollY'), place = await box(tab, '#card-count canvas');
      await wheel(tab, place, -200, CTRL);
      await tab.until('weft.view.to - weft.view.from < 34', 5000);
      const from = await tab.value('weft.view.from');
      await wheel(tab, place, 100, SHIFT);
      await tab.until(`weft.view.from > ${from}`, 5000);
      same(await tab.value('scrollY'), at, 'neither scrolls');
      const clock0 = await tab.value('weft.view.setWindow(0, 34), weft.view.clock');
      await tab.pinch(place);
      const span = await tab.value('weft.view.to - weft.view.from');
      expect(span > 6 && span < 11, `two fingers zoom: ${span}`);
      same(await tab.value('weft.view.clock'), clock0, 'and do not set the clock');
      await tab.value('weft.view.setWindow(0, 34)');

      const open = () => tab.value("document.getElementById('menu').open");
      const press = selector => tab.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
      await press('#menu summary');
      same(await open(), true, 'the menu opens');
      await tab.value("document.getElementById('show-tree').focus()");
      await tab.key('Escape');
      same([await open(), await tab.value('document.activeElement.textContent')], [false, 'displays'], 'Escape closes it and gives the focus back');
      await press('#menu summary');
      await tab.frame();
      await tab.click(300, 480);
      same(await open(), false, 'a click elsewhere closes it');
      await press('#menu summary');
      await tab.value("document.getElementById('show-tree').focus(); document.getElementById('play').focus()");
      await tab.frame();
      same(await open(), false, 'it closes when the focus leaves it');
      await tab.value("document.getElementById('fold').click(); document.getElementById('order').focus()");
      await tab.value("{ const order = document.getElementById('order'); order.value = 'Gray code'; order.dispatchEvent(new Event('change')); }");
      const clock = await tab.value('weft.view.clock');
      await tab.key('ArrowRight');
      same(await tab.value('[weft.view.order, weft.view.clock]'), ['Gray code', Math.floor(clock) + 1], 'after a choice the keys are those of the clock');
      same(tab.said, [], 'the console');
      await tab.close();

      for (const [width, height] of [[320, 640], [390, 844]]) {
        const phone = await browser.open(url, { width, height });
        const player = await box(phone, '#player');
        expect(Math.abs(player.y + player.h - height) < 1, `${width}: the player is at the bottom`);
        for (const selector of ['#menu', '#card-animation .menu']) {
          await phone.value(`document.querySelector('${selector} summary').click()`);
          await phone.frame();
          const outside = await phone.value(`[document.querySelector('${selector} > div'), ...document.querySelectorAll('${selector} :is(label, input, button)')]
            .map(e => e.getBoundingClientRect()).filter(r => r.left < 0 || r.right > innerWidth).length`);
          same(outside, 0, `${width}: of the menu ${selector} outside`);
        }
        await phone.value("document.getElementById('fold').click()");
        const small = await phone.value(`[...document.querySelectorAll('button, select, summary, .choices label, #more label')].map(e => [e.textContent, e.getBoundingClientRect()])
          .filter(([, r]) => r.width && (r.height < 40 || r.width < 40)).map(([text, r]) => text + ' ' + r.width + 'x' + r.height)`);
        same(small, [], `${width}: smaller than a finger`);
        expect(await phone.value('document.documentElement.scrollWidth') <= width, `${width}: no horizontal scrolling`);
        await phone.value('scrollTo(0, document.documentElement.scrollHeight)');
        await phone.frame();
        const last = await phone.value("Math.max(...[...document.querySelectorAll('.card')].map(e => e.getBoundingClientRect().bottom))");
        expect(last <= (await box(phone, '#player')).y, `${width}: the last display ends above the player`);
        same(phone.said, [], `${width}: the console`);
        await phone.close();
      }
    },

    /** Tables scroll inside and cut no number; displays without content say why and offer more. */
    async tables(browser) {
      const url = page(...three);
      for (const width of [1280, 800, 390]) {
        const tab = await browser.open(`${url}#d=statistics,events`, { width, height: 800 });
        const cut = () => tab.value(`[...document.querySelectorAll('.scroll')].flatMap(scroll => {
          const covers = [...scroll.parentElement.querySelectorAll('.cover:not([hidden])')].map(e => e.getBoundingClientRect());
          const { left } = scroll.getBoundingClientRect(), right = left + scroll.clientWidth;
          const first = scroll.querySelector('td, th').getBoundingClientRect().right;
          return [...scroll.querySelectorAll('td')].filter(td => td.cellIndex).map(td => [td.textContent, td.getBoundingClientRect()])
            .filter(([text, r]) => text && ((r.left < right - 1 && r.right > right + 1) || (r.left < first - 1 && r.right > first + 1 && scroll.classList.contains('over'))))
            .filter(([, r]) => !covers.some(c => c.left <= Math.max(r.left, first) + 1 && c.right >= Math.min(r.right, right) - 1)).map(([text]) => text);
        }).slice(0, 5)`);
        same(await cut(), [], `${width}: numbers that are cut`);
        if (width === 390) {
          same(await tab.value("document.querySelector('.scroll.over + .cover.left').hidden || document.querySelector('.cover.right').hidden"), true, 'a shadow shows more');
          await tab.value("document.querySelector('.scroll').scrollLeft = 30");
          await tab.frame();
          same(await cut(), [], 'scrolled: numbers that are cut');
          same(await tab.value("Math.abs(document.querySelector('.loads td').getBoundingClientRect().left - document.querySelector('.scroll').getBoundingClientRect().left) < 1"), true, 'the first column stays');
        }
        expect(await tab.value('document.documentElement.scrollWidth') <= width, `${width}: no horizontal scrolling`);
        await tab.close();
      }
      const busy = await browser.open(`${url}#d=statistics,kiviat,task-gantt,queues`);
      const cells = () => busy.value("[...document.querySelectorAll('#card-statistics .loads')[2].rows].slice(0, 2).map(row => [...row.cells].map(cell => cell.textContent).slice(0, 4).join(' '))");
      const counts = () => busy.value("document.getElementById('counts').innerText");
      same(await cells(), ['processor \u25b2 busy idle sent', '0 = 0000 23 11 18'], 'the statistics follow');
      expect((await counts()).includes('communication counts as busy') && (await counts()).includes('synchronised: 5 busy, 11 idle'), `it is said: ${await counts()}`);
      same(await busy.value("[...document.querySelectorAll('#legend > span')].slice(0, 2).map(e => e.textContent)"), ['busy', 'idle'], 'the legend');
      const none = word => busy.value(`(() => { const e = document.querySelector('#card-${word} .none'); return e.hidden ? '' : e.textContent; })()`);
      same(await none('kiviat'), '', 'a Kiviat diagram with content');
      same(await none('queues'), 'No message is ever queued in this run: each is received on arrival. show the traffic instead', 'queues');
      await busy.key('End');
      expect((await counts()).includes('rotated wins, 7 steps before interleaved'), `the winner: ${await counts()}`);
      await busy.key('Home');
      await busy.value("document.getElementById('busy').click()");
      await busy.frame();
      same(await cells(), ['processor \u25b2 busy communicating idle', '0 = 0000 0 23 11'], 'communication by itself');
      expect((await counts()).includes('synchronised: 0 busy, 5 communicating, 11 idle'), `in its word: ${await counts()}`);
      same(await none('kiviat'), 'This run records no computation, so no processor is ever busy. count communication as busy', 'why the diagram is empty');
      await busy.until("location.hash.includes('busy=own')");
      await busy.value("document.querySelector('#card-kiviat .none button').click(); document.querySelector('#card-task-gantt .none button').click()");
      await busy.frame();
      same([await none('kiviat'), await busy.value('weft.view.displays.join()')], ['', 'statistics,kiviat,gantt,queues'], 'the buttons change it');
      same(busy.said, [], 'the console');
      await busy.close();
    },

    /** One count of steps, one name of each processor, titles without what all share. */
    async words(browser) {
      const url = page(...three), tab = await browser.open(`${url}#d=animation,spacetime,tree,events,node,knowledge&t=12`);
      const text = selector => tab.value(`document.querySelector('${selector}').textContent`);
      same(await text('#clock'), 'after step 12 of 64', 'the clock');
      same([await tab.value('document.title'), await text('h1')], ['successive hypercube:4 shouting: synchronised | interleaved | rotated', 'successive hypercube:4 shouting'], 'titles');
      same(await tab.value("[...document.querySelectorAll('#card-tree figcaption')].map(e => e.textContent)"), ['synchronised', 'interleaved', 'rotated'], 'columns have what differs');
      const at = (word, x, y) => tab.value(`(() => { const c = weft.page.cards.get('${word}').plots[2].context, b = c.box;
        return weft.displays.find(d => d.word === '${word}').at(c, b.x + b.w * ${x}, b.y + b.h * ${y})?.text; })()`);
      same(await at('spacetime', 60.5 / 64, 5.5 / 16), 'processor 5 = 0101, in step 61', 'a tip');
      expect(/message \d+: \d+ = [01]{4} to \d+ = [01]{4}, 8 B\nin step 29$/.test(await tab.value(`(() => { const c = weft.page.cards.get('spacetime').plots[2].context, m = c.run.message, x = c.kept.x, y = c.kept.y;
        const n = m.start.indexOf(28), [x1, y1, x2, y2] = [x(m.start[n]), y(m.source[n]), x(m.arrive[n]), y(m.target[n])];
        return weft.displays.find(d => d.word === 'spacetime').at(c, (x1 + x2) / 2, (y1 + y2) / 2).text; })()`)), 'a message in step 29');
      same(await tab.value('[0, 5, 15].map(rank => weft.runs[0].label(rank))'), ['0 = 0000', '5 = 0101', '15 = 1111'], 'both numbers');
      for (const word of ['spacetime', 'tree', 'knowledge', 'animation']) {
        const svg = await tab.value(`weft.page.cards.get('${word}').svg().text`);
        expect(svg.includes('>5 = 0101<') || (svg.includes('>5<') && svg.includes('>0101<')), `${word}: both numbers`);
      }
      same(await text('#card-events thead th'), 'step', 'events have steps');
      expect((await tab.value("[...document.querySelectorAll('#card-events tr.now td:first-child')].map(e => e.textContent)")).every(step => step === '13'), 'those after step 12 are of step 13');
      const note = await text('#card-tree .note');
      expect(/synchronised: Message 1 reaches 16 of 16 processors, depth 4; \d+ of 16 by now\./.test(note) || /^Message 1 reaches/.test(note), `a note with its run: ${note}`);
      await tab.value('weft.view.setClock(2)');
      await tab.frame();
      expect(await text('#card-tree .note') !== note, 'it follows the clock');
      same(tab.said, [], 'the console');
      await tab.close();

      const odd = await browser.open(`${url}#links.show=network&t=3`);
      same(await odd.value("document.getElementById('unknown').textContent"), 'Ignored in the address: links.show=network (known: links.as=over time|network now)', 'what would mean something');
      await odd.close();

      const rows = ['# program: heat', '# network: complete:4', '# model: one-port', '# processors: 4', '# unit_ns: 1', 'start,end,kind,processor,peer,message,bytes,dimension'];
      for (let i = 0; i < 40; i++) rows.push(`${i},${i + 1},send,${i % 4},${(i + 1) % 4},${i},8,`, `${i},${i + 1},receive,${(i + 1) % 4},${i % 4},${i},8,`);
      writeFileSync(file('a.csv'), rows.join('\n') + '\n');
      const mpi = await browser.open(page(file('a.csv')));
      same(await mpi.value("[document.title, weft.view.colour, [...document.querySelectorAll('#legend [aria-pressed]')].map(e => e.textContent).join()]"),
        ['heat complete:4 one-port', 'source', 'from 0,from 1,from 2,from 3'], 'many messages are grouped by source');
      await mpi.close();
    },

    /** Messages of one colour have other dots; large cubes are cubes of cubes. */
    async marks(browser) {
      const tab = await browser.open(`${page(three[2])}#d=animation&t=20.5`);
      same(await tab.value("[...document.querySelectorAll('#legend .swatch[data-shape]')].map(e => e.dataset.shape).join('')"), '0000000000001111', 'dots of 16 messages');
      expect((await tab.value("document.getElementById('legend').textContent")).includes('12 colours, 3 shapes'), 'the legend says it');
      await tab.value('weft.view.setClock(32.5)');
      await tab.frame();
      expect((await tab.value("weft.page.cards.get('animation').svg().text")).includes('<polygon'), 'message 16 is no disc');
      await tab.close();
      for (const dimensions of [4, 5, 7, 10]) {
        run('run', 'broadcast', '-n', `hypercube:${dimensions}`, '-t', file('a.csv'));
        const cube = await browser.open(`${page(file('a.csv'))}#d=animation`, { width: 1280 });
        const least = await cube.value(`(() => { const { places, radius } = weft.page.cards.get('animation').plots[0].context.kept; let least = 1e9;
          places.forEach(([x, y], i) => places.slice(0, i).forEach(([a, b]) => { least = Math.min(least, Math.hypot(x - a, y - b)); }));
          return least / (2 * radius); })()`);
        expect(least >= 1, `hypercube:${dimensions}: discs overlap, ${least}`);
        const round = await cube.value(`(() => { const { places } = weft.page.cards.get('animation').plots[0].context.kept;
          const x = places.reduce((a, p) => a + p[0], 0) / places.length, y = places.reduce((a, p) => a + p[1], 0) / places.length;
          const far = places.map(p => Math.hypot(p[0] - x, p[1] - y)); return Math.max(...far) / Math.min(...far); })()`);
        expect(round > 1.5, `hypercube:${dimensions}: no circle`);
        await cube.close();
      }
    },

    /** One display fills the screen in large letters, without the Fullscreen API too. */
    async presents(browser) {
      const tab = await browser.open(`${page(three[2])}#d=animation,spacetime,statistics&t=3`, { width: 1920, height: 1080 });
      await tab.value('delete Element.prototype.requestFullscreen');
      const seen = () => tab.value("[...document.querySelectorAll('.card')].filter(e => e.offsetHeight).map(e => e.id + ' ' + e.offsetWidth + 'x' + e.offsetHeight)");
      const before = await tab.value("weft.page.cards.get('animation').plots[0].context.width");
      await tab.key('p');
      same(await seen(), ['card-animation 1920x1080'], 'one display fills the screen');
      const letters = await tab.value(`Math.min(...[...weft.page.cards.get('animation').svg().text.matchAll(/font-size="([0-9.]+)"/g)].map(m => m[1] * weft.page.presenter.zoom))`);
      expect(letters >= 28, `letters of ${letters} pixels`);
      expect((await box(tab, '#card-animation canvas')).h > 900, 'the picture fills it');
      expect((await tab.value("document.getElementById('presented').innerText")).includes('after step 3 of 34'), 'with its step');
      await tab.key('ArrowRight');
      same(await tab.value('weft.view.clock'), 4, 'the arrows are the clock');
      await tab.key('2');
      same(await seen(), ['card-spacetime 1920x1080'], 'a number chooses a display');
      const clicked = await tab.value("(() => { const plot = weft.page.cards.get('spacetime').plots[0], r = plot.over.getBoundingClientRect(), { x, y, w, h } = plot.context.box, k = weft.page.presenter.zoom; return [r.left + k * (x + w / 2), r.top + k * (y + h + 10)]; })()");
      await tab.click(clicked[0], clicked[1] - 60);
      expect(Math.abs(await tab.value('weft.view.clock') - 17) < 0.2 || await tab.value('weft.view.chosen !== null'), 'a click finds its time');
      await tab.key('b');
      same(await tab.value("document.getElementById('blank').offsetHeight"), 1080, 'blank');
      await tab.key('b');
      await tab.key('Escape');
      same((await seen()).length, 3, 'the page again');
      same(await tab.value("weft.page.cards.get('animation').plots[0].context.width"), before, 'as large as before');
      same(tab.said, [], 'the console');
      await tab.close();
    },

    /** Captions at their times: they point, wait, and show what they are about. */
    async story(browser) {
      writeFileSync(file('story.json'), JSON.stringify([
        { at: 1, text: 'Root 0 sends to *all* <b>neighbours</b>.', ring: [0], link: [[0, 8]], wait: true },
        { at: 3, until: 6, text: 'Two broadcasts.', show: { d: 'animation,tree', pick: 'message:2' } }, { at: 10, text: 'The end.' }]));
      const tab = await browser.open(`${page(three[2], '--story', file('story.json'))}#d=animation&t=0&speed=12`);
      const said = () => tab.value("[document.querySelector('#story p').innerText, document.querySelector('#story .bar span').innerText]");
      same(await said(), ['', '3 captions'], 'before the first one');
      await tab.key(' ');
      await tab.until('!weft.view.playing', 5000);
      await tab.frame();
      same(await tab.value('weft.view.clock'), 1, 'the clock waits for a caption');
      same(await said(), ['Root 0 sends to all <b>neighbours</b>.', '1 of 3'], 'a caption');
      same(await tab.value("[...document.querySelectorAll('#story em')].map(e => e.textContent)"), ['all'], 'emphasis');
      same(await tab.value('weft.view.marked.link'), [[0, 8]], 'it points');
      await tab.key('n');
      same(await tab.value('[weft.view.clock, weft.view.displays, weft.view.chosen]'), [3, ['animation', 'tree'], { by: 'message', value: 2 }], 'the next one shows what it is about');
      await tab.key('n');
      same([await tab.value('weft.view.clock'), (await said())[0]], [10, 'The end.'], 'the last one');
      await tab.key('N');
      same((await said())[1], '2 of 3', 'and back');
      await tab.value('weft.view.setClock(7)');
      await tab.frame();
      same((await said())[0], '', 'a caption ends');
      await tab.until("location.hash.includes('t=7') && !location.hash.includes('story')");
      same(tab.said, [], 'the console');
      await tab.close();
    },
  };
}
