/* The pens that displays draw with: on a canvas, or as SVG. */

export const FONT = 'system-ui, "DejaVu Sans", sans-serif';

/** @typedef {{size?: number, align?: string, base?: string, fill?: string, bold?: boolean,
 *   turn?: number, halo?: string}} Font */

/** Directions of the hatching of each state, for print. */
const HATCHES = [null, [1, 1], [1, -1]];

const MANY = 1024; /* number of circles from which on small ones are drawn as squares */
const TOGETHER = 1024; /* maximum number of lines or circles in one path */

/** Return the corners of a square (1) or a triangle (2) around a point, as large as a disc. */
function cornersOf(x, y, radius, shape) {
  const r = radius * (shape === 1 ? 0.9 : 1.25);
  return shape === 1 ? [x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r]
    : [x, y - r, x + r * 0.95, y + r * 0.7, x - r * 0.95, y + r * 0.7];
}

/** Draw dots of a shape (colours.js) with a pen. */
export function drawDots(pen, places, radius, shape, fill, stroke = null, width = 1) {
  if (!shape) {
    pen.circles(places, radius, fill, stroke, width);
    return;
  }
  for (let i = 0; i + 1 < places.length; i += 2) pen.shape(cornersOf(places[i], places[i + 1], radius, shape), fill, stroke, width);
}

/** A pen that draws on a canvas. */
export class CanvasPen {
  /** @param {CanvasRenderingContext2D} context @param {import('./colours.js').Theme} theme */
  constructor(context, theme) {
    this.context = context;
    this.theme = theme;
  }

  rect(x, y, width, height, fill) {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }

  /** Draw a rectangle in the colour of a state. */
  state(x, y, width, height, state) {
    this.rect(x, y, width, height, this.theme.states[state]);
    const hatch = this.theme.hatch && HATCHES[state];
    if (!hatch || width < 2) return;
    const c = this.context;
    c.save();
    c.beginPath();
    c.rect(x, y, width, height);
    c.clip();
    c.strokeStyle = this.theme.ink;
    c.lineWidth = 0.5;
    c.beginPath();
    for (let at = -height; at < width + height; at += 5) {
      c.moveTo(x + at, hatch[1] > 0 ? y : y + height);
      c.lineTo(x + at + height, hatch[1] > 0 ? y + height : y);
    }
    c.stroke();
    c.restore();
  }

  line(x1, y1, x2, y2, stroke, width = 1, dash = null) {
    const c = this.context;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    if (dash) c.setLineDash(dash);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    if (dash) c.setLineDash([]);
  }

