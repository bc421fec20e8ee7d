import { askedOnce } from './asked-once.ts';
import type { IngestItem } from './ingest-item.ts';
import type { StreamAnomaly } from './stream-anomaly.ts';

/** What was heard since it was last taken: stored together. */
export interface Batch {
  push(item: IngestItem): void;
  /** Beside the items, so that what came before it of one frame is kept whatever comes after. */
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
      const batch = askedOnce(items);
      items = [];
      return batch;
    },
  };
}
