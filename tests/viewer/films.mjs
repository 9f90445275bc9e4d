// Runs that race, and what is exported of moving displays. Cases of page.mjs.

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

    /** An animated GIF, a video and an SVG of all steps, read again by the browser. */
    async films(browser) {
      const trace = file('small.trf');
      run('run', 'broadcast', '-n', 'hypercube:3', '-t', trace);
      const tab = await browser.open(page(trace), { width: 1280, height: 800 });
      const steps = await tab.value('weft.view.length'), card = "weft.page.cards.get('animation')";
      const base64 = "new Promise(done => { const reader = new FileReader(); reader.onload = () => done(reader.result.split(',')[1]); reader.readAsDataURL(blob); })";
      await tab.value('weft.view.setClock(1.5)');
      const gif = await tab.value(`(async () => {
        const blob = await weft.films.gif(${card}), decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: 'image/gif' });
        await decoder.tracks.ready;
        await decoder.completed;
        const { frameCount, repetitionCount } = decoder.tracks.selectedTrack, far = [], delays = [];
        for (const [i, time] of [[0, 0], [18, 1.5], [frameCount - 1, weft.view.length]]) {
          const { image } = await decoder.decode({ frameIndex: i }), { frames: Frames } = weft.films, frames = new Frames(${card}, 800);
          const wanted = new Uint32Array(frames.canvas.width * frames.canvas.height), canvas = new OffscreenCanvas(image.codedWidth, image.codedHeight), context = canvas.getContext('2d');
          await frames.read(time, wanted);
          context.drawImage(image, 0, 0);
          const found = context.getImageData(0, 0, canvas.width, canvas.height).data, exact = new Uint8Array(wanted.buffer);
          let sum = 0;
          for (let k = 0; k < exact.length; k++) sum += Math.abs(found[k] - exact[k]);
          far.push(found.length === exact.length ? sum / exact.length : 255);
          delays.push(image.duration / 1000);
        }
        return { frameCount, forever: repetitionCount === Infinity, far, delays, bytes: blob.size };
      })()`);
      same([gif.frameCount, gif.forever, gif.delays], [12 * steps + 1, true, [40, 40, 2000]], 'frames, their repetition, their times');
      expect(gif.far.every(each => each < 0.5), `frames as drawn: ${gif.far}`);
      expect(gif.bytes > 1000 && gif.bytes < 100000 * steps, `a GIF of ${gif.bytes} bytes`);
      same(await tab.value('weft.view.clock'), 1.5, 'the page as before');

      const svg = await tab.value(`weft.films.steps(${card})`);
      same([...svg.matchAll(/>(step \d+)</g)].map(match => match[1]), Array.from({ length: steps }, (_, i) => `step ${i + 1}`), 'all steps');
      same(await tab.value(`!!new DOMParser().parseFromString(weft.films.steps(${card}), 'image/svg+xml').querySelector('parsererror')`), false, 'an SVG file');
      same(await tab.value("[...document.querySelectorAll('#card-animation .saves button')].map(e => e.textContent)"), ['SVG', 'PNG', 'steps as SVG', 'GIF', 'WebM'], 'the menu');
      same(await tab.value("document.querySelectorAll('#card-count .saves button').length"), 2, 'of another display');

      await tab.value('weft.view.setWindow(1, 2)');
      // a browser without a screen may record nothing, which is no video then
      const video = await tab.value(`(async () => { const blob = await weft.films.webm(${card}); return blob && ${base64}; })()`);
      expect(video === null || Buffer.from(video, 'base64').readUInt32BE(0) === 0x1a45dfa3, 'a WebM video');
      same(tab.said, [], 'the console');
      // stopped
      same(await tab.value(`(async () => { document.querySelectorAll('#card-animation .saves button')[3].click(); await new Promise(done => setTimeout(done, 200));
        dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); for (let i = 0; i < 200 && !document.getElementById('hint').hidden; i++) await new Promise(done => setTimeout(done, 50));
        return document.getElementById('hint').hidden; })()`), true, 'Esc stops it');
      await tab.close();
    },
  };
}
