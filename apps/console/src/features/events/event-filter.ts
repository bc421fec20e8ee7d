import type { EventLog } from '../../live/events/event-log.ts';
import type { EventRow } from '../../live/events/event-row.ts';

/** Which events are listed. An empty text means all. */
export interface EventFilter {
  type: string;
  agentId: string;
  query: string;
  onlyAnomalies: boolean;
}

export const noFilter: EventFilter = { type: '', agentId: '', query: '', onlyAnomalies: false };

export const isFiltering = (filter: EventFilter): boolean =>
  filter.type !== '' || filter.agentId !== '' || filter.query.trim() !== '' || filter.onlyAnomalies;

/** Whether a row is listed; `query` is trimmed and lower case. */
function matches(row: EventRow, filter: EventFilter, query: string): boolean {
  if (filter.onlyAnomalies && row.anomaly === null) return false;
  if (filter.type !== '' && row.type !== filter.type) return false;
  if (filter.agentId !== '' && row.agentId !== filter.agentId) return false;
  if (query === '') return true;
  return (
    row.text.includes(query) ||
    row.type.toLowerCase().includes(query) ||
    String(row.sequence) === query
  );
}

/** The matching sequences of the rows that were read so far. */
export interface Matches {
  filter: EventFilter;
  log: EventLog;
  low: number;
  high: number;
  sequences: readonly number[];
}

function scan(log: EventLog, filter: EventFilter, from: number, to: number): number[] {
  const query = filter.query.trim().toLowerCase();
  const found: number[] = [];
  for (let sequence = from; sequence <= to; sequence += 1) {
    const row = log.row(sequence);
    if (row !== undefined && matches(row, filter, query)) found.push(sequence);
  }
  return found;
}

/** Matches of the rows `low`..`high`: only rows not checked before are checked. */
export function matchesOf(
  before: Matches | null,
  { log, filter, low, high }: Omit<Matches, 'sequences'>,
): Matches {
  const known = before !== null && before.log === log && before.filter === filter ? before : null;
  if (known !== null && known.low === low && known.high === high) return known;
  const continues = known !== null && known.low > 0 && known.low >= low && known.high <= high;
  if (!continues) {
    return { log, filter, low, high, sequences: low === 0 ? [] : scan(log, filter, low, high) };
  }
  const earlier = scan(log, filter, low, known.low - 1);
  const later = scan(log, filter, known.high + 1, high);
  return { log, filter, low, high, sequences: [...earlier, ...known.sequences, ...later] };
}

/** How many of the ascending sequences are at or below `upTo`. */
export function countUpTo(sequences: readonly number[], upTo: number): number {
  let low = 0;
  let high = sequences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sequences[middle] ?? 0) <= upTo) low = middle + 1;
    else high = middle;
  }
  return low;
}
