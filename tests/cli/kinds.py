"""A small network of every kind, for tests that loop over all of them."""
import os
import subprocess

EXAMPLES = ('hypercube:3 ring:8 line:8 mesh:4x4 torus:4x4 tree:8 complete:8 star:8 hyperx:2x4 switch:8 '
            'fat-tree:2x3 dragonfly:2x1x1 debruijn:2x3 kautz:2x2 ccc:3 butterfly:3 star-graph:4 '
            'circulant:8/1/2 petersen bipartite:4x4 random:8x3').split()
MACHINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../examples/machines/cube-mesh.xml')
EXAMPLES += ['nccl:' + MACHINE, 'copies:2/switch/file:' + MACHINE]


def words(weft, table):
    """The first words of the rows of `weft list TABLE`."""
    rows = subprocess.run([weft, 'list', table], capture_output=True, text=True, check=True).stdout
    return [row.split()[0] for row in rows.splitlines() if row.startswith('  ')]


def examples(weft):
    kinds = {word.split(':')[0] for word in words(weft, 'networks')} - {'file'}
    assert kinds == {word.split(':')[0] for word in EXAMPLES}, 'kinds.py needs an example of each kind'
    return EXAMPLES
