import type { HaiEvent } from '@countersign/hai/event';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { begun, type Foreign, finish, interrupt, startForeign } from '../testing/foreign.ts';
import type { AgentRun } from '../testing/scripted-agent.ts';

let foreign: Foreign;
afterEach(() => foreign?.close());

const review = {
  id: '0f6f5e2a9b114c7b8a543f2b6c1e9d5a',
  reason: 'langgraph:interrupt',
  message: 'Send the mail?',
  responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } },
};

/** Asks once, is answered, and returns the run that carries the answer. */
async function answered(): Promise<{ id: string; next: AgentRun }> {
  interrupt(await begun(foreign, 0), review);
  const [prompt] = await foreign.open(1);
  await foreign.decide(prompt!, { type: 'approve' });
  return { id: prompt!.id, next: await begun(foreign, 1) };
}

it('LangGraph’s refusal (an error, then the end with the same interrupt) leaves one open question, of the new run', async () => {
  foreign = await startForeign('ag-ui');
  const { id, next } = await answered();
  await foreign.untilDecision(id, 'delivered');
  next.send({ type: 'STEP_STARTED', stepName: 'review' });
  next.send({ type: 'RUN_ERROR', message: 'The resume value is not valid.' });
  interrupt(next, review);
  const open = await foreign.harness.until(() => {
    const task = foreign.harness.facts(foreign.taskId, 'countersign.prompt').at(-1);
    return task?.change === 'rerouted' ? task : undefined;
  });
  expect(open).toBeDefined();
  const [again, ...more] = await foreign.open(1);
  expect(more).toEqual([]);
  expect(again).toMatchObject({
    id,
    runId: next.input.runId,
    source: { together: next.input.runId },
    returned: { state: 'refused', failure: expect.stringMatching(/not valid/) },
  });
  expect((await foreign.decide(again!, { type: 'reject' })).status).toBe(201);
  const third = await begun(foreign, 2);
  expect(third.input.resume).toMatchObject([{ interruptId: review.id }]);
  finish(third);
  await foreign.untilDecision(id, 'acknowledged');
});

it('the same interrupt again without an error is a refusal too; another question under the same id is not', async () => {
  foreign = await startForeign('ag-ui');
  const { id, next } = await answered();
  interrupt(next, review);
  const [again] = await foreign.open(1);
  expect(again).toMatchObject({ id, returned: { state: 'refused' } });
  await foreign.decide(again!, { type: 'approve' });
  interrupt(await begun(foreign, 2), { ...review, message: 'And the second mail?' });
  const [second] = await foreign.open(1);
  expect(second!.id).not.toBe(id);
  expect((await foreign.prompt(id)).decision?.state).toBe('acknowledged');
});

const before: HaiEvent[] = [
  { type: 'STEP_STARTED', stepName: 's' },
  { type: 'RAW', event: {} },
  { type: 'STATE_SNAPSHOT', snapshot: {} },
  { type: 'STEP_FINISHED', stepName: 's' },
];

it('an answer is never acknowledged before a refusal, for any events of the agent', async () => {
  foreign = await startForeign('ag-ui');
  interrupt(await begun(foreign, 0), review);
  let index = 0;
  await fc.assert(
    fc.asyncProperty(fc.subarray(before), fc.boolean(), async (events, asksAgain) => {
      const [prompt] = await foreign.open(1);
      await foreign.decide(prompt!, { type: 'approve' });
      index += 1;
      const run = await begun(foreign, index);
      for (const event of events) run.send({ ...event });
      run.send({ type: 'RUN_ERROR', message: 'No.' });
      if (asksAgain) interrupt(run, review);
      run.end();
      const [again] = await foreign.open(1);
      expect(again).toMatchObject({ id: prompt!.id, returned: { state: 'refused' } });
    }),
    { numRuns: runs(6) },
  );
  const states = foreign.harness
    .facts(foreign.taskId, 'countersign.decision')
    .map(({ change }) => change);
  expect(states).not.toContain('acknowledged');
});
