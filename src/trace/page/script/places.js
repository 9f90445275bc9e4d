/* Positions of the vertices of a network in pictures. */

/**
 * Directions of the bits of the ranks of a small hypercube, chosen so that no edge passes close to a
 * node that is not its end. Larger hypercubes consist of such cubes.
 */
const CUBE = [[140, 0], [0, -140], [93, -50], [191, 54]];
const APART = 1.16; /* distance of the cubes in a larger cube, relative to their size */
const ASIDE = 0.07; /* offset, so that a link passes beside the nodes between its ends */

export function circle(count, hub) {
  const points = hub ? [[0, 0]] : [], n = count - points.length;
  for (let i = 0; i < n; i++) {
    const angle = 2 * Math.PI * i / n - Math.PI / 2;
    points.push([Math.cos(angle), Math.sin(angle)]);
  }
  return points;
}

function cube(dimensions) {
  let points = [[0, 0]];
  for (let i = 0; i < dimensions; i++) {
    const [dx, dy] = (dimensions <= CUBE.length || i < CUBE.length - 1) ? CUBE[i] : beside(points);
    points = [...points, ...points.map(([x, y]) => [x + dx, y + dy])];
  }
  return points;
}

/**
 * Return the direction to a second cube: right of the first or above it, so that both are wider than
 * high, and slightly shifted.
 */
function beside(points) {
  const spread = k => points.reduce((a, p) => Math.max(a, p[k]), -Infinity) - points.reduce((a, p) => Math.min(a, p[k]), Infinity);
  const w = spread(0), h = spread(1);
  return w <= 1.3 * h ? [w * APART + 60, h * ASIDE] : [w * ASIDE, -h * APART - 60];
}

/** Place a grid: the last axis to the right, the one before down, and a third one set back. */
function grid(network) {
  return network.at.map(at => {
    const axes = at.length, right = at[axes - 1], down = axes > 1 ? at[axes - 2] : 0;
    const back = axes > 2 ? at[axes - 3] : 0, pitch = axes > 2 ? 1.5 : 1;
    return [right * pitch + back * 0.42, down * pitch - back * 0.3];
  });
}

/** Place the leaves below, and each switch above the middle of the vertices at its first two ports. */
function leaves(network, count) {
  const points = Array.from({ length: count }, (_, i) => [i, 0]);
  const behind = new Map();
  for (let i = 0; i < network.arcs.length; i += 2) {
    const list = behind.get(network.arcs[i]) ?? [];
    list.push(network.arcs[i + 1]);
    behind.set(network.arcs[i], list);
  }
  for (let u = network.vertices - 1; u >= count; u--) {
    const [a, b] = behind.get(u);
    points[u] = [(points[a][0] + points[b][0]) / 2, Math.min(points[a][1], points[b][1]) - 1];
  }
  return points;
}

/** @param {import('./data.js').Run} run @returns {number[][]} */
function raw(run, layout) {
  const { network, processors } = run;
  const known = network && network.at && layout === 'network';
  if (!known) {
    const inner = circle((network?.vertices ?? processors) - processors, false);
    return circle(processors, false).concat(inner.map(([x, y]) => [x * 0.5, y * 0.5]));
  }
  const wide = network.vertices;
  const ways = {
    circle: () => circle(wide, false),
    hub: () => circle(wide, true),
    row: () => Array.from({ length: wide }, (_, i) => [i, 0]),
    grid: () => grid(network),
    leaves: () => (network.arcs ? leaves(network, processors) : circle(processors, false)),
    cube: () => cube(network.cube),
    placed: () => network.at,
  };
  return (ways[network.layout] ?? ways.circle)();
}

/**
 * Return the note about parts of a network that are not drawn because it is too large.
 * @param {import('./data.js').Run} run
 */
export function notDrawn(run) {
  const { network } = run, words = [];
  if (network && !network.at) words.push('its vertices are drawn in a circle');
  if (network && !network.arcs) words.push('its links are not drawn');
  if (network && !run.route?.length) words.push('messages are drawn as straight lines');
  return words.length ? `The network is too large: ${words.join(', ')}.` : '';
}

/**
 * Return the largest radius at which the discs of processors do not overlap, at most `most`.
 * @param {number[][]} places
 */
export function radiusOf(places, processors, most) {
  const own = places.slice(0, processors).sort((a, b) => a[0] - b[0]);
  let least = 2.4 * most;
  for (let i = 0; i < own.length; i++)
    for (let k = i + 1; k < own.length && own[k][0] - own[i][0] < least; k++)
      least = Math.min(least, Math.hypot(own[k][0] - own[i][0], own[k][1] - own[i][1]) || least);
  return Math.max(1.2, Math.min(most, least * 0.42));
}

/** Return the positions inside an area, including those that the user has changed. */
export function placesOf(run, box, layout, kept) {
  const points = raw(run, layout);
  const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
  const low = list => list.reduce((a, b) => Math.min(a, b), Infinity);
  const high = list => list.reduce((a, b) => Math.max(a, b), -Infinity);
  const x0 = low(xs), y0 = low(ys), wide = high(xs) - x0, tall = high(ys) - y0;
  let kx = wide > 0 ? box.w / wide : 0, ky = tall > 0 ? box.h / tall : 0;
  if (kx && ky && kx > ky * 1.8) kx = ky * 1.8;
  if (kx && ky && ky > kx * 1.8) ky = kx * 1.8;
  const dx = box.x + (box.w - wide * kx) / 2, dy = box.y + (box.h - tall * ky) / 2;
  return points.map(([x, y], i) => {
    const moved = kept.moved?.get(i);
    if (moved) return [box.x + moved[0] * box.w, box.y + moved[1] * box.h];
    return [dx + (x - x0) * kx, dy + (y - y0) * ky];
  });
}