  /** Draw a polygon or polyline: [x, y, x, y, ...] @param {ArrayLike<number>} points */
  shape(points, fill, stroke = null, width = 1, closed = true) {
    const c = this.context;
    c.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2)
      if (i) c.lineTo(points[i], points[i + 1]);
      else c.moveTo(points[i], points[i + 1]);
    if (closed) c.closePath();
    if (fill) {
      c.fillStyle = fill;
      c.fill();
    }
    if (stroke) {
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.stroke();
    }
  }

  /** Draw separate lines: [x1, y1, x2, y2, ...] @param {number[]} ends */
  lines(ends, stroke, width = 1, dash = null) {
    const c = this.context;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    if (dash) c.setLineDash(dash);
    /* in a single path, the browser would search for all crossings */
    for (let from = 0; from < ends.length; from += 4 * TOGETHER) {
      c.beginPath();
      for (let i = from; i + 3 < ends.length && i < from + 4 * TOGETHER; i += 4) {
        c.moveTo(ends[i], ends[i + 1]);
        c.lineTo(ends[i + 2], ends[i + 3]);
      }
      c.stroke();
    }
    if (dash) c.setLineDash([]);
  }

  circle(x, y, radius, fill, stroke = null, width = 1) {
    const c = this.context;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      c.fillStyle = fill;
      c.fill();
    }
    if (stroke) {
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.stroke();
    }
  }

  /** Draw circles of one kind: [x, y, x, y, ...] @param {number[]} places */
  circles(places, radius, fill, stroke = null, width = 1) {
    if (places.length > 2 * MANY && radius < 2 && !stroke) {
      this.squares(places, 1.77 * radius, fill);
      return;
    }
    const c = this.context;
    for (let from = 0; from < places.length; from += 2 * TOGETHER) {
      c.beginPath();
      for (let i = from; i + 1 < places.length && i < from + 2 * TOGETHER; i += 2) {
        c.moveTo(places[i] + radius, places[i + 1]);
        c.arc(places[i], places[i + 1], radius, 0, 2 * Math.PI);
      }
      c.fillStyle = fill;
      c.fill();
      if (!stroke) continue;
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.stroke();
    }
  }

  /** Draw squares, which look like small circles and are faster. @param {number[]} places */
  squares(places, side, fill) {
    const c = this.context;
    c.fillStyle = fill;
    for (let i = 0; i + 1 < places.length; i += 2) c.fillRect(places[i] - side / 2, places[i + 1] - side / 2, side, side);
  }

  /** @param {Font} [font] */
  text(x, y, text, font = {}) {
    const c = this.context;
    c.font = `${font.bold ? '600 ' : ''}${font.size ?? 11}px ${FONT}`;
    c.textAlign = /** @type {CanvasTextAlign} */ (font.align ?? 'left');
    c.textBaseline = /** @type {CanvasTextBaseline} */ (font.base ?? 'middle');
    if (font.turn) {
      c.save();
      c.translate(x, y);
      c.rotate(font.turn * Math.PI / 180);
      x = y = 0;
    }
    if (font.halo) {
      c.strokeStyle = font.halo;
      c.lineWidth = 3;
      c.lineJoin = 'round';
      c.strokeText(text, x, y);
    }
    c.fillStyle = font.fill ?? this.theme.ink;
    c.fillText(text, x, y);
    if (font.turn) c.restore();
  }

  /** Call draw() with everything outside of a rectangle clipped. */
  inside(x, y, width, height, draw) {
    const c = this.context;
    c.save();
    c.beginPath();
    c.rect(x, y, width, height);
    c.clip();
    draw();
    c.restore();
  }

  /** Call draw() with the origin at this position. */
  moved(x, y, draw) {
    const c = this.context;
    c.save();
    c.translate(x, y);
    draw();
    c.restore();
  }

  faint(alpha, draw) {
    this.context.globalAlpha = alpha;
    draw();
    this.context.globalAlpha = 1;
  }

  /** @param {HTMLCanvasElement} canvas its pixels, as squares */
  image(x, y, width, height, canvas) {
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(canvas, x, y, width, height);
  }
}

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = text => String(text).replace(/[&<>"']/g, c => escaped[c])
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');
const round = x => Math.round(x * 100) / 100;

/** A pen that writes SVG. */
export class SvgPen {
  /** @param {import('./colours.js').Theme} theme */
  constructor(theme) {
    this.theme = theme;
    this.out = /** @type {string[]} */ ([]);
    this.clips = 0;
  }

  rect(x, y, width, height, fill) {
    this.out.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" fill="${fill}"/>`);
  }

  state(x, y, width, height, state) {
    this.rect(x, y, width, height, this.theme.states[state]);
  }

  line(x1, y1, x2, y2, stroke, width = 1, dash = null) {
    const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    this.out.push(`<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}" stroke-width="${width}"${dashes}/>`);
  }

  lines(ends, stroke, width = 1, dash = null) {
    const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    let d = '';
    for (let i = 0; i + 3 < ends.length; i += 4)
      d += `M${round(ends[i])} ${round(ends[i + 1])}L${round(ends[i + 2])} ${round(ends[i + 3])}`;
    if (d) this.out.push(`<path d="${d}" stroke="${stroke}" stroke-width="${width}"${dashes} fill="none"/>`);
  }

  shape(points, fill, stroke = null, width = 1, closed = true) {
    const word = closed ? 'polygon' : 'polyline';
    const list = Array.from(points, round).join(' ');
    this.out.push(`<${word} points="${list}" fill="${fill ?? 'none'}"${stroke ? ` stroke="${stroke}" stroke-width="${width}"` : ''}/>`);
  }

  circle(x, y, radius, fill, stroke = null, width = 1) {
    this.out.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(Math.max(0, radius))}" fill="${fill ?? 'none'}"${stroke ? ` stroke="${stroke}" stroke-width="${width}"` : ''}/>`);
  }

  circles(places, radius, fill, stroke = null, width = 1) {
    for (let i = 0; i + 1 < places.length; i += 2) this.circle(places[i], places[i + 1], radius, fill, stroke, width);
  }

  text(x, y, text, font = {}) {
    const anchor = { left: 'start', right: 'end', center: 'middle' }[font.align ?? 'left'];
    const base = { middle: 'central', top: 'hanging', bottom: 'auto', alphabetic: 'auto' }[font.base ?? 'middle'];
    const turn = font.turn ? ` transform="rotate(${font.turn} ${round(x)} ${round(y)})"` : '';
    const halo = font.halo ? ` stroke="${font.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"` : '';
    this.out.push(`<text x="${round(x)}" y="${round(y)}" font-size="${font.size ?? 11}" text-anchor="${anchor}" dominant-baseline="${base}" fill="${font.fill ?? this.theme.ink}"${font.bold ? ' font-weight="600"' : ''}${halo}${turn}>${escape(text)}</text>`);
  }

  inside(x, y, width, height, draw) {
    const id = `clip${++this.clips}`;
    this.out.push(`<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.out.push('</g>');
  }

  moved(x, y, draw) {
    this.out.push(`<g transform="translate(${round(x)} ${round(y)})">`);
    draw();
    this.out.push('</g>');
  }

  faint(alpha, draw) {
    this.out.push(`<g opacity="${alpha}">`);
    draw();
    this.out.push('</g>');
  }

  image(x, y, width, height, canvas) {
    this.out.push(`<image x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" preserveAspectRatio="none" image-rendering="pixelated" href="${canvas.toDataURL()}"/>`);
  }

  /** Return the whole picture. */
  finish(width, height, title) {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escape(FONT)}"><title>${escape(title)}</title><rect width="100%" height="100%" fill="${this.theme.paper}"/>${this.out.join('\n')}</svg>\n`;
  }
}
