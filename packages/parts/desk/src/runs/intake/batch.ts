import type { IngestItem } from './ingest-item.ts';
import { mergeAsks } from './merge-asks.ts';
import type { StreamAnomaly } from './stream-anomaly.ts';

/** What was received since the last `take`: stored together. */
export interface Batch {
  push(item: IngestItem): void;
  /** Added directly to the items, in its order: items before it in its frame are kept in any case. */
  anomaly(fact: StreamAnomaly): void;
  length(): number;
  /** Its last item completes the frame of this id. */
  complete(id: string): void;
  take(): IngestItem[];
}

export function createBatch(agentId: string): Batch {
  let items: IngestItem[] = [];
  return {
    push(item) {
      items.push(item);
    },
    anomaly(fact) {
      items.push({ kind: 'anomaly', fact: { ...fact, agentId } });
    },
    length: () => items.length,
    complete(id) {
      const last = items.at(-1);
      if (last !== undefined) last.completes = id;
    },
    take() {
      const batch = mergeAsks(items);
      items = [];
      return batch;
    },
  };
}
