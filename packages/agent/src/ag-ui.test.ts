import { HttpAgent, type RunAgentParameters } from '@ag-ui/client';
import { type Interrupt, interruptsOf } from '@countersign/adapters/ag-ui/interrupt';
import { afterEach, describe, expect, it } from 'vitest';
import { type AgentOptions, createAgent } from './agent.ts';
import type { Ask } from './asking.ts';
import type { Clock } from './clock.ts';
import { serve } from './node-server.ts';
import { controlRun } from './test-client.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const transfer: Ask = {
  state: 'needsHumanDecision',
  ask: 'Send 1,250.50 EUR to Ines Vogel?',
  explanation: 'The amount is above the limit.',
  payload: { to: 'DE-4711', amount: 1250.5 },
  upContext: {
    schema: {
      type: 'object',
      properties: { to: { type: 'string' }, amount: { type: 'number' } },
      required: ['to', 'amount'],
    },
  },
  allowedFeedback: ['approve', 'edit', 'reject'],
};

/** The stock client of AG-UI, and every event that it accepted. */
async function connect(run: AgentOptions['run'], more: Partial<AgentOptions> = {}) {
  const agent = createAgent({ id: 'tested', name: 'Tested', protocol: 'ag-ui', ...more, run });
  const served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
  });
  const card = agent.descriptor(served.url);
  const client = new HttpAgent({ url: card.url, threadId: crypto.randomUUID() });
  client.addMessage({ id: crypto.randomUUID(), role: 'user', content: 'Pay the invoice' });
  const events: { type: string; [member: string]: unknown }[] = [];
  return {
    card,
    client,
    events,
    types: () => events.map(({ type }) => type),
    /** One run; returns its interrupts. */
    async go(parameters: RunAgentParameters = {}): Promise<Interrupt[]> {
      events.length = 0;
      await client.runAgent(parameters, { onEvent: ({ event }) => void events.push({ ...event }) });
      return interruptsOf(events.find(({ type }) => type === 'RUN_FINISHED')?.['outcome'])
        .interrupts;
    },
    result: () => events.find(({ type }) => type === 'RUN_FINISHED')?.['result'],
    error: () => events.find(({ type }) => type === 'RUN_ERROR'),
  };
}

const resolved = (interruptId = '', payload: unknown = undefined) =>
  ({ interruptId, status: 'resolved', payload }) as const;

