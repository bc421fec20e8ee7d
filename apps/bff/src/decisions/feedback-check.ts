import type { Worker } from 'node:worker_threads';
import type { Issue } from '@countersign/hai/decoded';
import { checkFeedback } from '@countersign/upformat/answers';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf, schemaReferenceOf } from '@countersign/upformat/schema-reference';
import type { Clock } from '../clock.ts';
import { startThread } from '../worker-thread.ts';
import { applyFeedbackPatch } from './default-feedback.ts';
import {
  checkSchema,
  depthOf,
  isPlainSchema,
  maxDepth,
  type SchemaVerdict,
} from './schema-check.ts';

/** Checks an answer against what is asked, whatever schema the agent has sent. */
export interface FeedbackCheck {
  /** Faults as JSON Pointers into the feedback; and why its content could not be judged, if it could not. */
  judge(message: UpMessage, feedback: UpFeedback): Promise<SchemaVerdict>;
  /** The faults alone; empty = it fits. */
  faults(message: UpMessage, feedback: UpFeedback): Promise<Issue[]>;
  close(): Promise<void>;
}

const maxChars = 500_000;
const patienceMs = 1_000;

export function createFeedbackCheck(clock: Clock): FeedbackCheck {
  let current: { worker: Worker; ready: Promise<void> } | null = null;
  let nextId = 0;
  let last: Promise<unknown> = Promise.resolve();

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

  /** One at a time: what waits behind a hostile schema is not judged by its time. */
  const inThread = (schema: unknown, value: unknown): Promise<SchemaVerdict> => {
    const verdict = last.then(() => runInThread(schema, value));
    last = verdict;
    return verdict;
  };

  const runInThread = async (schema: unknown, value: unknown): Promise<SchemaVerdict> => {
    const mine = thread();
    // Its start is not the schema's fault: patience begins when it listens.
    await mine.ready;
    const id = ++nextId;
    return new Promise((resolve) => {
      const settle = (verdict: SchemaVerdict) => {
        cancel();
        mine.worker.off('message', onMessage);
        mine.worker.off('exit', onExit);
        resolve(verdict);
      };
      const onMessage = (reply: { id: number; verdict: SchemaVerdict }) => {
        if (reply.id === id) settle(reply.verdict);
      };
      const onExit = () => settle(unchecked('The check of the schema broke off.'));
      mine.worker.on('message', onMessage);
      mine.worker.on('exit', onExit);
      const cancel = clock.schedule(() => {
        // What cannot be judged in time is the schema's fault, not the operator's.
        if (current === mine) current = null;
        void mine.worker.terminate();
        settle(unchecked(`The schema could not be judged within ${patienceMs} ms.`));
      }, patienceMs);
      mine.worker.postMessage({ id, schema, value });
    });
  };

  const judge: FeedbackCheck['judge'] = async (message, feedback) => {
    const asked: Check[] = [];
    const patch = { applyPatch: applyFeedbackPatch };
    // Twice: once to learn what has to be validated, once with what that has found.
    const faults = checkFeedback(message, feedback, {
      ...patch,
      validate(schema, value) {
        asked.push({ schema, value });
        return [];
      },
    });
    if (faults.length > 0 || asked.length === 0) return { faults, unchecked: unreadOf(message) };
    const found = await Promise.all(asked.map((check) => checkValue(check, inThread)));
    let next = 0;
    return {
      faults: checkFeedback(message, feedback, {
        ...patch,
        validate: () => found[next++]?.faults ?? [],
      }),
      unchecked: found.find((verdict) => verdict.unchecked !== null)?.unchecked ?? null,
    };
  };

  return {
    judge,
    faults: async (message, feedback) => (await judge(message, feedback)).faults,
    async close() {
      await current?.worker.terminate();
    },
  };
}

/** A schema that is only referred to, and is not in the message, judges nothing. */
function unreadOf(message: UpMessage): string | null {
  const reference = schemaReferenceOf(message.upContext?.schema);
  return reference === null || schemaOf(message) !== undefined
    ? null
    : `The schema cannot be used: it is not in the message, which refers to ${reference}.`;
}

type Check = { schema: unknown; value: unknown };

const unchecked = (reason: string): SchemaVerdict => ({ faults: [], unchecked: reason });
const refused = (message: string): SchemaVerdict => ({
  faults: [{ path: '', message }],
  unchecked: null,
});

async function checkValue(
  { schema, value }: Check,
  inThread: (schema: unknown, value: unknown) => Promise<SchemaVerdict>,
): Promise<SchemaVerdict> {
  if (depthOf(value) > maxDepth) return refused('This is nested too deeply.');
  if ((JSON.stringify(value)?.length ?? 0) > maxChars) return refused('This is too large.');
  if (depthOf(schema) > maxDepth) return unchecked('The schema is nested too deeply.');
  if ((JSON.stringify(schema)?.length ?? 0) > maxChars)
    return unchecked('The schema is too large.');
  return isPlainSchema(schema, value) ? checkSchema(schema, value) : inThread(schema, value);
}
