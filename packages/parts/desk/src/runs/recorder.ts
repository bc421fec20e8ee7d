import { say } from '@countersign/api/statements';
import type { Journal } from '@countersign/server/journal/journal';
import {
  RequestRefusedError,
  StoreDamagedError,
} from '@countersign/server/store/faults/store-fault';
import type { IngestItem } from './intake/ingest-item.ts';
import { ingest } from './intake/ingest-operation.ts';

/** Writes the events of a run into the journal, and keeps its position there. */
export interface Recorder {
  /**
   * Records a batch that ends at `lastEventId`. Waits as long as necessary for a store that is not writable. Rejects only if the run
   * cannot be recorded at all.
   */
  record(items: readonly IngestItem[], lastEventId: string | null): Promise<void>;
  /** SSE id up to which everything is stored: the agent is rejoined here, even if more was read. */
  lastEventId(): string | null;
}

const maxRawChars = 4_000;

/** Whether an error concerns one item only: it needs unreadable data, or cannot be stored. The others may be valid. */
const isOfItem = (error: unknown): error is Error =>
  error instanceof RequestRefusedError || error instanceof StoreDamagedError;

export function createRecorder(options: {
  journal: Journal;
  place: { threadId: string; runId: string; agentId: string };
  lastEventId: string | null;
  continuesSilently: boolean;
}): Recorder {
  const { journal, place, continuesSilently } = options;
  let stored = options.lastEventId;

  const commit = async (items: IngestItem[], lastEventId: string | null) => {
    await journal.commit(ingest, { ...place, items, lastEventId, continuesSilently });
    stored = lastEventId ?? stored;
  };

  /** Each with its own position, so that a server that dies between two of them loses none and takes none twice. */
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
  const reason =
    error instanceof StoreDamagedError
      ? say('stream.needs-damaged', { said: error.message })
      : error.message;
  const { text: detail, statement } = say('stream.not-journalled', { reason });
  return {
    kind: 'anomaly',
    fact: { kind: 'frame-rejected', agentId, detail, statement, raw: raw.slice(0, maxRawChars) },
  };
}
