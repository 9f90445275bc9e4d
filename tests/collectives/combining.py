"""Networks whose switches combine or multicast messages, for the strategies in-network."""
import os


def combining(folder, p, word='combine'):
    """The specification of a tree of such switches: two levels above p processors, about sqrt(p) at
    each lower switch. All strategies in-network run on it."""
    width = max(g for g in range(1, p + 1) if g * g <= p)
    path = os.path.join(folder, f'{word}-{p}.net')
    lower = sorted({r // width for r in range(p)})
    with open(path, 'w', encoding='ascii') as file:
        file.write(f'{word} top ' + ' '.join(f's{k}' for k in lower) + '\n')
        file.writelines(f'{r} s{r // width}\n' for r in range(p))
        file.writelines(f's{k} top\n' for k in lower)
    return 'file:' + path
