import type { StepItem, ThreadItem } from '@countersign/thread/thread';
import { isNoise, type NoiseItem } from './noise.ts';

/** One row of the feed. A run gives two: its start where it began, its end where it ended. */
export interface FeedRow {
  key: string;
  sequence: number;
  item: ThreadItem;
  face: 'item' | 'end';
  /** Rows inside this folded step. */
  hidden: number;
  /** Internal events directly after this item, which is one too. */
  behind?: NoiseItem[];
}

const ended = (item: ThreadItem) => item.kind === 'run' && item.status !== 'running';

function runEnds(items: readonly ThreadItem[], after: number, before: number): FeedRow[] {
  const ends = items
    .filter((item) => ended(item) && item.lastSequence > after && item.lastSequence < before)
    .map((item) => ({
      key: `${item.key}:end`,
      sequence: item.lastSequence,
      item,
      face: 'end' as const,
      hidden: 0,
    }));
  return ends.sort((a, b) => a.sequence - b.sequence);
}

/** An open question is never hidden inside a folded step. */
const mustShow = (item: ThreadItem) =>
  item.kind === 'prompt' || (item.kind === 'up-message' && item.promptId !== null);

function inside(row: FeedRow, step: StepItem): boolean {
  if (row.sequence <= step.sequence) return false;
  return step.status === 'running' || row.sequence < step.lastSequence;
}

/**
 * The rows of the items from `from` up to `to`, in the order they happened. `folded` holds the keys of folded steps:
 * what happened between the start and the end of such a step is counted instead of shown.
 */
export function feedRows(
  items: readonly ThreadItem[],
  { from, to }: { from: number; to: number | null },
  folded: ReadonlySet<string>,
): FeedRow[] {
  const shown = items.slice(from, to ?? items.length);
  const next = to === null ? undefined : items[to];
  const ends = runEnds(
    items,
    from === 0 ? 0 : (shown[0]?.sequence ?? 0),
    next?.sequence ?? Number.POSITIVE_INFINITY,
  );
  const rows: FeedRow[] = [];
  const openFolds: { step: StepItem; row: FeedRow }[] = [];
  const push = (row: FeedRow) => {
    const fold = mustShow(row.item) ? undefined : openFolds.find(({ step }) => inside(row, step));
    if (fold) {
      fold.row.hidden += 1;
      return;
    }
    const last = rows.at(-1);
    if (last !== undefined && isNoise(last.item) && isNoise(row.item)) {
      last.behind ??= [];
      last.behind.push(row.item);
      return;
    }
    rows.push(row);
    if (row.item.kind === 'step' && folded.has(row.item.key))
      openFolds.push({ step: row.item, row });
  };
  let nextEnd = 0;
  for (const item of shown) {
    for (let end = ends[nextEnd]; end && end.sequence < item.sequence; end = ends[nextEnd]) {
      push(end);
      nextEnd += 1;
    }
    push({ key: item.key, sequence: item.sequence, item, face: 'item', hidden: 0 });
  }
  for (const end of ends.slice(nextEnd)) push(end);
  return rows;
}
