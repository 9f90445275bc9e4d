/* The gallery of examples: cards with pictures, each a link to a state of the page. `weft figure` has
 * drawn the pictures when the page was built. */
import { make } from '../trace/page/script/element.js';
import { unpacked } from './lanes.js';

export class Gallery {
  constructor() {
    const examples = JSON.parse(document.getElementById('examples-data').textContent);
    this.cards = examples.map(([title, words]) => make('a', { href: `#v=1&${words}`, onclick: () => this.element.close() },
      make('img', { alt: '', width: 200, height: 140 }), make('span', { text: title })));
    this.element = make('dialog', { id: 'gallery', 'aria-labelledby': 'gallery-title' },
      make('div', { className: 'bar' }, make('h2', { id: 'gallery-title', text: 'Examples' }), make('span', { className: 'space' }),
        make('button', { type: 'button', text: 'close', onclick: () => this.element.close() })),
      make('div', { className: 'cards' }, ...this.cards));
    this.drawn = /** @type {Promise<void>|null} */ (null);
  }

  open() {
    this.element.showModal();
    this.drawn ??= this.draw();
  }

  async draw() {
    const pictures = await new Response(unpacked('pictures')).json();
    this.cards.forEach((card, i) => { card.firstChild.src = URL.createObjectURL(new Blob([pictures[i]], { type: 'image/svg+xml' })); });
  }
}
