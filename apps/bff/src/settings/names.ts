/** Variables of other programs of this repository, which may be set in the same environment. */
const ofOthers = /^COUNTERSIGN_(URL|MCP_URL|MCP_TOKEN|BFF|DEEP|SEED|DEMO|HOSTILE|TEST_\w+)$/;

/** Messages about variables with our prefix that nothing reads: a misspelt one must not be silently without effect. */
export function unknownNames(given: readonly string[], known: readonly string[]): string[] {
  const strangers = given.filter(
    (name) => name.startsWith('COUNTERSIGN_') && !known.includes(name) && !ofOthers.test(name),
  );
  return strangers.map((name) => {
    const meant = nearest(name, known);
    const remedy = meant === null ? 'Unset it' : `Did you mean ${meant}? Rename or unset it`;
    return `${name}: there is no such setting. ${remedy}; all settings are listed in docs/operations.md.`;
  });
}

function nearest(name: string, known: readonly string[]): string | null {
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
