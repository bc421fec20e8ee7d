import { type Agent, createAgent } from '@countersign/agent/agent';
import { type Served, serve } from '@countersign/agent/node-server';
import { answerPrompt, watchRun } from '@countersign/agent/test-client';
import { contextFromZod } from '@countersign/upformat/context';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { mailOrderContext } from '../email-tool/mail-order.ts';
import { recommendationSchema } from '../recommender/recommendation.ts';
import { fillOrder, type MappingMemory } from './fill-order.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const memory: MappingMemory = new Map();
const sender = {
  context: contextFromZod(
    recommendationSchema.extend({
      homeAddress: z.email().describe('contact address'),
      workAddress: z.email().describe('contact address'),
    }),
  ),
  payload: { homeAddress: 'home@example.com', workAddress: 'work@example.com' },
};
const receiver = contextFromZod(z.object({ to: z.email().describe('contact address') }));

async function start() {
  const agent: Agent = createAgent({
    id: 'filler',
    name: 'Filler',
    run: async (context) => (await fillOrder(context, { sender, receiver, memory }))?.order ?? null,
  });
  const served: Served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
  });
  const card = agent.descriptor(served.url);
  return { card, run: await watchRun(card.url) };
}

it('asks which of two equal fields is meant, once for a pair of schemas', async () => {
  const { card, run } = await start();
  const ask = await run.message((message) => message.state === 'needsHumanDecision');
  expect(ask.upPrompt?.ask).toBe('Which field fills /to of the Email Tool?');
  await answerPrompt(card, run, {
    prompt: ask.messageId,
    feedback: { type: 'edit', content: { value: { field1: '/workAddress' } } },
  });
  await run.ended;
  expect(run.of('RUN_FINISHED')[0]?.result).toEqual({ to: 'work@example.com' });

  const again = await start();
  await again.run.ended;
  expect(again.run.messages()).toEqual([]);
  expect(again.run.of('RUN_FINISHED')[0]?.result).toEqual({ to: 'work@example.com' });
});

it('knows what the Email Tool needs from its description only', () => {
  expect(Object.keys(mailOrderContext.fields ?? {})).toContain('recipients[].address');
});
