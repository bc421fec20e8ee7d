import { parentPort } from 'node:worker_threads';
import type { RuleCondition } from '@countersign/api/rule';
import { judgeInFull } from '@countersign/desk/rules/judge-conditions';

interface Job {
  id: number;
  conditions: RuleCondition[];
  payload: unknown;
}

/** Tests payloads outside of the main thread: a path that searches may take very long. */
parentPort?.on('message', ({ id, conditions, payload }: Job) => {
  parentPort?.postMessage({ id, verdict: judgeInFull(conditions, payload) });
});

parentPort?.postMessage('ready');
