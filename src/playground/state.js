/* What the page shows, as one object; it is in the address too, behind the #.
 *
 * Words of an address: v=1, p, n, s, m, cost, x.NAME, race, story (JSON), sched, goal, net (texts:
 * base64url of raw deflate of UTF-8), and those of the shared displays (d, t, pick, ...), which pass through. */

/** @typedef {{problem: string, network: string, strategy: string, model: string|null,
 *   cost: string|null, settings: Object<string, string>, schedule: string|null,
 *   goal: string|null, net: string|null, race: string[], story: string|null}} State */

export const VERSION = 1;
export const LINK_MOST = 8000; /* characters */
export const TEXT_MOST = 1 << 20; /* bytes of a text out of a link */
const WORD_MOST = 200; /* characters of a value that is no text */

/** @returns {State} */
export const firstState = () => ({ problem: 'successive', network: 'hypercube:4', strategy: 'rotated', model: null, cost: null,
  settings: {}, schedule: null, goal: null, net: null, race: [], story: null });

/** Words of an address and the members that they hold. */
const WORDS = [['p', 'problem'], ['n', 'network'], ['s', 'strategy'], ['m', 'model'], ['cost', 'cost']];
const TEXTS = [['sched', 'schedule'], ['goal', 'goal'], ['net', 'net']];
const STORY = ['story', 'story']; /* JSON, as in the address of `weft view` */

const isText = value => typeof value === 'string' && value.length <= TEXT_MOST;
const isWord = value => typeof value === 'string' && value.length <= WORD_MOST && !/[\0-\x1f\x7f]/.test(value);
const pairs = object => Object.entries(object && typeof object === 'object' ? object : {});

/** Return a state with the valid members of `part` in the place of those of `state`. @param {State} state @returns {State} */
export function merged(state, part) {
  const next = { ...state };
  for (const [, name] of WORDS)
    if (isWord(part[name]) || (part[name] === null && (name === 'model' || name === 'cost'))) next[name] = part[name];
  for (const [, name] of [...TEXTS, STORY]) if (isText(part[name]) || part[name] === null) next[name] = part[name];
  if (part.settings) next.settings = Object.fromEntries(pairs(part.settings).filter(each => each.every(isWord)));
  if (Array.isArray(part.race)) next.race = part.race.filter(isWord).slice(0, 3);
  return next;
}

async function through(Stream, bytes) {
  return new Blob([bytes]).stream().pipeThrough(new Stream('deflate-raw'));
}

/** Return a text as base64url of raw deflate. */
export async function packText(text) {
  const packed = new Uint8Array(await new Response(await through(/** @type {any} */ (globalThis).CompressionStream, new TextEncoder().encode(text))).arrayBuffer());
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Return the text of base64url of raw deflate; null: it is malformed, or longer than TEXT_MOST. */
export async function unpackText(word) {
  try {
    const binary = atob(word.replace(/-/g, '+').replace(/_/g, '/')), bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
    const reader = (await through(/** @type {any} */ (globalThis).DecompressionStream, bytes)).getReader();
    const parts = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(parts).arrayBuffer());
      parts.push(value);
      size += value.length;
      if (size > TEXT_MOST) {
        reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}

/** Return the address of a state, followed by other words. @param {State} state @param {string[]} more */
export async function addressOf(state, more) {
  const words = [`v=${VERSION}`], first = firstState();
  const put = (key, value) => words.push(`${key}=${encodeURIComponent(value).replace(/%3A/g, ':').replace(/%2C/g, ',')}`);
  for (const [key, name] of WORDS) if (state[name] !== null && (state[name] !== first[name] || key.length === 1)) put(key, state[name]);
  for (const [name, value] of Object.entries(state.settings)) put(`x.${name}`, value);
  if (state.race.length) put('race', state.race.join(','));
  if (state.story !== null) put('story', state.story);
  for (const [key, name] of TEXTS) if (state[name] !== null) words.push(`${key}=${await packText(state[name])}`);
  return `#${[...words, ...more].filter(word => word).join('&')}`;
}

/** Read an address: the part of a state that it holds, and its other words. */
export async function readAddress(hash) {
  /** @type {any} */
  const part = { settings: {} }, rest = [], lesson = { word: '' }, given = hash.replace(/^#/, '').split('&').filter(word => word);
  for (const word of given) {
    const [key, raw = ''] = word.split(/=(.*)/s);
    let value = null;
    try {
      value = decodeURIComponent(raw);
    } catch {
      rest.push(word);
      continue;
    }
    const plain = WORDS.find(each => each[0] === key), text = TEXTS.find(each => each[0] === key);
    if (key === 'story' && isText(value)) part.story = value;
    else if (plain && isWord(value)) part[plain[1]] = value;
    else if (text && (value = await unpackText(value)) !== null) part[text[1]] = value;
    else if (key.startsWith('x.') && isWord(value)) part.settings[key.slice(2)] = value;
    else if (key === 'lesson' && isText(value)) lesson.word = value;
    else if (key === 'race') part.race = value.split(',');
    else if (key !== 'v' || !(Number(value) <= VERSION)) rest.push(word);
  }
  return { part, rest: rest.join('&'), lesson: lesson.word, empty: !given.length };
}
