/* Moving displays as files: an animated GIF, a WebM video where the browser records one, and all
 * steps as small pictures in one SVG. They cover the window of time. */
import { make, save } from '../element.js';
import { CanvasPen, SvgPen } from '../pen.js';
import { Gif } from './gif.js';
import { Picture } from './picture.js';
import { Quantiser } from './quantise.js';

const WIDTH = 800;
const PER_STEP = 12; /* frames */
const MOST = 720; /* maximum number of frames */
const WITHOUT_STEPS = 240; /* number of frames of runs without steps */
const DELAY = 4; /* time of a frame in hundredths of a second */
const STAY = 200; /* time of the last frame */
const COLOURS = 255;
const LOOKS = 24; /* number of frames whose colours are counted */
const PICTURES = 120; /* maximum number of small pictures */
const SMALL = 280; /* width of a small picture */
const TITLE = 34; /* height of the heading of small pictures */
const GAP = 12;
const HEADER = 500; /* bytes; a smaller video has no picture */
const PAUSE = 60; /* milliseconds of work between breaks for the page */

/** The export that is under way. @type {{stopped: boolean, failed: string}|null} */
let current = null;

/** Stop an export. Returns whether there was one. */
export function stopFilm() {
  if (!current || current.stopped) return false;
  current.stopped = true;
  return true;
}

/** Return the times of the frames. @param {import('../view.js').View} view */
function timesOf(view, perStep) {
  const { from, to } = view, most = view.steps ? Math.max(1, Math.min(MOST, Math.round((to - from) * perStep))) : WITHOUT_STEPS;
  return Array.from({ length: most + 1 }, (_, i) => from + (to - from) * i / most);
}

/** Frames of a card, drawn on a canvas. */
export class Frames {
  /** @param {import('../card.js').Card} card */
  constructor(card, width) {
    const each = Math.floor(width / (card.view.race.length || card.plots.length)), picture = this.picture = new Picture(card, () => each);
    const size = { width: picture.width, height: picture.height };
    this.canvas = make('canvas', size);
    this.base = make('canvas', size);
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    const below = this.base.getContext('2d', { willReadFrequently: true });
    below.fillStyle = picture.theme.paper;
    below.fillRect(0, 0, picture.width, picture.height);
    picture.drawBase(new CanvasPen(below, picture.theme));
    this.pen = new CanvasPen(this.context, picture.theme);
  }

  draw(time) {
    this.context.drawImage(this.base, 0, 0);
    this.picture.at(time, () => this.picture.drawNow(this.pen));
  }

  /** Write the pixels at a time, as 32-bit numbers. @param {Uint32Array} to */
  async read(time, to) {
    this.draw(time);
    await copyPixels(this.canvas, to);
  }
}

/** Copy the pixels of a canvas; into memory that is there, which is faster, where the browser can. */
async function copyPixels(canvas, to) {
  if (await (copies ??= canCopy())) {
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    await frame.copyTo(to, /** @type {any} */ (RGBA));
    frame.close();
  } else to.set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer));
}

const RGBA = { format: 'RGBA' };

/** Whether the browser copies pixels in this format. @type {Promise<boolean>|undefined} */
let copies;

async function canCopy() {
  try {
    const canvas = make('canvas', { width: 2, height: 1 }), found = new Uint8Array(8);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.fillStyle = '#102030';
    context.fillRect(0, 0, 2, 1);
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    await frame.copyTo(found, /** @type {any} */ (RGBA));
    frame.close();
    return found.join() === '16,32,48,255,16,32,48,255';
  } catch {
    return false;
  }
}

/** Let the page draw and take input, from time to time; show how far the work is. */
class Breaks {
  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.last = performance.now();
  }

  async take(share) {
    if (performance.now() - this.last < PAUSE) return;
    this.page.tell(`${this.name}: ${Math.round(100 * share)} % (Esc stops)`);
    await new Promise(done => setTimeout(done));
    this.last = performance.now();
  }
}

/** Run an export and show how far it is. @param {any} page */
async function alone(page, work) {
  if (current) return;
  const own = current = { stopped: false, failed: '' };
  try {
    await work(own);
  } finally {
    current = null;
    page.tell('');
  }
  if (own.failed) page.teach(own.failed);
}

/**
 * Return an animated GIF of a card; null if it was stopped.
 * @param {import('../card.js').Card} card
 */
