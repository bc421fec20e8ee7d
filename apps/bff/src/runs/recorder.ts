import type { Journal } from '../journal/journal.ts';
import { RequestRefusedError, StoreDamagedError } from '../journal/store-fault.ts';
import type { IngestItem } from './ingest-item.ts';
import { ingest } from './ingest-operation.ts';

/** Puts what a run says into the journal, and knows how far it has come there. */
export interface Recorder {
  /**
   * Records a batch that ends at `lastEventId`. Waits for a store that takes no writes, as long as it takes. Rejects only
   * when the run cannot be recorded at all.
   */
  record(items: readonly IngestItem[], lastEventId: string | null): Promise<void>;
  /** SSE id up to which everything is stored: the agent is joined again here, whatever else was read. */
  lastEventId(): string | null;
}

const maxRawChars = 4_000;

/** What one item meets: it needs what cannot be read, or cannot be taken at all. The others may be sound. */
const isOfItem = (error: unknown): error is Error =>
  error instanceof RequestRefusedError || error instanceof StoreDamagedError;

export function createRecorder(options: {
  journal: Journal;
  place: { threadId: string; runId: string; agentId: string };
  lastEventId: string | null;
}): Recorder {
  const { journal, place } = options;
  let stored = options.lastEventId;

  const commit = async (items: IngestItem[], lastEventId: string | null) => {
    await journal.commit(ingest, { ...place, items, lastEventId });
    stored = lastEventId ?? stored;
  };

  /** Each with its own place, so that a server that dies between two of them loses none and takes none twice. */
  const commitOneByOne = async (items: readonly IngestItem[]) => {
    for (const item of items) {
      const at = item.completes ?? null;
      try {
        await commit([item], at);
      } catch (error) {
        if (!isOfItem(error)) throw error;
        await commit([refused(place.agentId, item, error)], at);
      }
    }
  };

  return {
    async record(items, lastEventId) {
      try {
        await commit([...items], lastEventId);
      } catch (error) {
        if (!isOfItem(error)) throw error;
        await commitOneByOne(items);
        if (lastEventId !== stored) await commit([], lastEventId);
      }
    },
    lastEventId: () => stored,
  };
}

function refused(agentId: string, item: IngestItem, error: Error): IngestItem {
  const raw = item.kind === 'event' ? item.json : JSON.stringify(item.fact);
  const why =
    error instanceof StoreDamagedError
      ? `a part of the store that it needs cannot be read (${error.message}).`
      : error.message;
  const detail = `The event could not be journalled: ${why}`;
  return {
    kind: 'anomaly',
    fact: { kind: 'frame-rejected', agentId, detail, raw: raw.slice(0, maxRawChars) },
  };
}
