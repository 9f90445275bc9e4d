// The playground's lessons, stories, races and examples, played in a real browser.
//
//     lessons.mjs CHROMIUM WEFT PAGE
import { readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { Browser } from '../viewer/browser.mjs';
import { expect, finish, HOOK, openReady, play, same, set } from './asked.mjs';

const [,, chromium, weft, page] = process.argv;
const url = pathToFileURL(page).href, source = join(import.meta.dirname, '../../src/playground');
const lessons = readdirSync(join(source, 'lessons')).sort().map(name => JSON.parse(readFileSync(join(source, 'lessons', name), 'utf8')));
const examples = JSON.parse(readFileSync(join(source, 'examples.json'), 'utf8'));

const plain = text => String(text).replace(/\{([^{}|]*)\|[^{}]*\}/g, '$1');
const settled = tab => tab.value(`${HOOK}.settled()`);
const caption = tab => tab.value("document.querySelector('#story p').textContent");
const said = tab => tab.value("[document.getElementById('quiz-says').className, document.getElementById('quiz-says').textContent]");

/** A key, and all that follows from it. */
async function press(tab, key) {
  await tab.value('document.activeElement.blur()');
  await tab.key(key);
  await settled(tab);
  await tab.frame();
}

// ---- lessons --------------------------------------------------------------------

/** Answer a question of which the right answer is known. */
async function give(tab, { answer }, right) {
  if (answer.kind === 'choose') {
    const wrong = (answer.right + 1) % answer.of.length;
    await tab.value(`document.getElementById('quiz-${right ? answer.right : wrong}').click()`);
  } else if (answer.kind === 'number') {
    await tab.value(`(document.getElementById('quiz-number').value = '${Number(plain(answer.value)) + (right ? 0 : 1)}', document.getElementById('quiz-check').click())`);
  } else if (right) await tab.value("document.getElementById('quiz-solution').click()");
  await settled(tab);
}

/** A question: a wrong answer is refused, and says how far it is from the right one. */
async function question(tab, quiz, where) {
  same(await caption(tab), plain(quiz.question).replace(/\*/g, ''), `${where}: the question`);
  await give(tab, quiz, false);
  const [before, text] = await said(tab);
  same(before, 'wrong', `${where}: a wrong answer`);
  const more = Number(/(\d+) more to save/.exec(text)?.[1]);
  if (quiz.answer.kind === 'steps-at-most')
    same(more, await tab.value(`${HOOK}.result().steps`) - Number(plain(quiz.answer.value)), `${where}: how far`);
  await give(tab, quiz, true);
  const [after, because] = await said(tab);
  same(after, 'right', `${where}: the solution`);
  expect(because.includes(plain(quiz.because)), `${where}: why: ${because}`);
}

async function lesson(tab, number, { title, scenes }) {
  await tab.value(`document.querySelectorAll('#lessons a')[${number - 1}].click()`);
  await settled(tab);
  await tab.frame();
  same(await tab.value("document.querySelector('#lesson h2').textContent"), `${number}. ${title}`, 'the title');
  const captions = scenes.flatMap(scene => scene.story ?? [scene]);
  for (const [i, each] of captions.entries()) {
    const where = `lesson ${number}, ${i + 1} of ${captions.length}`;
    if (each.quiz) await question(tab, each.quiz, where);
    else {
      same(await caption(tab), plain(each.text).replace(/\*/g, ''), where);
      same(Number((await tab.value(`${HOOK}.state()`)).t), each.at, `${where}: its time`);
    }
    same(await tab.value("document.querySelector('#lesson .dim').textContent"), `${i + 1} of ${captions.length}`, where);
    expect(await tab.value(`${HOOK}.result().error === null && document.getElementById('unknown').hidden`), `${where}: no error`);
    if (i < captions.length - 1) await press(tab, 'n');
  }
  expect(await tab.value(`document.querySelectorAll('#lessons a')[${number - 1}].textContent.endsWith('\\u2713')`), `lesson ${number} is done`);
}

async function allLessons(tab) {
  same(lessons.length, 20, 'lessons');
  for (const [i, each] of lessons.entries()) await lesson(tab, i + 1, each);
  await press(tab, 'N');
  await press(tab, 'N');
  const [scene] = lessons[19].scenes.slice(-3);
  same(await caption(tab), plain(scene.story.at(-1).text).replace(/\*/g, ''), 'back over the border of two scenes');
  await tab.value("document.querySelector('#lesson > button:last-child').click()");
  await settled(tab);
  await tab.frame();
  expect(await tab.value("document.getElementById('lesson').hidden && document.getElementById('story').hidden"), 'the end of the lesson');
}

/** A lesson in a link: of the page, at a scene, or an own one; and one that is dropped. */
async function lessonLinks(browser) {
  const own = { title: 'My <b>own</b>', scenes: [{ state: { network: 'hypercube:2' }, show: { d: 'matrix,animation' }, story: [{ at: 1, text: 'One *step*' }] }] };
  const word = deflateRawSync(Buffer.from(JSON.stringify(own))).toString('base64url');
  for (const [words, title, text] of [['lesson=8', `8. ${lessons[7].title}`, lessons[7].scenes[0].story[0].text],
    ['lesson=8.2', `8. ${lessons[7].title}`, lessons[7].scenes[1].story[0].text], [`lesson=${word}`, own.title, 'One *step*']]) {
    let tab = await openReady(browser, `${url}#${words}`);
    for (const again of [false, true]) { /* as opened, and from the address that it has then */
      same(await tab.value("document.querySelector('#lesson h2').textContent"), title, words.slice(0, 20));
      same(await caption(tab), plain(text).replace(/\*/g, ''), words.slice(0, 20));
      const next = again ? null : await openReady(browser, await tab.value('location.href'));
      await tab.close();
      tab = next;
    }
  }
  const tab = await openReady(browser, `${url}#v=1`), drop = (name, text) => tab.value(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  })()`);
  await drop('own.json', JSON.stringify(own));
  await tab.until("document.querySelector('#lesson h2').textContent === 'My <b>own</b>'");
  await drop('story.json', '[{"at": 0, "text": "a dropped story"}]');
  await tab.until(`(${HOOK}.state().story ?? '').includes('dropped')`);
  for (const bad of ['lesson=99', 'lesson=!!!', 'lesson=AAAA', 'lesson=1.99', `lesson=${deflateRawSync(Buffer.from('{"scenes":[{"story":[{"at":"x"}]}]}')).toString('base64url')}`]) {
    const other = await openReady(browser, `${url}#${bad}`);
    same(await other.value(`${HOOK}.result().error`), null, bad.slice(0, 20));
    same(other.said, [], bad.slice(0, 20));
    await other.close();
  }
  await tab.close();
}

