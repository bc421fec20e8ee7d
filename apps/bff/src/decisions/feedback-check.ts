import type { Worker } from 'node:worker_threads';
import type { Issue } from '@countersign/hai/decoded';
import { patchOperationSchema } from '@countersign/hai/event';
import { applyPatch } from '@countersign/thread/patch';
import { checkFeedback } from '@countersign/upformat/answers';
import type { FeedbackTools } from '@countersign/upformat/check-content';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { startThread } from '../worker-thread.ts';
import { checkSchema } from './schema-check.ts';

/** Checks an answer against what is asked, whatever schema the agent has sent. */
export interface FeedbackCheck {
  /** Faults as JSON Pointers into the feedback; empty = it fits. */
  faults(message: UpMessage, feedback: UpFeedback): Promise<Issue[]>;
  close(): Promise<void>;
}

const maxChars = 500_000;
const maxDepth = 64;
const patienceMs = 1_000;

export function createFeedbackCheck(clock: Clock): FeedbackCheck {
  let current: { worker: Worker; ready: Promise<void> } | null = null;
  let nextId = 0;

  const thread = () => {
    if (current !== null) return current;
    const worker = startThread(new URL('./schema-thread.ts', import.meta.url), null);
    worker.unref();
    const ready = new Promise<void>((resolve) => {
      worker.once('message', () => resolve());
      worker.once('exit', () => resolve());
      // A thread that cannot run is noticed by its silence below.
      worker.on('error', () => resolve());
    });
    current = { worker, ready };
    return current;
  };

  const inThread = async (schema: unknown, value: unknown): Promise<Issue[]> => {
    const mine = thread();
    // Its start is not the schema's fault: patience begins when it listens.
    await mine.ready;
    const id = ++nextId;
    return new Promise((resolve) => {
      const settle = (faults: Issue[]) => {
        cancel();
        mine.worker.off('message', onMessage);
        mine.worker.off('exit', onExit);
        resolve(faults);
      };
      const onMessage = (reply: { id: number; faults: Issue[] }) => {
        if (reply.id === id) settle(reply.faults);
      };
      const onExit = () => settle([]);
      mine.worker.on('message', onMessage);
      mine.worker.on('exit', onExit);
      const cancel = clock.schedule(() => {
        // What cannot be judged in time is the schema's fault, not the operator's.
        if (current === mine) current = null;
        void mine.worker.terminate();
        settle([]);
      }, patienceMs);
      mine.worker.postMessage({ id, schema, value });
    });
  };

  return {
    async faults(message, feedback) {
      const asked: Check[] = [];
      const patch = { applyPatch: applyFeedbackPatch };
      // Twice: once to learn what has to be validated, once with what that has found.
      const first = checkFeedback(message, feedback, {
        ...patch,
        validate(schema, value) {
          asked.push({ schema, value });
          return [];
        },
      });
      if (first.length > 0 || asked.length === 0) return first;
      const found = await Promise.all(asked.map((check) => checkValue(check, inThread)));
      let next = 0;
      return checkFeedback(message, feedback, { ...patch, validate: () => found[next++] ?? [] });
    },
    async close() {
      await current?.worker.terminate();
    },
  };
}

type Check = { schema: unknown; value: unknown };

async function checkValue(
  { schema, value }: Check,
  inThread: (schema: unknown, value: unknown) => Promise<Issue[]>,
): Promise<Issue[]> {
  if (depthOf(value) > maxDepth) return [{ path: '', message: 'This is nested too deeply.' }];
  if ((JSON.stringify(value)?.length ?? 0) > maxChars) {
    return [{ path: '', message: 'This is too large.' }];
  }
  const schemaText = depthOf(schema) > maxDepth ? null : (JSON.stringify(schema) ?? null);
  if (schemaText === null || schemaText.length > maxChars) return [];
  // Only patterns and references can take longer than the schema is large.
  const risky = /"(pattern|patternProperties|\$ref|\$dynamicRef)"/.test(schemaText);
  return risky ? inThread(schema, value) : checkSchema(schema, value);
}

const applyFeedbackPatch: NonNullable<FeedbackTools['applyPatch']> = (document, operations) => {
  const parsed = z.array(patchOperationSchema).safeParse(operations);
  return parsed.success ? applyPatch(document, parsed.data) : { document, failed: [parsed.error] };
};

/** Depth of nesting; stops counting just above the limit, so that it cannot run out of stack itself. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth;
  let deepest = depth + 1;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, depth + 1));
  }
  return deepest;
}
