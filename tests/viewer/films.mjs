// Runs that race, and what is exported of moving displays. Cases of page.mjs.
import { writeFileSync } from 'node:fs';

/** @param tools what page.mjs has: run, file, same, expect */
export function films({ run, file, same, expect }) {
  const page = (...words) => {
    run('view', ...words, '-o', file('a.html'));
    return `file://${file('a.html')}`;
  };
  const successive = (name, ...words) => {
    const to = file(`${name}${words.join('')}.trf`);
    try {
      run('run', 'successive', '-n', 'hypercube:4', '-s', name, ...words, '-t', to);
    } catch { /* its conflicts */ }
    return to;
  };

  return {
    /** Runs side by side on one clock and one scale, with flags and a winner. */
    async race(browser) {
      const traces = [successive('rotated'), successive('optimal'), successive('woven')], url = page(...traces);
      const tab = await browser.open(url, { width: 1280, height: 800 });
      const seen = () => tab.value("[...document.querySelectorAll('.card')].filter(e => e.offsetHeight).map(e => e.id)");
      const lanes = () => tab.value("[...document.querySelectorAll('.lane')].filter(e => e.offsetHeight).map(e => e.innerText)");
      const winner = () => tab.value("document.getElementById('winner').innerText");
      const before = await seen();
      await tab.key('r');
      same(await tab.value('weft.view.playing'), true, 'a race begins');
      await tab.key(' ');
      same(await seen(), ['card-animation'], 'with the animation only');
      const sizes = await tab.value("weft.page.cards.get('animation').plots.map(p => [p.context.width, p.context.height, p.place.getBoundingClientRect().top])");
      expect(sizes.every(size => JSON.stringify(size) === JSON.stringify(sizes[0])), `one scale, one row: ${JSON.stringify(sizes)}`);
      await tab.value('weft.view.setClock(29)');
      await tab.frame();
      same(await lanes(), ['after step 29', 'finished after step 29', 'after step 29'], 'a flag at the first');
      same(await winner(), '', 'no winner yet');
      const flags = await tab.value("[...document.querySelectorAll('.track')].map(e => e.lastChild.offsetLeft / e.offsetWidth)");
      expect(flags.every((at, i) => Math.abs(at - [34, 29, 33][i] / 34) < 0.02), `flags on one scale: ${flags}`);
      await tab.value('weft.view.setClock(32.5)');
      await tab.frame();
      same((await lanes())[0], 'in step 33', 'within a step');
      await tab.key('End');
      same(await winner(), 'optimal wins, 4 steps before woven', 'the winner');
      await tab.until("location.hash.includes('race=1,2,3')");
      await tab.key('p');
      same(await seen(), ['card-animation'], 'presented');
      const foot = await tab.value("Math.max(...['winner', 'card-animation'].map(id => document.getElementById(id).getBoundingClientRect().bottom))");
      expect(foot <= 800 && await tab.value("document.getElementById('winner').offsetHeight > 20"), `all of it on the screen: ${foot}`);
      await tab.key('Escape');
      await tab.key('Escape');
      same([await seen(), await tab.value('weft.view.race')], [before, []], 'the page again');
      same(tab.said, [], 'the console');
      await tab.close();

      // two of four, on a telephone; a run that is not valid does not win
      const four = page(...traces, successive('rotated', '--spacing', '1', '--on-conflict=report'));
      const phone = await browser.open(`${four}#race=1,4&t=99`, { width: 390, height: 844 });
      same(await phone.value("[...document.querySelectorAll('#card-animation figcaption')].filter(e => e.offsetHeight).map(e => e.innerText)"), ['rotated', 'rotated spacing 1'], 'those that race');
      same(await phone.value("[document.getElementById('winner').innerText, document.querySelectorAll('.lane.invalid').length]"), ['only rotated is valid', 1], 'not valid');
      expect(await phone.value('document.documentElement.scrollWidth') <= 390, 'no horizontal scrolling');
      same(phone.said, [], 'a telephone, the console');
      await phone.close();
      const odd = await browser.open(`${four}#race=1,9`);
      expect((await odd.value("document.getElementById('unknown').innerText")).startsWith('Ignored in the address: race=1,9'), 'a run that is not there');
      await odd.close();
      const one = await browser.open(page(traces[0]));
      await one.key('r');
      same(await one.value("[weft.view.race, document.getElementById('hint').innerText]"), [[], 'A race needs several traces: weft view A B'], 'alone');
      await one.close();
    },
  };
}
