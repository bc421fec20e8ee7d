/** How the rows of a table are arranged, from the widest to the narrowest arrangement. */
export interface Arrangement {
  /** Read-only columns are on a second line of each row. */
  folded: boolean;
  /** The proposal has a column of its own next to each editable one, instead of a line under what was changed. */
  split: boolean;
}

/** The arrangements that a table has, widest first. */
export function arrangementsOf({
  reported,
  split,
}: {
  reported: boolean;
  split: boolean;
}): [Arrangement, ...Arrangement[]] {
  return [
    { folded: false, split },
    ...(reported ? [{ folded: true, split }] : []),
    ...(split ? [{ folded: reported, split: false }] : []),
  ];
}

interface Fit {
  level: number;
  /** The width that each wider arrangement was seen to need, px. */
  needed: readonly number[];
}

export const unfolded: Fit = { level: 0, needed: [] };

/** What follows from a measurement: a narrower arrangement when the table is wider than its place, a wider one when there is room for it again. */
export function nextFit(
  fit: Fit,
  { room, used, last }: { room: number; used: number; last: number },
): Fit {
  const { level, needed } = fit;
  if (level > last) return { level: last, needed };
  // Fractions of a pixel are rounded up in one width and down in the other.
  if (used > room + 1) {
    return level === last ? fit : { level: level + 1, needed: [...needed.slice(0, level), used] };
  }
  return level > 0 && room >= (needed[level - 1] ?? Infinity) ? { ...fit, level: level - 1 } : fit;
}