describe('an ask of an AG-UI agent, to the stock client', () => {
  it('ends the run with an interrupt, after the state and the messages', async () => {
    const { client, go, types } = await connect(async (context) => {
      await context.state.set({ invoice: 4711 });
      await context.say('One moment.');
      const { feedback } = await context.ask(transfer);
      return feedback?.type;
    });
    const [interrupt, ...others] = await go();
    expect(others).toEqual([]);
    expect(interrupt).toMatchObject({
      reason: 'confirmation',
      message: transfer.ask,
      responseSchema: {
        properties: {
          approved: { type: 'boolean' },
          editedArgs: { properties: { amount: { type: 'number' } }, default: transfer.payload },
          reason: { type: 'string' },
        },
        required: ['approved'],
      },
      metadata: { upformat: { state: 'needsHumanDecision', payload: transfer.payload } },
    });
    expect(types().slice(-3)).toEqual(['STATE_SNAPSHOT', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED']);
    expect(client.pendingInterrupts).toHaveLength(1);
    expect(client.state).toEqual({ invoice: 4711 });
    expect(client.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Pay the invoice'],
      ['assistant', 'One moment.'],
    ]);
  });

  it.each([
    ['approves', { approved: true }, { type: 'approve' }],
    [
      'approves what is sent back as it stood',
      { approved: true, editedArgs: { amount: 1250.5, to: 'DE-4711' } },
      { type: 'approve' },
    ],
    [
      'rejects',
      { approved: false, reason: 'Too much.' },
      { type: 'reject', content: { reason: 'Too much.' } },
    ],
    [
      'edits',
      { approved: true, editedArgs: { to: 'DE-4711', amount: 900 } },
      { type: 'edit', content: { value: { to: 'DE-4711', amount: 900 } } },
    ],
  ])('continues in the run that %s', async (_, payload, feedback) => {
    let starts = 0;
    const { client, go, result, types } = await connect(async (context) => {
      starts += 1;
      const answer = await context.ask(transfer);
      await context.say('As you wish.');
      return { feedback: answer.feedback, by: answer.message.agentId, in: context.runId };
    });
    const [interrupt] = await go();
    const runId = crypto.randomUUID();
    expect(await go({ runId, resume: [resolved(interrupt?.id, payload)] })).toEqual([]);
    expect(result()).toEqual({ feedback, by: 'operator', in: runId });
    expect(types()[0]).toBe('RUN_STARTED');
    expect(starts).toBe(1);
    expect(client.pendingInterrupts).toEqual([]);
    expect(client.messages.at(-1)?.content).toBe('As you wish.');
  });

  it('proposes a list as it is, and continues with the edited one', async () => {
    const { go, result } = await connect(async (context) => {
      const { outcome } = await context.ask({ ask: 'Which?', payload: ['Halle', 'Bonn'] });
      return outcome;
    });
    const [interrupt] = await go();
    expect(interrupt).toMatchObject({
      metadata: { upformat: { payload: ['Halle', 'Bonn'] } },
      responseSchema: {
        properties: { editedArgs: { type: 'array', default: ['Halle', 'Bonn'] } },
      },
    });
    await go({ resume: [resolved(interrupt?.id, { approved: true, editedArgs: ['Bonn'] })] });
    expect(result()).toEqual({ type: 'edit', value: ['Bonn'], text: null });
  });

  it('asks two questions in one outcome and accepts both answers or none', async () => {
    const { client, go, result, error } = await connect(async (context) => {
      const answers = await Promise.all([
        context.ask({ ...transfer, ask: 'Send the first?' }),
        context.ask({ ...transfer, ask: 'Send the second?' }),
      ]);
      return answers.map(({ feedback }) => feedback?.type);
    });
    const [first, second] = await go();
    expect([first?.message, second?.message]).toEqual(['Send the first?', 'Send the second?']);
    const one = resolved(first?.id, { approved: true });
    // The stock client refuses to send only one of them: if forced to, the agent refuses it.
    const { pendingInterrupts } = client;
    client.pendingInterrupts = [];
    await go({ resume: [one] }).catch(() => {});
    expect(error()).toMatchObject({ code: 'interrupts-open' });
    client.pendingInterrupts = pendingInterrupts;
    await go({ resume: [resolved(second?.id, { approved: false }), one] });
    expect(result()).toEqual(['approve', 'reject']);
  });

  it('asks again in the resumed run, inside what was open before', async () => {
    const { client, go, result } = await connect(async (context) => {
      const message = await context.message();
      await message.text('First ');
      const done = await context.step('check', () =>
        context.tool('transfer', { amount: 1250.5 }, async () => {
          await context.ask(transfer);
          const { feedback } = await context.ask({ ...transfer, ask: 'Really?' });
          return feedback?.type;
        }),
      );
      await message.text('last.');
      await message.end();
      return done;
    });
    const [first] = await go();
    const [second] = await go({ resume: [resolved(first?.id, { approved: true })] });
    expect(second?.message).toBe('Really?');
    expect(await go({ resume: [resolved(second?.id, { approved: true })] })).toEqual([]);
    expect(result()).toBe('approve');
    const texts = client.messages.filter(({ role }) => role === 'assistant');
    expect(texts.map(({ content }) => content)).toContain('First last.');
    const calls = texts.flatMap((message) => ('toolCalls' in message ? message.toolCalls : []));
    expect(calls).toHaveLength(1);
    expect(client.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
  });

  it.each([
    ['an unknown interrupt', 'interrupt-unknown', { approved: true }, 'no-such-interrupt-7f3a'],
    ['an answer that is none', 'resume-invalid', { agreed: 'yes' }, null],
    ['words only', 'resume-invalid', 'go ahead', null],
  ])('refuses %s and still waits', async (_, code, payload, wrongId) => {
    const { client, go, result, error } = await connect(
      async (context) => (await context.ask(transfer)).feedback?.type,
    );
    const [interrupt] = await go();
    client.pendingInterrupts = [];
    await go({ resume: [resolved(wrongId ?? interrupt?.id, payload)] }).catch(() => {});
    expect(error()).toMatchObject({ code });
    await go().catch(() => {});
    expect(error()).toMatchObject({ code: 'interrupts-open' });
    await go({ resume: [resolved(interrupt?.id, { approved: true })] });
    expect(result()).toBe('approve');
  });

  it('accepts the same answers once, for the same run and for another', async () => {
    let answers = 0;
    const { client, go, events, error } = await connect(async (context) => {
      await context.ask(transfer);
      answers += 1;
      return answers;
    });
    const [interrupt] = await go();
    const runId = crypto.randomUUID();
    const resume = [resolved(interrupt?.id, { approved: true })];
    await go({ runId, resume });
    const first = [...events];
    await go({ runId, resume });
    expect(events).toEqual(first);
    await go({ resume });
    expect(events).toEqual(first);
    expect(answers).toBe(1);
    client.pendingInterrupts = [];
    await go({ resume: [resolved(interrupt?.id, { approved: false })] }).catch(() => {});
    expect(error()).toMatchObject({ code: 'interrupt-unknown' });
  });

  it('continues without an answer when the question is cancelled, or with its default', async () => {
    const { go, result } = await connect(async (context) => {
      const { feedback } = await context.ask({
        ...transfer,
        state: 'followup',
        defaultFeedback: { type: 'approve', content: { reason: 'Nobody minded.' } },
      });
      return context.ask({ ...transfer, ask: `Nothing but ${feedback?.type}?` });
    });
    const [first] = await go();
    const [second] = await go({ resume: [{ interruptId: first?.id ?? '', status: 'cancelled' }] });
    expect(second?.message).toBe('Nothing but approve?');
    await go({ resume: [{ interruptId: second?.id ?? '', status: 'cancelled' }] });
    expect(result()).toMatchObject({ feedback: null, outcome: { type: 'withdrawn' } });
  });

  it('refuses an answer after the deadline, and accepts that it is cancelled', async () => {
    const time = { now: Date.parse('2026-03-01T10:00:00Z') };
    const clock: Clock = {
      now: () => time.now,
      schedule(run, delayMs) {
        // Timers of hours are skipped by the test; a turn of the loop is not.
        if (delayMs > 0) return () => {};
        const turn = setImmediate(run);
        return () => clearImmediate(turn);
      },
    };
    const { client, go, result, error } = await connect(
      (context) => context.ask({ ...transfer, expiresAt: '2026-03-01T10:05:00Z' }),
      { clock },
    );
    const [interrupt] = await go();
    expect(interrupt?.expiresAt).toBe('2026-03-01T10:05:00Z');
    time.now += 6 * 60_000;
    client.pendingInterrupts = [];
    await go({ resume: [resolved(interrupt?.id, { approved: true })] }).catch(() => {});
    expect(error()).toMatchObject({ code: 'interrupt-expired' });
    await go({ resume: [{ interruptId: interrupt?.id ?? '', status: 'cancelled' }] });
    expect(result()).toMatchObject({ feedback: null, outcome: { type: 'expired' } });
  });

  it('gives up runs that wait too long or exceed the limit, and stopped runs', async () => {
    const scheduled: { run: () => void; delayMs: number }[] = [];
    const clock: Clock = {
      now: () => 0,
      schedule(run, delayMs) {
        if (delayMs === 0) {
          setImmediate(run);
          return () => {};
        }
        scheduled.push({ run, delayMs });
        return () => {};
      },
    };
    const reasons: string[] = [];
    const limits = { maxInterruptedRuns: 1, interruptedForMs: 3_600_000 };
    const { card, client, go, error } = await connect(
      async (context) => {
        await Promise.resolve(context.ask(transfer)).catch((failure: unknown) => {
          reasons.push(failure instanceof Error ? failure.message : '');
        });
      },
      { clock, limits },
    );
    const [interrupt] = await go();
    const { threadId } = client;
    const fresh = () => {
      client.pendingInterrupts = [];
      client.threadId = crypto.randomUUID();
    };
    fresh();
    await go();
    expect(reasons).toEqual(['Too many questions wait for an answer']);
    scheduled.findLast(({ delayMs }) => delayMs === 3_600_000)?.run();
    await expect.poll(() => reasons).toHaveLength(2);
    expect(reasons[1]).toBe('Nobody has answered for too long');
    fresh();
    const runId = crypto.randomUUID();
    await go({ runId });
    const run = { threadId: client.threadId, runId };
    expect((await controlRun(card, run, 'pause')).status).toBe(409);
    expect((await controlRun(card, run, 'stop')).status).toBe(200);
    await expect.poll(() => reasons).toHaveLength(3);
    client.pendingInterrupts = [];
    client.threadId = threadId;
    await go({ resume: [resolved(interrupt?.id, { approved: true })] }).catch(() => {});
    expect(error()).toMatchObject({ code: 'interrupt-unknown' });
  });
});
