import { memberOf } from '@countersign/json/json-object';
import { afterEach, describe, expect, it } from 'vitest';
import { type Agent, type AgentOptions, createAgent } from './agent.ts';
import { type Served, serve } from './node-server.ts';
import { answerPrompt, controlRun, postFeedback, watchRun } from './test-client.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(run: AgentOptions['run'], more: Partial<AgentOptions> = {}) {
  const agent: Agent = createAgent({ id: 'tested', name: 'Tested', ...more, run });
  const served: Served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
  });
  return agent.descriptor(served.url);
}

/** A promise that is resolved from outside. */
function gateway() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const isControl = (status: string) => (event: { type: string; value?: unknown; name?: unknown }) =>
  event.name === 'hai.control' && JSON.stringify(event.value).includes(`"${status}"`);

describe('an agent over HTTP', () => {
  it('streams every token as a separate event while the run continues', async () => {
    const more = gateway();
    const card = await start(async (context) => {
      const message = await context.message();
      for (const token of ['Hel', 'lo ', 'there']) await message.text(token);
      await more.opened;
      await message.end();
      return { greeted: true };
    });
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'BUSINESS_DATA_CONTENT' && event.delta === 'there');
    expect(run.events.some((event) => event.type === 'BUSINESS_DATA_END')).toBe(false);
    more.open();
    await run.ended;
    expect(run.events.map((event) => event.type)).toEqual([
      'RUN_STARTED',
      'BUSINESS_DATA_START',
      'BUSINESS_DATA_CONTENT',
      'BUSINESS_DATA_CONTENT',
      'BUSINESS_DATA_CONTENT',
      'BUSINESS_DATA_END',
      'RUN_FINISHED',
    ]);
    expect(run.ids).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(run.text()).toBe('Hello there');
    expect(run.of('RUN_FINISHED')[0]?.result).toEqual({ greeted: true });
  });

  it('emits every family: thinking, steps, tools, state, exchange', async () => {
    const card = await start(async (context) => {
      await context.step('plan', async () => {
        const message = await context.message();
        await message.thinking('hm');
        await message.text('so');
        await message.end();
      });
      await context.state.set({ phase: 'one', list: [1, 2] });
      await context.state.update((draft) => {
        Object.assign(draft as object, { phase: 'two' });
      });
      await context.tool('add', { left: 20, right: 22, note: 'a longer argument text' }, () => 42);
      await context.tool('break', {}, () => Promise.reject(new Error('no route'))).catch(() => {});
      await context.exchange('other', { name: 'look' });
    });
    const run = await watchRun(card.url);
    await run.ended;
    const args = run.of('TOOL_CALL_ARGS');
    const [first] = run.of('TOOL_CALL_START');
    const own = args.filter((event) => event.toolCallId === first?.toolCallId);
    expect(own.length).toBeGreaterThan(1);
    expect(JSON.parse(own.map((event) => event.delta).join(''))).toMatchObject({ left: 20 });
    expect(run.of('TOOL_CALL_RESULT').map(({ content, error }) => [content, error])).toEqual([
      [42, undefined],
      ['no route', 'no route'],
    ]);
    expect(run.of('STATE_SNAPSHOT')[0]?.snapshot).toEqual({ phase: 'one', list: [1, 2] });
    expect(run.of('STATE_DELTA')[0]?.delta).toEqual([
      { op: 'replace', path: '/phase', value: 'two' },
    ]);
    expect(run.events.map((event) => event.type)).toContain('AGENT_COLLABORATIVE_MESSAGE_END');
    const outputs = run.of('BUSINESS_DATA_CONTENT').map(({ delta }) => delta);
    expect(outputs[0]).toMatchObject({ output: { type: 'thinking', data: { thinking: true } } });
    expect(outputs[1]).toMatchObject({ output: { type: 'thinking', data: { thinking: false } } });
  });

  it('reports the error when the run function throws', async () => {
    const card = await start(async (context) => {
      await context.message();
      throw new Error('the disk is full');
    });
    const run = await watchRun(card.url);
    await run.ended;
    expect(run.events.map((event) => event.type)).toEqual([
      'RUN_STARTED',
      'BUSINESS_DATA_START',
      'BUSINESS_DATA_END',
      'RUN_ERROR',
    ]);
    expect(run.of('RUN_ERROR')[0]).toMatchObject({
      message: 'the disk is full',
      code: 'agent-error',
    });
  });

  it('refuses an invalid run, with a problem', async () => {
    const card = await start(() => {}, { limits: { maxBodyBytes: 500 } });
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(card.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    const input = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
    const statuses = [
      await post('{'),
      await post('{"threadId":1}'),
      await post(JSON.stringify({ text: 'x'.repeat(600) })),
      await post(input, { 'content-type': 'text/plain' }),
      await post(input, { 'last-event-id': '3' }),
      await post(input, { 'last-event-id': 'three' }),
      await post(input, { origin: 'https://evil.example' }),
      await fetch(card.url),
      await fetch(`${card.url}nothing`),
    ];
    expect(statuses.map((response) => response.status)).toEqual([
      400, 400, 413, 415, 404, 400, 403, 405, 404,
    ]);
    for (const response of statuses) {
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: response.status });
    }
    expect(await (await fetch(`${card.url}card`)).json()).toEqual(card);
  });

  it('refuses a host name that is not its own', async () => {
    const agent = createAgent({ id: 'a', name: 'A', allowedHosts: ['crew.local'], run: () => {} });
    const card = (url: string) => agent.fetch(new Request(url)).then((response) => response.status);
    expect(await card('http://rebound.example/card')).toBe(421);
    expect(await card('http://crew.local/card')).toBe(200);
  });
});

