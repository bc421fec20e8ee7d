import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type AgentOptions, createAgent } from '../agent.ts';
import type { Ask } from '../asking.ts';
import { serve } from '../node-server.ts';
import type { ValueSchema } from '../outcome.ts';
import type { FailurePlace } from '../runs/run-failure.ts';
import { watchRun } from '../test-client.ts';
import { InvalidQuestion } from './refusals.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Runs an agent to its end; what it threw, where, and what the console got. */
async function failed(run: AgentOptions['run']) {
  const thrown: { error: unknown; place: FailurePlace }[] = [];
  const onError: AgentOptions['onError'] = (error, place) => thrown.push({ error, place });
  const agent = createAgent({ id: 'asking', name: 'Asking', run, onError });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  const watched = await watchRun(agent.descriptor(served.url).url);
  await watched.ended;
  return { thrown, watched };
}

const invoice = z.object({ amount: z.number().max(50), due: z.string().optional() });
// Its type would refuse some of these already.
const untyped: ValueSchema = invoice;
const tomorrow = '2999-01-01T00:00:00Z';

const refused: [string, Ask, string, RegExp][] = [
  ['a payload that does not fit', { payload: { amount: 51 } }, '/payload/amount', /50/],
  ['a payload that lacks a member', { payload: {} }, '/payload/amount', /required/i],
  ['a payload without a form', { payload: JSON.parse('7') }, '/payload', /list or a text/],
  ['a deadline that is a day', { expiresAt: '2999-01-01' }, '/expiresAt', /offset/],
  ['a deadline in the past', { expiresAt: '2001-01-01T00:00:00Z' }, '/expiresAt', /future/],
  ['no number of seconds', { expiresIn: Number.NaN }, '/expiresIn', /NaN/],
  ['a time that has passed', { expiresIn: -1 }, '/expiresIn', /above 0/],
  [
    'a default that is not allowed',
    { defaultFeedback: { type: 'reject' }, allowedFeedback: ['approve'] },
    '/defaultFeedback/type',
    /approve/,
  ],
  [
    'a default whose value does not fit',
    { defaultFeedback: { type: 'edit', content: { value: { amount: 51 } } } },
    '/defaultFeedback/content/value/amount',
    /50/,
  ],
  [
    'the approval of nothing as the default',
    { payload: undefined, defaultFeedback: { type: 'approve' } },
    '/defaultFeedback/amount',
    /required/i,
  ],
];

describe('a question that cannot be meant', () => {
  it.each(refused)('is refused before it is sent: %s', async (_name, changes, path, sentence) => {
    const { thrown, watched } = await failed(async (context) => {
      const spec: Ask = { ask: 'Pay?', payload: { amount: 30 }, expiresAt: tomorrow };
      const { expiresAt, ...lasting } = spec;
      const base = changes.expiresIn === undefined ? { expiresAt, ...lasting } : lasting;
      await context.ask({ ...base, ...changes, schema: untyped });
    });
    const [{ error, place } = { error: null, place: null }] = thrown;
    expect(error).toBeInstanceOf(InvalidQuestion);
    if (!(error instanceof InvalidQuestion)) return;
    expect(error.faults.map((fault) => fault.path)).toEqual([path]);
    expect(error.message).toMatch(sentence);
    expect(error.message).toContain(path);
    const { threadId, runId } = watched;
    expect(place).toEqual({ agentId: 'asking', threadId, runId, in: 'run' });
    expect(watched.of('RUN_ERROR')).toMatchObject([
      { code: 'agent-error', message: error.message },
    ]);
    expect(watched.events.some(({ name }) => name === 'upformat.message')).toBe(false);
  });

  it('is refused when it is revised too, and the open one stays as it is', async () => {
    const { thrown, watched } = await failed(async (context) => {
      const asked = context.ask({ ask: 'Pay?', schema: invoice, payload: { amount: 30 } });
      await context.revise(asked.messageId, { payload: { amount: 51 } });
    });
    expect(thrown).toMatchObject([{ error: { faults: [{ path: '/payload/amount' }] } }]);
    expect(watched.events.filter(({ name }) => name === 'upformat.message')).toHaveLength(1);
  });
});

it('a deadline in seconds is sent as an instant', async () => {
  const { watched } = await failed(async (context) => {
    const asked = context.ask({ ask: 'Pay?', expiresIn: 60 });
    await context.withdraw(asked.messageId, 'Done');
  });
  const message = watched.events.find(({ name }) => name === 'upformat.message')?.['value'];
  expect(message).toMatchObject({ upPrompt: { expiresAt: expect.stringMatching(/Z$/) } });
});

it('what onError throws changes nothing of the run', async () => {
  const agent = createAgent({
    id: 'failing',
    name: 'Failing',
    run: () => Promise.reject(new Error('the disk is full')),
    onError() {
      throw new Error('so is the log');
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  closing.push(() => served.close());
  const run = await watchRun(agent.descriptor(served.url).url);
  await run.ended;
  expect(run.of('RUN_ERROR')).toMatchObject([{ message: 'the disk is full' }]);
});

it('the payload has the type that the schema accepts', () => {
  const stamped = z.object({ at: z.string().transform((text) => new Date(text)) });
  expectTypeOf<Ask<typeof stamped>['payload']>().toEqualTypeOf<{ at: string } | undefined>();
  expectTypeOf<{ ask: string; schema: typeof stamped; payload: { at: number } }>().not.toExtend<
    Ask<typeof stamped>
  >();
});
