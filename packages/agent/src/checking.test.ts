import type { UpMessage } from '@countersign/upformat/message';
import { afterEach, expect, it } from 'vitest';
import { type AgentOptions, createAgent } from './agent.ts';
import type { AgentAddress } from './child-run.ts';
import { serve } from './node-server.ts';
import { answerPrompt, watchRun } from './test-client.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(id: string, run: AgentOptions['run'], protocol: 'hai' | 'ag-ui' = 'hai') {
  const agent = createAgent({ id, name: id, protocol, run });
  const served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
  });
  return agent.descriptor(served.url);
}

/** A budget of at most 10, checked by the asking agent. */
const asks: AgentOptions['run'] = async (context) => {
  const { feedback } = await context.ask(
    { state: 'needsHumanDecision', ask: 'This much?', payload: { budget: 5 } },
    {
      check(value) {
        const budget =
          typeof value === 'object' && value !== null && 'budget' in value ? value.budget : null;
        if (budget === 'broken') throw new Error('no');
        return typeof budget === 'number' && budget > 10
          ? { faults: [{ path: '/budget', message: 'At most 10.', severity: 'error' }] }
          : { outputs: [{ type: 'chart', series: [] }] };
      },
    },
  );
  return feedback;
};

const isAsk = ({ state }: UpMessage) => state === 'needsHumanDecision';

async function check(card: AgentAddress, at: object, value: unknown) {
  const response = await fetch(new URL('check', card.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...at, value }),
  });
  return { status: response.status, body: await response.json() };
}

it('offers its check with the question, and checks values until it is answered', async () => {
  const card = await start('planner', asks);
  const run = await watchRun(card.url);
  const message = await run.message(isAsk);
  expect(message.upPrompt).toMatchObject({ check: { endpoint: 'check' } });
  const at = { threadId: run.threadId, runId: run.runId, messageId: message.messageId };
  expect(await check(card, at, { budget: 11 })).toEqual({
    status: 200,
    body: { faults: [{ path: '/budget', message: 'At most 10.', severity: 'error' }] },
  });
  expect((await check(card, at, { budget: 9 })).body).toEqual({
    outputs: [{ type: 'chart', series: [] }],
  });
  expect((await check(card, at, { budget: 'broken' })).status).toBe(500);
  expect((await check(card, { ...at, messageId: 'call_unknown' }, {})).status).toBe(404);
  expect((await check(card, { ...at, runId: 'run-unknown' }, {})).status).toBe(404);
  await answerPrompt(card, run, { prompt: message.messageId, feedback: { type: 'approve' } });
  await run.ended;
  expect((await check(card, at, { budget: 9 })).status).toBe(409);
});

it('forwards a check to the agent whose question it forwarded', async () => {
  const child = await start('planner', asks);
  const card = await start('master', (context) => context.delegate(child, {}, { task: 'Plan' }));
  const run = await watchRun(card.url);
  const { messageId } = await run.message(isAsk);
  const at = { threadId: run.threadId, runId: run.runId, messageId };
  expect(await check(card, at, { budget: 11 })).toMatchObject({
    status: 200,
    body: { faults: [{ path: '/budget' }] },
  });
});
