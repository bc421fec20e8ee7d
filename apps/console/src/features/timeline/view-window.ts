/** The part of the time that is drawn, epoch ms. */
export interface ViewWindow {
  from: number;
  to: number;
}

const shortestMs = 50;

/** Zooms by a factor around a moment and stays within the whole. */
export function zoomed(
  view: ViewWindow,
  whole: ViewWindow,
  by: { factor: number; around: number },
): ViewWindow {
  const length = Math.min(
    whole.to - whole.from,
    Math.max(shortestMs, (view.to - view.from) * by.factor),
  );
  const share = (by.around - view.from) / Math.max(1, view.to - view.from);
  return within({ from: by.around - share * length, to: by.around + (1 - share) * length }, whole);
}

/** Moves by a part of what is drawn. */
export function moved(view: ViewWindow, whole: ViewWindow, part: number): ViewWindow {
  const by = (view.to - view.from) * part;
  return within({ from: view.from + by, to: view.to + by }, whole);
}

function within(view: ViewWindow, whole: ViewWindow): ViewWindow {
  const length = view.to - view.from;
  const from = Math.min(Math.max(view.from, whole.from), Math.max(whole.from, whole.to - length));
  return { from, to: from + length };
}

const niceMs = [
  10, 50, 100, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000, 604_800_000,
];

/** Round moments to write on the axis, at most `count`. */
export function ticksOf({ from, to }: ViewWindow, count: number): number[] {
  const step = niceMs.find((each) => (to - from) / each <= count) ?? 604_800_000 * 4;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && ticks.length <= count; at += step) {
    ticks.push(at);
  }
  return ticks;
}