const later = '2030-01-01T01:00:00.000Z';

describe('asking', () => {
  const asking: AgentOptions['run'] = async (context) => {
    const asked = context.ask({
      state: 'needsHumanDecision',
      ask: 'Where?',
      payload: { city: '' },
      allowedFeedback: ['edit', 'reject'],
    });
    const { feedback } = await asked;
    await context.say(feedback?.type === 'edit' ? JSON.stringify(feedback.content.value) : 'no');
    await context.upformat({ state: 'completed' });
  };
  const edit = { type: 'edit', content: { value: { city: 'Leipzig' } } } as const;

  it('waits for the answer, acknowledges it and continues', async () => {
    const card = await start(asking);
    const run = await watchRun(card.url);
    const prompt = await run.message((message) => message.state === 'needsHumanDecision');
    expect(prompt).toMatchObject({
      upPrompt: { ask: 'Where?', allowed: ['edit', 'reject'] },
      agentId: 'tested',
      threadId: run.threadId,
    });
    const response = await answerPrompt(card, run, {
      prompt: prompt.messageId,
      feedback: edit,
      messageId: 'answer-1',
    });
    expect(response.status).toBe(200);
    await run.ended;
    expect(run.text()).toBe('{"city":"Leipzig"}');
    const [, acknowledgement, completed] = run.messages();
    expect(acknowledgement).toMatchObject({ state: 'submitted', parentMessageId: 'answer-1' });
    expect(completed).toMatchObject({
      state: 'completed',
      parentMessageId: acknowledgement?.messageId,
    });
  });

  it.each([
    ['a list', ['Halle', 'Bonn'], ['Bonn']],
    ['a text', 'Dear Ada', 'Dear Ben'],
  ])('proposes %s as it is, and gets one', async (_, payload, value) => {
    const card = await start(async (context) => {
      const asked = await context.ask({ ask: 'Right?', payload });
      const again = await context.ask({ ask: 'And this?', payload });
      await context.say(JSON.stringify([asked.outcome, again.outcome]));
    });
    const run = await watchRun(card.url);
    for (const feedback of [{ type: 'edit', content: { value } }, { type: 'approve' }] as const) {
      const ask = feedback.type === 'edit' ? 'Right?' : 'And this?';
      const event = await run.until((one) => JSON.stringify(one).includes(ask));
      const message: unknown = 'value' in event ? event.value : null;
      expect(message).toMatchObject({ payload, upPrompt: { ask } });
      expect(message).not.toHaveProperty('barePayload');
      const prompt = String(memberOf(message, 'messageId'));
      expect((await answerPrompt(card, run, { prompt, feedback })).status).toBe(200);
    }
    await run.ended;
    expect(JSON.parse(run.text())).toEqual([
      { type: 'edit', value, text: null },
      { type: 'approve', value: payload, reason: null },
    ]);
  });

  const comment = { type: 'comment', content: { text: 'Ask Ada first' } } as const;

  it('receives a comment on its question once, and the question stays open', async () => {
    const received: string[] = [];
    const card = await start(async (context) => {
      const { feedback } = await context.ask(
        { state: 'needsHumanDecision', ask: 'Where?' },
        { onComment: ({ text, message }) => received.push(`${message.agentId}: ${text}`) },
      );
      await context.say(feedback?.type ?? '');
      await context.upformat({ state: 'completed' });
    });
    const run = await watchRun(card.url);
    const prompt = await run.message((message) => message.state === 'needsHumanDecision');
    const said = { prompt: prompt.messageId, feedback: comment, key: 'said', messageId: 'said-1' };
    const replies = [await answerPrompt(card, run, said), await answerPrompt(card, run, said)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const approve = { type: 'approve' } as const;
    const answer = { prompt: prompt.messageId, feedback: approve, messageId: 'answer-1' };
    expect((await answerPrompt(card, run, answer)).status).toBe(200);
    await run.ended;
    expect(received).toEqual(['operator:test: Ask Ada first']);
    expect(run.text()).toBe('approve');
    const parents = run.messages().map(({ parentMessageId }) => parentMessageId);
    expect(parents).not.toContain('said-1');
    expect(parents).toContain('answer-1');
    expect((await answerPrompt(card, run, { ...said, key: 'late' })).status).toBe(410);
  });

  it('refuses comments without a listener, and fails with the exception of a listener', async () => {
    const card = await start(asking);
    const deaf = await watchRun(card.url);
    const { messageId } = await deaf.message(({ state }) => state === 'needsHumanDecision');
    const refused = await answerPrompt(card, deaf, { prompt: messageId, feedback: comment });
    expect(refused.status).toBe(422);
    await answerPrompt(card, deaf, { prompt: messageId, feedback: edit });
    await deaf.ended;
    expect(deaf.text()).toBe('{"city":"Leipzig"}');

    const shy = await start(async (context) => {
      const onComment = () => {
        throw new Error('cannot hear');
      };
      await context.ask({ state: 'needsHumanDecision', ask: 'Where?' }, { onComment });
    });
    const run = await watchRun(shy.url);
    const asked = await run.message(({ state }) => state === 'needsHumanDecision');
    await answerPrompt(shy, run, { prompt: asked.messageId, feedback: comment });
    await run.ended;
    expect(run.of('RUN_ERROR')).toMatchObject([{ message: 'cannot hear' }]);
  });

  it('accepts a comment as the answer if configured, or if it allows nothing else', async () => {
    const says: AgentOptions['run'] = async (context) => {
      const allowed = context.userText === 'only comments' ? (['comment'] as const) : [];
      const { feedback } = await context.ask({
        state: 'followup',
        upPrompt: { ask: 'Where?', allowed: [...allowed] },
      });
      await context.say(feedback?.type ?? '');
    };
    for (const [text, options] of [
      ['only comments', {}],
      ['anything', { commentsAreAnswers: true }],
    ] as const) {
      const card = await start(says, options);
      expect(card.commentsAreAnswers ?? false).toBe('commentsAreAnswers' in options);
      const run = await watchRun(card.url, { text });
      const { messageId } = await run.message(({ state }) => state === 'followup');
      await answerPrompt(card, run, { prompt: messageId, feedback: comment });
      await run.ended;
      expect(run.text()).toBe('comment');
    }
  });

  it('accepts a key once, however often and however fast it is sent', async () => {
    const card = await start(asking);
    const run = await watchRun(card.url);
    const { messageId } = await run.message((message) => message.state === 'needsHumanDecision');
    const send = (key: string) =>
      answerPrompt(card, run, { prompt: messageId, feedback: edit, key });
    const replies = await Promise.all([send('one'), send('one'), send('one')]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    const other = await send('two');
    expect([409, 410]).toContain(other.status);
    await run.ended;
    expect((await send('one')).status).toBe(200);
    expect((await send('three')).status).toBe(410);
    expect(run.messages().filter((message) => message.state === 'submitted')).toHaveLength(1);
  });

  it('lets exactly one of two racing answers win', async () => {
    const hold = gateway();
    const card = await start(async (context) => {
      await context.ask({ state: 'needsHumanDecision', ask: 'Which?' });
      await hold.opened;
    });
    const run = await watchRun(card.url);
    const { messageId } = await run.message((message) => message.state === 'needsHumanDecision');
    const send = (key: string) =>
      answerPrompt(card, run, { prompt: messageId, feedback: edit, key });
    const replies = await Promise.all([send('one'), send('two')]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    hold.open();
    await run.ended;
  });

  it('refuses unknown runs, unknown prompts and feedback the prompt does not allow', async () => {
    const card = await start(asking);
    const run = await watchRun(card.url);
    const { messageId } = await run.message((message) => message.state === 'needsHumanDecision');
    const approve = { type: 'approve' } as const;
    const nowhere = { threadId: run.threadId, runId: 'nowhere' };
    const statuses = [
      await answerPrompt(card, nowhere, { prompt: messageId, feedback: edit }),
      await answerPrompt(card, run, { prompt: 'nothing', feedback: edit }),
      await answerPrompt(card, run, { prompt: messageId, feedback: approve }),
    ];
    expect(statuses.map((response) => response.status)).toEqual([404, 404, 422]);
    await answerPrompt(card, run, { prompt: messageId, feedback: edit });
    await run.ended;
  });

  it('revises and withdraws under the same messageId', async () => {
    const card = await start(async (context) => {
      const asked = context.ask({ state: 'followup', ask: 'Two?', payload: { pick: 2 } });
      await context.revise(asked.messageId, { ask: 'Three?', payload: { pick: 3 } });
      await context.withdraw(asked.messageId, 'Too late');
      await asked.catch((error: Error) => context.say(`${error.name}: ${error.message}`));
    });
    const run = await watchRun(card.url);
    await run.ended;
    const [first, second, third] = run.messages();
    expect(new Set(run.messages().map(({ messageId }) => messageId)).size).toBe(1);
    expect(
      [first, second].flatMap((each) => [each?.upPrompt?.revision, each?.upPrompt?.ask]),
    ).toEqual([1, 'Two?', 2, 'Three?']);
    expect(third).toMatchObject({ state: 'cancelled', explanation: 'Too late' });
    for (const message of run.messages()) {
      expect(message.parentMessageId).not.toBe(message.messageId);
    }
    expect(run.text()).toBe('PromptWithdrawn: Too late');
  });

  it.each([
    ['expired', 'expired', 'expired'],
    ['expired', 'default-refused', 'expired'],
    ['withdrawn', 'withdrawn', 'withdrawn'],
    ['withdrawn', 'too-large', 'withdrawn'],
    ['withdrawn', undefined, 'withdrawn'],
    ['withdrawn', 'for a reason of a later version', 'withdrawn'],
  ] as const)('asks no longer when its question has %s (%s)', async (_, ended, type) => {
    const card = await start(async (context) => {
      const { outcome, feedback } = await context.ask({ ask: 'Pay?', payload: {} });
      return { outcome, feedback };
    });
    const run = await watchRun(card.url);
    const { messageId } = await run.message(({ state }) => state === 'needsHumanDecision');
    const end = {
      messageId: 'end-1',
      parentMessageId: messageId,
      state: 'cancelled',
      explanation: 'Nobody answered in time.',
      ...(ended === undefined ? {} : { upPrompt: { ended } }),
    } as const;
    const post = () => postFeedback(card, run, 'end-1', end);
    // Delivered at least once: a repetition has no second effect.
    expect((await Promise.all([post(), post()])).map(({ status }) => status)).toEqual([200, 200]);
    await run.ended;
    expect(run.of('RUN_FINISHED')[0]?.result).toEqual({
      outcome: { type, reason: 'Nobody answered in time.' },
      feedback: null,
    });
    expect(run.messages().at(-1)).toMatchObject({ state: 'submitted', parentMessageId: 'end-1' });
  });

  it('accepts the end of a question once, and no answer after it', async () => {
    const card = await start(async (context) => {
      await context.ask({ ask: 'Pay?', payload: {} });
      await context.ask({ ask: 'Pay now?', payload: {} });
    });
    const run = await watchRun(card.url);
    const { messageId } = await run.message(({ state }) => state === 'needsHumanDecision');
    const end = { messageId: 'e', parentMessageId: messageId, state: 'cancelled' } as const;
    expect((await postFeedback(card, run, 'e', end)).status).toBe(200);
    expect((await postFeedback(card, run, 'again', { ...end, messageId: 'e2' })).status).toBe(410);
    const late = { prompt: messageId, feedback: { type: 'approve' } } as const;
    expect((await answerPrompt(card, run, late)).status).toBe(410);
    const unknown = { ...end, parentMessageId: 'no-such-question' };
    expect((await postFeedback(card, run, 'other', unknown)).status).toBe(404);
    const second = await run.message(({ upPrompt }) => upPrompt?.ask === 'Pay now?');
    await answerPrompt(card, run, { prompt: second.messageId, feedback: { type: 'approve' } });
    await run.ended;
  });

  it.each([
    ['as it is told', { state: 'followup', upPrompt: { expiresAt: later } }],
    ['as older servers tell it', { state: 'waiting', expiresAt: later }],
  ] as const)('receives an extended deadline, %s, and keeps it in revisions', async (_, notice) => {
    const card = await start(async (context) => {
      const expiresAt = '2030-01-01T00:00:00.000Z';
      const asked = context.ask({ state: 'followup', ask: 'Two?', expiresAt });
      await context.instructions.next();
      await context.revise(asked.messageId, { ask: 'Three?' });
      await asked;
    });
    const run = await watchRun(card.url);
    const { messageId } = await run.message(({ upPrompt }) => upPrompt?.ask === 'Two?');
    const post = (key: string) =>
      postFeedback(card, run, key, {
        messageId: key,
        parentMessageId: messageId,
        ...notice,
      });
    const extended = await post('put-off');
    expect(extended.status).toBe(200);
    expect(await extended.json()).toMatchObject({ status: 'delivered' });
    await answerPrompt(card, run, {
      messageId: 'go-on',
      feedback: { type: 'instruction', content: { text: 'go on' } },
    });
    const revised = await run.message(({ upPrompt }) => upPrompt?.ask === 'Three?');
    expect(revised.upPrompt?.expiresAt).toBe(later);
    await answerPrompt(card, run, { prompt: messageId, feedback: { type: 'approve' } });
    await run.ended;
    expect((await post('too-late')).status).not.toBe(200);
  });

  it('passes instructions to the run as they are received', async () => {
    const card = await start(async (context) => {
      await context.say('ready');
      const { text, attached } = await context.instructions.next();
      await context.say(` ${text} ${JSON.stringify(attached)}`);
    });
    const attached = {
      context: [{ description: 'Attached: notes.txt', value: 'Bring a coat.' }],
      parts: [{ type: 'image', source: { type: 'data', value: 'AA==', mimeType: 'image/png' } }],
    };
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'BUSINESS_DATA_END');
    const response = await answerPrompt(card, run, {
      messageId: 'said-1',
      feedback: { type: 'instruction', content: { text: 'be brief', attached } },
    });
    expect(response.status).toBe(200);
    await run.ended;
    expect(run.text()).toBe(`ready be brief ${JSON.stringify(attached)}`);
    expect(run.messages()[0]).toMatchObject({ state: 'submitted', parentMessageId: 'said-1' });
  });
});

describe('control', () => {
  /** Counts without pauses; only the gate slows it down. */
  const counting: AgentOptions['run'] = async (context) => {
    const message = await context.message();
    for (let count = 0; count < 400; count += 1) {
      await message.text(`${count},`);
      await context.sleep(0);
    }
    await message.end();
  };
  const expected = Array.from({ length: 400 }, (_, count) => `${count},`).join('');

  it('pauses at once and resumes without losing a token', async () => {
    const card = await start(counting);
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'BUSINESS_DATA_CONTENT');
    const paused = await controlRun(card, run, 'pause', 'pause-1');
    expect(await paused.json()).toMatchObject({ status: 'paused' });
    await run.until(isControl('paused'));
    expect((await controlRun(card, run, 'pause', 'pause-1')).status).toBe(200);
    const status = await (await controlRun(card, run, 'status')).json();
    expect(status).toMatchObject({ status: 'paused' });
    const resumed = await controlRun(card, run, 'resume');
    expect(await resumed.json()).toMatchObject({ status: 'running' });
    await run.ended;
    expect(run.text()).toBe(expected);
    const controls = run.events.flatMap((event, at) =>
      event.type === 'CUSTOM' && event.name === 'hai.control' ? [at] : [],
    );
    expect(controls).toHaveLength(2);
    // There is nothing between the two confirmations: the gate was closed.
    expect((controls[1] ?? 0) - (controls[0] ?? 0)).toBe(1);
  });

  it('stops: aborts, confirms in two steps and ends the run', async () => {
    let reason: unknown = null;
    const card = await start(async (context) => {
      context.signal.addEventListener('abort', () => {
        reason = context.signal.reason;
      });
      await counting(context);
    });
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'BUSINESS_DATA_CONTENT');
    const stop = await controlRun(card, run, 'stop', 'stop-1');
    expect(await stop.json()).toMatchObject({ status: 'stopping' });
    await run.ended;
    const types = run.events.map((event) => event.type);
    expect(types.slice(-4)).toEqual(['CUSTOM', 'BUSINESS_DATA_END', 'CUSTOM', 'RUN_ERROR']);
    expect(run.of('RUN_ERROR')[0]).toMatchObject({
      code: 'stopped',
      message: 'Stopped by operator:test',
    });
    expect(run.text()).not.toBe(expected);
    expect(reason).toBeInstanceOf(DOMException);
    expect((await controlRun(card, run, 'stop', 'stop-1')).status).toBe(200);
    expect((await controlRun(card, run, 'resume')).status).toBe(409);
    const unknown = { threadId: run.threadId, runId: 'nowhere' };
    expect((await controlRun(card, unknown, 'stop')).status).toBe(404);
  });

  it('stops a paused run, and one that does not end on its own', async () => {
    const card = await start(async (context) => {
      await context.say('here');
      await new Promise(() => {});
    });
    const run = await watchRun(card.url);
    await run.until((event) => event.type === 'BUSINESS_DATA_END');
    await controlRun(card, run, 'pause');
    await controlRun(card, run, 'stop');
    await run.ended;
    expect(run.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
  });
});
