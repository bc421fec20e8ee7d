/** The known word that was probably meant by a misspelt one; null = none is near. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.ceil(name.length / 4);
  for (const candidate of known) {
    const distance = distanceOf(name, candidate);
    if (distance > least || (distance === least && best !== null)) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** Single-character edits from one word to the other. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, char] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const swap = (row[index - 1] ?? 0) + (to[index - 1] === char ? 0 : 1);
      next.push(Math.min(swap, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
