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
  };
}
