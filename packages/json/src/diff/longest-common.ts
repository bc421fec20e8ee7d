/** Maximum number of comparisons; beyond it the middle counts as replaced. */
const maxComparisons = 1_000_000;

/**
 * Which of `after` are which of `before`, by equal keys and in order (the longest common subsequence). One entry for each
 * of `after`: its place in `before`, or null for what is new.
 */
export function longestCommon(
  before: readonly string[],
  after: readonly string[],
): (number | null)[] {
  const pairs: (number | null)[] = after.map(() => null);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) {
    pairs[head] = head;
    head += 1;
  }
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    pairs[after.length - 1 - tail] = before.length - 1 - tail;
    tail += 1;
  }
  const left = before.slice(head, before.length - tail);
  const right = after.slice(head, after.length - tail);
  if (left.length * right.length > maxComparisons) return pairs;
  for (const [from, to] of commonOf(left, right)) pairs[to + head] = from + head;
  return pairs;
}

/** The pairs of the middle, by the table of lengths. */
function commonOf(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
