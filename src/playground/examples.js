/* Examples: states as links. */
import { make, menu } from '../trace/page/script/element.js';

const EXAMPLES = [
  ['A broadcast by doubling', 'p=broadcast&n=complete:8&s=binomial&d=animation,tree,spacetime'],
  ['Sixteen broadcasts, one after the other', 'p=successive&n=hypercube:4&s=synchronised'],
  ['The same, overlapped on rotated trees', 'p=successive&n=hypercube:4&s=rotated'],
  ['One source in every step: conflicts', 'p=successive&n=hypercube:4&s=rotated&x.spacing=1'],
  ['The fewest known steps', 'p=successive&n=hypercube:4&s=optimal'],
  ['Everybody to everybody on all ports', 'p=multinode&n=hypercube:4&s=necklace'],
  ['Independent trees collide', 'p=multinode&n=hypercube:4&s=isolated'],
  ['Scatter from one processor', 'p=scatter&n=hypercube:4&s=necklace&d=animation,matrix,spacetime'],
  ['All-reduce by doubling', 'p=allreduce&n=hypercube:3&s=recursive-doubling&d=animation,knowledge,spacetime'],
  ['All-reduce on a ring: more steps, less volume', 'p=allreduce&n=complete:16&s=ring&d=animation,knowledge,spacetime'],
  ['All-to-all in few rounds', 'p=alltoall&n=complete:8&s=bruck&d=animation,matrix,spacetime'],
  ['A stream of packets in Fibonacci trees', 'p=stream&n=complete:21&s=fibonacci&x.packets=8'],
  ['Elimination on a cube', 'p=gauss&n=hypercube:4&s=rotated&d=animation,gantt,count'],
  ['A barrier by dissemination', 'p=barrier&n=complete:16&s=dissemination&d=animation,spacetime,matrix'],
];

/** Return the menu of the examples. */
export function examplesMenu() {
  const links = EXAMPLES.map(([title, words]) => make('li', {}, make('a', { href: `#v=1&${words}`, text: title })));
  return menu({ text: 'Examples' }, make('ul', { className: 'examples' }, ...links), { id: 'examples' });
}
