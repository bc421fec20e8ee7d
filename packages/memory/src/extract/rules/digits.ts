/** A run of digits in groups, each at most one separator from the next. */
export interface DigitRun {
  groups: { text: string; start: number }[];
}

const runs = /(?<![A-Za-z0-9_])\d+(?:[ .-]\d+)*(?![A-Za-z0-9_])/g;

export function digitRuns(text: string): DigitRun[] {
  return [...text.matchAll(runs)].map((match) => ({
    groups: [...match[0].matchAll(/\d+/g)].map((group) => ({
      text: group[0],
      start: match.index + group.index,
    })),
  }));
}

/** Sequences of neighbouring groups that have one of the lengths together; the longest from each start, not overlapping. */
export function sequences(
  run: DigitRun,
  accepts: (digits: string, groups: readonly string[]) => boolean,
  longest: number,
): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let from = 0; from < run.groups.length; from += 1) {
    let digits = '';
    let best = -1;
    for (let to = from; to < run.groups.length; to += 1) {
      digits += run.groups[to]?.text ?? '';
      if (digits.length > longest) break;
      const groups = run.groups.slice(from, to + 1).map(({ text }) => text);
      if (accepts(digits, groups)) best = to;
    }
    if (best < 0) continue;
    const last = run.groups[best];
    found.push({
      start: run.groups[from]?.start ?? 0,
      end: (last?.start ?? 0) + (last?.text.length ?? 0),
    });
    from = best;
  }
  return found;
}