// ---- stories, races, presentation --------------------------------------------------

const first = { problem: 'successive', network: 'hypercube:3', strategy: 'rotated', model: null, cost: null, settings: {}, schedule: null, race: [], story: null };

async function stories(browser, tab) {
  const story = JSON.stringify([{ at: 0, text: 'Root *zero*', ring: [0], show: { d: 'animation,tree' } }, { at: 3, text: 'stop', wait: true, link: [[0, 1]] }, { at: 5, text: 'last' }]);
  await set(tab, { ...first, story, t: '0' });
  same(await caption(tab), 'Root zero', 'a caption');
  same(await tab.value(`${HOOK}.state().d`), 'animation,tree', 'what it shows');
  await tab.value("document.getElementById('play').click()");
  await tab.until(`document.getElementById('play').textContent.includes('\\u25b6') && ${HOOK}.state().t === '3'`);
  same(await caption(tab), 'stop', 'the clock waits');
  await press(tab, 'n');
  same(await caption(tab), 'last', 'n');
  await press(tab, 'N');
  same(await caption(tab), 'stop', 'N');
  const other = await openReady(browser, await tab.value('location.href'));
  same(await caption(other), 'stop', 'the story of a link');
  same((await other.value(`${HOOK}.state()`)).story, story, 'the story in the state');
  await other.close();
  await tab.size(1920, 1080);
  await press(tab, 'p');
  expect(await tab.value("parseFloat(getComputedStyle(document.querySelector('#story p')).fontSize) >= 28 && document.querySelector('#story').getBoundingClientRect().bottom <= innerHeight"), 'a large caption in a presentation');
  await press(tab, 'Escape');
  expect(await tab.value("!document.documentElement.classList.contains('presenting')"), 'the end of a presentation');
  await tab.size(1280, 800);
  await set(tab, { story: null });
}

