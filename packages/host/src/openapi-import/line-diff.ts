/** Pairs of lines that are compared at most; larger differences are shown as a whole. */
const mostCompared = 4_000_000;
const context = 2;
const mostShown = 200;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** How one text becomes another: the lines that go and come, each with two around it, at most 200 of them. */
export function lineDiff(one: string, other: string): readonly string[] {
  const lines = compare(one.split('\n'), other.split('\n'));
  const near = (at: number): boolean =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' ');
  const shown = lines.flatMap(({ sign, text }, at) => {
    if (near(at)) return [`${sign} ${text}`];
    return at === 0 || near(at - 1) ? ['…'] : [];
  });
  if (shown.length === 1) return [];
  return shown.length <= mostShown
    ? shown
    : [...shown.slice(0, mostShown), `… and ${shown.length - mostShown} more lines`];
}

function compare(one: readonly string[], other: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [
    ...one.slice(0, start).map(same),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map(same),
  ];
}

const same = (text: string): Line => ({ sign: ' ', text });
const gone = (text: string): Line => ({ sign: '-', text });
const come = (text: string): Line => ({ sign: '+', text });

/** By the longest common subsequence. */
function middle(one: readonly string[], other: readonly string[]): readonly Line[] {
  if (one.length * other.length > mostCompared) return [...one.map(gone), ...other.map(come)];
  const lengths = commonLengths(one, other);
  const width = other.length + 1;
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  while (at < one.length || to < other.length) {
    const [left = '', right = ''] = [one[at], other[to]];
    if (at < one.length && to < other.length && left === right) {
      lines.push(same(left));
      at += 1;
      to += 1;
    } else if (
      to === other.length ||
      (at < one.length && (lengths[(at + 1) * width + to] ?? 0) >= (lengths[at * width + to + 1] ?? 0))
    ) {
      lines.push(gone(left));
      at += 1;
    } else {
      lines.push(come(right));
      to += 1;
    }
  }
  return lines;
}

/** Of what follows each pair of places, row by row. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint32Array {
  const width = other.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let to = other.length - 1; to >= 0; to -= 1) {
      lengths[at * width + to] =
        one[at] === other[to]
          ? (lengths[(at + 1) * width + to + 1] ?? 0) + 1
          : Math.max(lengths[(at + 1) * width + to] ?? 0, lengths[at * width + to + 1] ?? 0);
    }
  }
  return lengths;
}
