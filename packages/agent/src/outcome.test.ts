import { type UpFeedback, upMessageSchema } from '@countersign/upformat/message';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createAgent } from './agent.ts';
import { serve } from './node-server.ts';
import { contextOf, type Outcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import { answerPrompt, watchRun } from './test-client.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Asks over HTTP; the answers are tried in order until one is accepted, and the outcome is returned with the refusals. */
async function asked(
  ask: (context: RunContext) => Promise<Outcome<unknown>>,
  answers: UpFeedback[],
) {
  const outcomes: Outcome<unknown>[] = [];
  const agent = createAgent({
    id: 'asking',
    name: 'Asking',
    run: async (context) => {
      outcomes.push(await ask(context));
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  const card = agent.descriptor(served.url);
  const run = await watchRun(card.url);
  const event = await run.until(({ name }) => name === 'upformat.message');
  const prompt = upMessageSchema.parse(event['value']);
  const refused: unknown[] = [];
  for (const feedback of answers) {
    const response = await answerPrompt(card, run, { prompt: prompt.messageId, feedback });
    if (response.status !== 200) refused.push(await response.json());
  }
  await run.ended;
  return { outcome: outcomes[0], refused, prompt };
}

const invoice = z.object({
  amount: z.number().max(5_000).describe('EUR, gross'),
  due: z.string().transform((text) => new Date(text)),
});
const payload = { amount: 12.5, due: '2026-12-01' };

describe('the outcome of a question with a zod schema', () => {
  it('has the type of the schema, and the value that it produces', async () => {
    const { outcome, prompt } = await asked(
      async (context) => {
        const answer = await context.ask({ ask: 'Pay?', schema: invoice, payload });
        expectTypeOf(answer.outcome).toEqualTypeOf<Outcome<{ amount: number; due: Date }>>();
        return answer.outcome;
      },
      [{ type: 'approve', content: { reason: 'Checked' } }],
    );
    const value = { amount: 12.5, due: new Date('2026-12-01') };
    expect(outcome).toEqual({ type: 'approve', value, reason: 'Checked' });
    expect(prompt).toMatchObject({
      state: 'needsHumanDecision',
      upContext: { fields: { amount: 'EUR, gross' }, schema: { properties: { amount: {} } } },
    });
  });

  it('is not reached by a value that does not fit: its sender is informed where and why', async () => {
    const ask = async (context: RunContext) =>
      (await context.ask({ ask: 'Pay?', schema: invoice, payload })).outcome;
    const { outcome, refused } = await asked(ask, [
      { type: 'edit', content: { value: { ...payload, amount: 9_000 } } },
      { type: 'edit', content: { text: 'a bit less' } },
      { type: 'edit', content: { value: { ...payload, amount: 10 } } },
    ]);
    expect(refused).toMatchObject([
      { status: 422, errors: [{ path: '/content/value/amount' }] },
      { status: 422, errors: [{ path: '/content/value' }] },
    ]);
    expect(outcome).toMatchObject({ type: 'edit', value: { amount: 10 } });
  });
});

it('a transformation that fails on a value refuses it, each time it is delivered', async () => {
  const schema = z.object({ at: z.string().transform((text) => new URL(text).href) });
  const ask = async (context: RunContext) =>
    (await context.ask({ ask: 'Where?', schema, payload: { at: 'https://a.example' } })).outcome;
  const wrong: UpFeedback = { type: 'edit', content: { value: { at: 'nowhere' } } };
  const { outcome, refused } = await asked(ask, [wrong, wrong, { type: 'approve' }]);
  expect(refused).toMatchObject([{ status: 422 }, { status: 422 }]);
  expect(outcome).toMatchObject({ type: 'approve', value: { at: 'https://a.example/' } });
});

it('an asynchronous schema is a fault of the agent, when it asks', async () => {
  const schema = z.object({}).refine(async () => true);
  expect(() => contextOf(schema)).toThrow('must not be asynchronous');
});

it('a JSON Schema is checked as well', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string', minLength: 2 } } };
  const ask = async (context: RunContext) =>
    (await context.ask({ ask: 'Where?', schema, payload: { city: 'Lyon' } })).outcome;
  const { outcome, refused } = await asked(ask, [
    { type: 'edit', content: { value: { city: '' } } },
    { type: 'edit', content: { value: { city: 'Łódź' } } },
  ]);
  expect(refused).toMatchObject([{ status: 422, errors: [{ path: '/content/value/city' }] }]);
  expect(outcome).toEqual({ type: 'edit', value: { city: 'Łódź' }, text: null });
});

const plain: [UpFeedback, Outcome<unknown>][] = [
  [
    { type: 'rank', content: { order: ['b', 'a'] } },
    { type: 'rank', order: ['b', 'a'] },
  ],
  [
    { type: 'instruction', content: { text: 'Ask Bo' } },
    { type: 'instruction', text: 'Ask Bo' },
  ],
  [
    { type: 'edit', content: { text: 'Dear Ada' } },
    { type: 'edit', value: 'Dear Ada', text: 'Dear Ada' },
  ],
];
it.each(plain)('without a schema, %j is %j', async (feedback, expected) => {
  const ask = async (context: RunContext) => (await context.ask({ ask: 'What?' })).outcome;
  expect((await asked(ask, [feedback])).outcome).toEqual(expected);
});
