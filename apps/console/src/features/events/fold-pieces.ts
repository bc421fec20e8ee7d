import type { EventLog } from '../../live/events/event-log.ts';

/** What is listed when pieces of one text that follow each other are one row. */
export interface FoldedEvents {
  log: Pick<EventLog, 'row'>;
  low: number;
  high: number;
  opened: ReadonlySet<number>;
  /** One a row: an event, or the first of several pieces. */
  sequences: readonly number[];
  /** How many consecutive pieces there are, by the first of them; for two and more. */
  runs: ReadonlyMap<number, number>;
}

const labelChars = 200;

type Source = Pick<FoldedEvents, 'log' | 'low' | 'high' | 'opened'>;

/** Folds the rows `low`..`high`; rows added at the end extend the previous result. */
export function foldPieces(before: FoldedEvents | null, source: Source): FoldedEvents {
  const { log, low, high, opened } = source;
  const isSame =
    before !== null && before.log === log && before.low === low && before.opened === opened;
  if (isSame && before.high === high) return before;
  const continues = isSame && before.high < high;
  const sequences = continues ? [...before.sequences] : [];
  const runs = new Map(continues ? before.runs : []);
  const start = continues ? before.high + 1 : Math.max(1, low);
  let head = continues ? headOf(source, before.high) : start;
  for (let sequence = start; low > 0 && sequence <= high; sequence += 1) {
    const text = log.row(sequence)?.piece?.of;
    if (sequence > low && text !== undefined && log.row(sequence - 1)?.piece?.of === text) {
      runs.set(head, sequence - head + 1);
      if (opened.has(head)) sequences.push(sequence);
    } else {
      head = sequence;
      sequences.push(sequence);
    }
  }
  return { ...source, sequences, runs };
}

/** The first of the consecutive pieces that include an event; the event itself if it is single. */
export function headOf({ log, low }: Pick<Source, 'log' | 'low'>, sequence: number): number {
  const text = log.row(sequence)?.piece?.of;
  let head = sequence;
  while (text !== undefined && head > low && log.row(head - 1)?.piece?.of === text) head -= 1;
  return head;
}

/** As much of the text of `pieces` from the first one on as a row can show. */
export function textOfPieces(log: Pick<EventLog, 'row'>, first: number, pieces: number): string {
  let text = '';
  for (let at = first; at < first + pieces && text.length < labelChars; at += 1) {
    text += log.row(at)?.piece?.text ?? '';
  }
  return text.replace(/\s+/g, ' ').trim();
}
