import type { Worker } from 'node:worker_threads';
import { checkFeedback } from '@countersign/upformat/answers';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { Fault } from '@countersign/upformat/parse';
import type { Clock } from '../clock.ts';
import { startThread } from '../worker-thread.ts';
import { checkSchema } from './schema-check.ts';

/** Checks an answer against what is asked, whatever schema the agent has sent. */
export interface FeedbackCheck {
  /** Faults as JSON Pointers into the feedback; empty = it fits. */
  faults(message: UpMessage, feedback: UpFeedback): Promise<Fault[]>;
  close(): Promise<void>;
}

const maxChars = 500_000;
const maxDepth = 64;
const patience = 1_000;

export function createFeedbackCheck(clock: Clock): FeedbackCheck {
  let worker: Worker | null = null;
  let nextId = 0;

  const inThread = (schema: unknown, value: unknown): Promise<Fault[]> => {
    worker ??= startThread(new URL('./schema-thread.ts', import.meta.url), null);
    worker.unref();
    const thread = worker;
    const id = ++nextId;
    return new Promise((resolve) => {
      const settle = (faults: Fault[]) => {
        cancel();
        thread.off('message', onMessage);
        thread.off('exit', onExit);
        resolve(faults);
      };
      const onMessage = (reply: { id: number; faults: Fault[] }) => {
        if (reply.id === id) settle(reply.faults);
      };
      const onExit = () => settle([]);
      thread.on('message', onMessage);
      thread.on('exit', onExit);
      const cancel = clock.schedule(() => {
        // What cannot be judged in time is the schema's fault, not the operator's.
        if (worker === thread) worker = null;
        void thread.terminate();
        settle([]);
      }, patience);
      thread.postMessage({ id, schema, value });
    });
  };

  return {
    async faults(message, feedback) {
      let edited: { schema: unknown; value: unknown } | null = null;
      const faults = checkFeedback(message, feedback, (schema, value) => {
        edited = { schema, value };
        return [];
      });
      const job: { schema: unknown; value: unknown } | null = edited;
      if (faults.length > 0 || job === null) return faults;
      return checkEdit(job, inThread);
    },
    async close() {
      await worker?.terminate();
    },
  };
}

async function checkEdit(
  { schema, value }: { schema: unknown; value: unknown },
  inThread: (schema: unknown, value: unknown) => Promise<Fault[]>,
): Promise<Fault[]> {
  if (depthOf(value) > maxDepth)
    return [{ path: '/content/value', message: 'is nested too deeply' }];
  if (JSON.stringify(value).length > maxChars) {
    return [{ path: '/content/value', message: 'is too large' }];
  }
  const schemaText = depthOf(schema) > maxDepth ? null : JSON.stringify(schema);
  if (schemaText === null || schemaText.length > maxChars) return [];
  // Only patterns and references can take longer than the schema is large.
  const risky = /"(pattern|patternProperties|\$ref|\$dynamicRef)"/.test(schemaText);
  const found = risky ? await inThread(schema, value) : checkSchema(schema, value);
  return found.map((fault) => ({ ...fault, path: `/content/value${fault.path}` }));
}

/** Depth of nesting; stops counting just above the limit, so that it cannot run out of stack itself. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth;
  let deepest = depth + 1;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, depth + 1));
  }
  return deepest;
}
