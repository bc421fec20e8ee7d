import { setImmediate } from 'node:timers/promises';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { afterEach, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { StreamRow } from '../../store/row.ts';
import { createHub } from './hub.ts';

let harness: Harness;
let agent: ScriptedAgent;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

it('a reader is given what is committed while its last page is read, which was empty', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { journal } = harness.services;
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  await harness.untilStatus(taskId, 'running');
  const after = journal.head();
  const other = await harness.start();
  await harness.until(() => journal.head() > after);
  /** Answers the first page when the test releases it, as a database that is asked over a network. */
  let askedFirst = (_answer: () => void) => {};
  const asked = new Promise<() => void>((resolve) => {
    askedFirst = resolve;
  });
  let pages = 0;
  const delayed: Journal = {
    ...journal,
    since(...of) {
      const rows = journal.since(...of);
      pages += 1;
      if (pages > 1) return Promise.resolve(rows);
      return new Promise<StreamRow[]>((resolve) => askedFirst(() => resolve(rows)));
    },
  };
  // What is committed is passed on at once: enough time is between two commits.
  let passedMs = 0;
  const clock = { ...systemClock, monotonic: () => (passedMs += 1_000) };
  const hub = createHub(delayed, clock, (_what, error) => {
    throw error;
  });
  const written: string[] = [];
  const sink = {
    write: (chunk: Buffer | string) => written.push(`${chunk}`) > 0,
    queued: () => 0,
    onDrain: () => () => {},
    end: () => {},
  };
  hub.connect(sink, {
    operatorId: 'ann',
    tab: null,
    filter: { threads: [taskId], facts: false },
    after,
    resetReason: null,
    retryMs: 1,
  });
  const answer = await asked;
  expect(other.taskId).not.toBe(taskId);
  run.send({ type: 'STEP_STARTED', stepName: 'said meanwhile' });
  await harness.untilEvent(taskId, ({ type }) => type === 'STEP_STARTED');
  answer();
  while (!written.join('').includes('event: ready')) await setImmediate();
  expect(written.join('')).toMatch(/said meanwhile[\s\S]*event: ready/);
  hub.close();
});

it('pages that take time are read for a few readers at the same time, and for all of them in the end', async () => {
  const row: StreamRow = {
    ...{ position: 1, thread: 't', sequence: 1, run: null, agent: 'a', received: 1 },
    ...{ notable: true, data: '{"type":"CUSTOM","name":"x"}' },
  };
  const asked: (() => void)[] = [];
  const journal: Pick<Journal, 'storeId' | 'head' | 'since' | 'onCommit'> = {
    storeId: 's',
    head: () => 1,
    since: () => new Promise<StreamRow[]>((resolve) => asked.push(() => resolve([row]))),
    onCommit: () => () => {},
  };
  const hub = createHub(journal as Journal, systemClock, (_what, error) => {
    throw error;
  });
  let ready = 0;
  for (let reader = 0; reader < 20; reader += 1) {
    hub.connect(
      {
        write(chunk) {
          if (`${chunk}`.includes('event: ready')) ready += 1;
          return true;
        },
        ...{ queued: () => 0, onDrain: () => () => {}, end: () => {} },
      },
      {
        ...{ operatorId: 'ann', tab: null, resetReason: null, retryMs: 1, after: 0 },
        filter: { threads: '*', facts: false },
      },
    );
  }
  for (let answered = 0; answered < 20; answered += 1) {
    for (let round = 0; round < 30; round += 1) await setImmediate();
    expect(asked.length - answered).toBeLessThanOrEqual(4);
    asked[answered]?.();
  }
  while (ready < 20) await setImmediate();
  hub.close();
});