async function races(browser, tab) {
  await set(tab, { ...first, d: 'animation,spacetime' });
  await tab.value("[...document.querySelectorAll('#strategies tbody tr')].find(row => row.innerText.startsWith('optimal')).querySelector('.race button').click()");
  await settled(tab);
  await tab.frame();
  same(await tab.value(`${HOOK}.state().race`), ['optimal'], '+ in the table');
  const shown = t => t.value("[...document.querySelectorAll('#card-animation figure')].filter(each => each.offsetWidth).map(each => each.firstElementChild.textContent)");
  same(await shown(tab), ['rotated', 'optimal'], 'side by side');
  await press(tab, 'End');
  const steps = strategy => JSON.parse(execFileSync(weft, ['run', 'successive', '-n', 'hypercube:3', '-s', strategy, '--json'], { encoding: 'utf8' })).steps;
  const line = `optimal wins, ${steps('rotated') - steps('optimal')} steps before rotated`;
  same(await tab.value("document.getElementById('winner').textContent"), line, 'the end of a race');
  await settled(tab);
  const other = await openReady(browser, await tab.value('location.href'));
  same([await shown(other), await other.value("document.getElementById('winner').textContent")], [['rotated', 'optimal'], line], 'the race of a link');
  await press(other, 'r');
  expect(await other.value("!document.documentElement.classList.contains('racing') && document.querySelectorAll('.card').length > 1"), 'r ends the race');
  await other.close();
  await set(tab, { race: [] });
  expect(await tab.value("!document.documentElement.classList.contains('racing')"), 'no race is left');
}

async function shares(tab) {
  await set(tab, first);
  await tab.value("[...document.querySelectorAll('#top button')].find(each => each.textContent === 'Share').click()");
  await tab.until("document.getElementById('share').open");
  const [link, embed, cite] = await tab.value("['link', 'embed', 'cite'].map(id => document.getElementById(id).value)");
  same(link, await tab.value('location.href'), 'the link');
  same(await tab.value(`new DOMParser().parseFromString(${JSON.stringify(embed)}, 'text/html').querySelector('iframe').src`), link, 'embed');
  expect(cite.startsWith(execFileSync(weft, ['--version'], { encoding: 'utf8' }).trim()) && cite.endsWith(link), `cite: ${cite}`);
  await tab.value("document.getElementById('share').close()");
}

// ---- examples ----------------------------------------------------------------------

const BROKEN = /spacing=1|isolated/; /* examples that show conflicts */

async function gallery(tab) {
  await tab.value("document.querySelector('#top > button').click()");
  await tab.until("[...document.querySelectorAll('#gallery img')].every(each => each.naturalWidth > 0)");
  same(await tab.value("[...document.querySelectorAll('#gallery a')].map(each => each.textContent)"), examples.map(each => each[0]), 'cards');
  same(examples.length, 24, 'examples');
  for (const [i, [title, words]] of examples.entries()) {
    await tab.value("(document.getElementById('gallery').open || document.getElementById('gallery').showModal())");
    await tab.value(`document.querySelectorAll('#gallery a')[${i}].click()`);
    await tab.until(`${HOOK}.state().problem === '${/p=([^&]*)/.exec(words)[1]}' && ${HOOK}.state().strategy === '${/&s=([^&]*)/.exec(words)[1]}'`);
    await settled(tab);
    const { error, valid, steps } = await tab.value(`${HOOK}.result()`), { d } = await tab.value(`${HOOK}.state()`);
    same([error, valid, steps > 0], [null, !BROKEN.test(words), true], title);
    if (words.includes('&d=')) same(d, /d=([^&]*)/.exec(words)[1], `${title}: its displays`);
    expect(await tab.value("document.getElementById('unknown').hidden && !document.getElementById('gallery').open"), `${title}: nothing is ignored`);
  }
}

const browser = new Browser(chromium);
try {
  const tab = await openReady(browser, `${url}#v=1&t=0`);
  await play(tab, { lessons: allLessons, links: () => lessonLinks(browser), stories: t => stories(browser, t), races: t => races(browser, t), shares, gallery });
} finally {
  await browser.close();
}
finish();
