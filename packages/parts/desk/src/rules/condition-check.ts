import type { Worker } from 'node:worker_threads';
import type { RuleCondition } from '@countersign/api/rule';
import { judgeAtOnce } from '@countersign/desk/rules/judge-conditions';
import type { JudgeConditions } from '@countersign/desk/rules/rule-match';
import type { Clock } from '@countersign/server/runtime/clock';
import { startThread } from '@countersign/server/runtime/worker-thread';

/** Tests payloads against conditions within limits, for any payload and any condition. */
export interface ConditionCheck {
  /** Null = it could not be checked within the limits: too large, too deep, too slow, too many nodes. */
  holds: JudgeConditions;
  close(): Promise<void>;
}

const patienceMs = 250;

/** `patienceMs`: how long one payload may take. */
export function createConditionCheck(
  clock: Clock,
  limits: { patienceMs: number } = { patienceMs },
): ConditionCheck {
  let current: { worker: Worker; ready: Promise<void> } | null = null;
  let line: Promise<unknown> = Promise.resolve();
  let nextId = 0;
  let closed = false;

  const thread = () => {
    if (current !== null) return current;
    const worker = startThread(new URL('./condition-thread.ts', import.meta.url), null);
    worker.unref();
    const ready = new Promise<void>((resolve) => {
      worker.once('message', () => resolve());
      worker.once('exit', () => resolve());
      // A thread that cannot run is detected by the timeout below.
      worker.on('error', () => resolve());
    });
    current = { worker, ready };
    return current;
  };

  const inThread = async (conditions: readonly RuleCondition[], payload: unknown) => {
    if (closed) return null;
    const mine = thread();
    // The start is not the payload's fault: the time limit begins when the thread is ready.
    await mine.ready;
    const id = ++nextId;
    return new Promise<boolean | null>((resolve) => {
      const settle = (verdict: boolean | null) => {
        cancel();
        mine.worker.off('message', onMessage);
        mine.worker.off('exit', onExit);
        resolve(verdict);
      };
      const onMessage = (reply: { id: number; verdict: boolean | null }) => {
        if (reply.id === id) settle(reply.verdict);
      };
      const onExit = () => {
        if (current === mine) current = null;
        settle(null);
      };
      mine.worker.on('message', onMessage);
      mine.worker.on('exit', onExit);
      const cancel = clock.schedule(() => {
        if (current === mine) current = null;
        void mine.worker.terminate();
        settle(null);
      }, limits.patienceMs);
      mine.worker.postMessage({ id, conditions, payload });
    });
  };

  return {
    async holds(conditions, payload) {
      const verdict = judgeAtOnce(conditions, payload);
      // A path that searches needs a limit: its cost may exceed the size of the payload.
      if (verdict !== 'searches') return verdict;
      // One after the other: each payload has its own time limit.
      const searched = line.then(() => inThread(conditions, payload));
      line = searched.catch(() => {});
      return searched;
    },
    async close() {
      closed = true;
      await current?.worker.terminate();
    },
  };
}
