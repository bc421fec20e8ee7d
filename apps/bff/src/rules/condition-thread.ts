import { parentPort } from 'node:worker_threads';
import type { RuleCondition } from '@countersign/api/rule';
import { holds } from '@countersign/desk/conditions';

interface Job {
  id: number;
  conditions: RuleCondition[];
  payload: unknown;
}

/** Tests payloads away from the main thread: a path that searches may take longer than anybody waits. */
parentPort?.on('message', ({ id, conditions, payload }: Job) => {
  let verdict: boolean | null = null;
  try {
    verdict = holds(conditions, payload);
  } catch {
    // It could not be judged: told as such.
  }
  parentPort?.postMessage({ id, verdict });
});

parentPort?.postMessage('ready');
