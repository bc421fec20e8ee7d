import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import type { Journal } from '@countersign/server/journal/journal';
import { afterEach, expect, it } from 'vitest';
import { leaseOutbox } from './lease.ts';

let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

/** Keeps the outcome of each lease until it is released. */
function heldLeases(journal: Journal): { brought: Promise<void>; release: () => void } {
  const { commit } = journal;
  let release = () => {};
  let bring = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const brought = new Promise<void>((resolve) => (bring = resolve));
  const held: Journal['commit'] = async (operation, input) => {
    const outcome = await commit(operation, input);
    if (operation.name === leaseOutbox.name && JSON.stringify(outcome).includes('"message"')) {
      bring();
      await released;
    }
    return outcome;
  };
  Object.assign(journal, { commit: held });
  return { brought, release };
}

it('a drain waits for a lease in progress, and for what it brings', async () => {
  agent = await startScriptedAgent();
  harness = await startHarness({ agents: [describeAgent(agent)] });
  const { request, services } = harness;
  const { taskId, runId } = await harness.start();
  const run = await agent.run(0);
  run.send({ type: 'RUN_STARTED', threadId: taskId, runId });
  const messageId = 'call_Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  run.send(upMessage(taskId, { messageId, state: 'needsHumanDecision' }));
  const prompt = await harness.untilPrompt(taskId, 'open');
  const lease = heldLeases(services.journal);
  const decided = await request('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: prompt.digest,
    idempotencyKey: 'answer-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  expect(decided.status).toBe(201);
  await lease.brought;
  const drained = services.dispatcher.drain();
  // A drain that sees no delivery in progress ends before this.
  await new Promise(setImmediate);
  lease.release();
  await drained;
  expect(agent.feedbacks).toHaveLength(1);
});