export async function gifOf(card, { width = WIDTH, perStep = PER_STEP } = {}, own = { stopped: false, failed: '' }) {
  const frames = new Frames(card, width), times = timesOf(card.view, perStep), { theme } = frames.picture;
  const colours = Object.values(theme).flat().filter(each => typeof each === 'string');
  const quantiser = new Quantiser(colours, COLOURS), breaks = new Breaks(card.page, 'GIF');
  const { width: wide, height } = frames.canvas, to = new Uint8Array(wide * height);
  let [pixels, before] = [0, 1].map(() => new Uint32Array(to.length)); /* transparent: no pixel is as before */
  for (let i = 0; i < LOOKS; i++) {
    await frames.read(times[Math.floor(i * (times.length - 1) / (LOOKS - 1))], pixels);
    quantiser.look(pixels);
    await breaks.take(0);
  }
  const gif = new Gif(wide, height, quantiser.choose());
  for (let i = 0; i < times.length && !own.stopped; i++) {
    await frames.read(times[i], pixels);
    const box = quantiser.map(pixels, before, wide, gif.clear, to);
    gif.frame(to, box, i + 1 < times.length ? DELAY : STAY);
    [pixels, before] = [before, pixels];
    await breaks.take(i / times.length);
  }
  return own.stopped ? null : new Blob([gif.finish()], { type: 'image/gif' });
}

/** Can the browser record a canvas? */
export const records = () => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported('video/webm') &&
  'captureStream' in HTMLCanvasElement.prototype;

/** Return a video of a card; null if it was stopped. It takes as long as it plays. */
export async function webmOf(card, { width = WIDTH, perStep = PER_STEP } = {}, own = { stopped: false, failed: '' }) {
  const frames = new Frames(card, width), { view, page } = card, seconds = timesOf(view, perStep).length * DELAY / 100, end = seconds + STAY / 100;
  frames.draw(view.from);
  const recorder = new MediaRecorder(/** @type {any} */ (frames.canvas).captureStream(100 / DELAY), { mimeType: 'video/webm', videoBitsPerSecond: 4e6 });
  const parts = [], done = new Promise(resolve => { recorder.onstop = resolve; });
  recorder.ondataavailable = event => parts.push(event.data);
  recorder.start();
  const begin = performance.now();
  for (let at = 0; at < end && !own.stopped; at = (performance.now() - begin) / 1000) {
    frames.draw(view.from + (view.to - view.from) * Math.min(1, at / seconds));
    page.tell(`WebM: ${Math.floor(at)} of ${Math.ceil(end)} s (Esc stops)`);
    await new Promise(next => setTimeout(next, 10 * DELAY));
  }
  recorder.stop();
  await done;
  const video = new Blob(parts, { type: 'video/webm' });
  if (video.size < HEADER) own.failed = 'The browser has recorded no picture';
  return own.stopped || own.failed ? null : video;
}

/** Return the times of small pictures, with their titles. @param {import('../view.js').View} view */
function stepsOf(view) {
  if (!view.steps) {
    return Array.from({ length: 24 }, (_, i) => view.from + (view.to - view.from) * (i + 0.5) / 24).map(time => ({ time, title: view.momentText(time) }));
  }
  const first = Math.floor(view.from), last = Math.max(first + 1, Math.ceil(view.to)), each = Math.ceil((last - first) / PICTURES);
  const found = [];
  for (let step = first; step < last; step += each) found.push({ time: Math.min(step + 0.5, view.length), title: `step ${step + 1}` });
  return found;
}

/** Return all steps as small pictures in one SVG. @param {import('../card.js').Card} card */
export function stepsSvg(card) {
  const picture = new Picture(card, () => SMALL), pen = new SvgPen(picture.theme), steps = stepsOf(card.view);
  const wide = picture.width + GAP, high = picture.below + 2 * GAP;
  const columns = Math.min(steps.length, Math.max(1, Math.round(Math.sqrt(1.4 * steps.length * high / wide))));
  steps.forEach(({ time, title }, i) => {
    const left = i % columns * wide, top = TITLE + Math.floor(i / columns) * high;
    pen.text(left + GAP, top + GAP, title, { bold: true, size: 12 });
    for (const { x, c } of picture.parts)
      pen.moved(left + x, top + GAP, () => picture.at(time, () => {
        card.display.draw?.(pen, c);
        card.display.now?.(pen, c);
      }));
  });
  pen.text(GAP, 18, `${card.display.title}: ${picture.parts.map(({ run }) => run.whole).join(' | ')}`, { bold: true, size: 13 });
  return pen.finish(columns * wide, TITLE + Math.ceil(steps.length / columns) * high, card.display.title);
}

/** Return the entries of a moving display's menu: [title, action]. @param {import('../card.js').Card} card @returns {Array<[string, () => void]>} */
export function filmsOf(card) {
  const { page } = card, ready = () => card.view.runs.every(run => run.ready);
  const made = (make, ending) => () => ready() && alone(page, async own => {
    const blob = await make(card, {}, own);
    if (blob) save(blob, card.fileName(ending));
  });
  /** @type {Array<[string, () => void]>} */
  const films = [['steps as SVG', () => ready() && save(new Blob([stepsSvg(card)], { type: 'image/svg+xml' }), card.fileName('steps.svg'))], ['GIF', made(gifOf, 'gif')]];
  return records() ? [...films, ['WebM', made(webmOf, 'webm')]] : films;
}
