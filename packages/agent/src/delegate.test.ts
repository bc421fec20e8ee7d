import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type AgentOptions, createAgent } from './agent.ts';
import type { AgentAddress } from './child-run.ts';
import type { DelegateResult } from './delegate.ts';
import { serve } from './node-server.ts';
import { answerPrompt, controlRun, watchRun } from './test-client.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(id: string, run: AgentOptions['run']) {
  const agent = createAgent({ id, name: id, run });
  const served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
  });
  return { ...agent.descriptor(served.url), port: served.port };
}

/** Cuts every connection after `bytes`, a given number of times. */
async function startCuttingProxy(port: number, bytes: number, times: number) {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    sockets.add(client).add(upstream);
    let passed = 0;
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      const room = cuts < times ? Math.max(0, bytes - passed) : chunk.length;
      passed += chunk.length;
      client.write(chunk.subarray(0, room));
      if (room < chunk.length) {
        cuts += 1;
        client.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const proxyPort = typeof address === 'object' && address ? address.port : 0;
  return { port: proxyPort, cuts: () => cuts };
}

const asks: AgentOptions['run'] = async (context) => {
  await context.state.update((draft) => Object.assign(draft as object, { child: 'asked' }));
  const { feedback } = await context.ask({
    state: 'needsHumanDecision',
    ask: 'Which colour?',
    payload: { colour: '' },
  });
  await context.say(feedback?.type === 'edit' ? 'painted' : 'left');
  await context.upformat({ state: 'completed', payload: { answered: feedback?.type } });
  return 'child result';
};
const hands =
  (to: () => AgentAddress, seen: (result: DelegateResult) => void): AgentOptions['run'] =>
  async (context) => {
    const state = { parent: true };
    await context.state.set(state);
    const result = await context.delegate(to(), { state }, { task: 'Paint it' });
    seen(result);
    await context.say(`state ${JSON.stringify(context.state.get())}`);
    await context.upformat({ state: 'completed' });
  };

describe('delegate', () => {
  it('carries a prompt up and its answer down through two levels', async () => {
    const results: DelegateResult[] = [];
    const leaf = await start('leaf', asks);
    const middle = await start(
      'middle',
      hands(
        () => leaf,
        (result) => results.push(result),
      ),
    );
    const top = await start(
      'top',
      hands(
        () => middle,
        (result) => results.push(result),
      ),
    );
    const run = await watchRun(top.url);
    const prompt = await run.message((message) => message.state === 'needsHumanDecision');
    expect(prompt.agentId).toBe('leaf');
    const send = () =>
      answerPrompt(top, run, {
        prompt: prompt.messageId,
        feedback: { type: 'edit', content: { value: { colour: 'red' } } },
        messageId: 'answer-1',
        key: 'key-1',
      });
    const comment = await answerPrompt(top, run, {
      prompt: prompt.messageId,
      feedback: { type: 'comment', content: { text: 'Rather a warm one' } },
    });
    expect(comment.status).toBe(200);
    // The run that was asked, not the one behind it.
    expect(await comment.json()).toMatchObject({ runId: run.runId, status: 'delivered' });
    const [one, two] = [await send(), await send()];
    expect([one.status, two.status]).toEqual([200, 200]);
    await run.ended;

    const painted = run.events.filter(
      (event) => event.type === 'BUSINESS_DATA_CONTENT' && event.delta === 'painted',
    );
    expect(painted).toHaveLength(1);
    expect(painted[0]?.metadata).toMatchObject({ agentId: 'leaf' });
    const acknowledgements = run
      .messages()
      .filter((message) => message.parentMessageId === 'answer-1');
    expect(acknowledgements).toHaveLength(1);
    expect(results.map(({ message }) => message?.state)).toEqual(['completed', 'completed']);
    expect(results[0]).toMatchObject({ result: 'child result', error: null });
    expect(results[0]?.message?.payload).toEqual({ answered: 'edit' });
    // One run for readers of the stream: the others are represented by hand-overs.
    expect(run.of('RUN_STARTED')).toHaveLength(1);
    expect(run.of('RUN_FINISHED')).toHaveLength(1);
    expect(run.of('AGENT_COLLABORATIVE_MESSAGE_START').map(({ from, to }) => [from, to])).toEqual([
      ['top', 'middle'],
      ['middle', 'leaf'],
    ]);
    expect(run.of('AGENT_COLLABORATIVE_MESSAGE_END')).toHaveLength(2);
    expect(run.text()).toContain('state {"parent":true,"child":"asked"}');
    // A complete lineage: every parent but the first is a message or an answer of this thread.
    const known = new Set(['answer-1', ...run.messages().map(({ messageId }) => messageId)]);
    for (const { parentMessageId } of run.messages().slice(1)) {
      expect(known).toContain(parentMessageId);
    }
  });

  it('rejoins a called agent when the connection is cut, each event once', async () => {
    const tokens = Array.from({ length: 60 }, (_, at) => `${at};`);
    const leaf = await start('leaf', async (context) => {
      const message = await context.message();
      for (const token of tokens) {
        await message.text(token);
        await context.sleep(0);
      }
      await message.end();
    });
    const proxy = await startCuttingProxy(leaf.port, 1_500, 4);
    const through = { ...leaf, url: `http://127.0.0.1:${proxy.port}/` };
    const top = await start(
      'top',
      hands(
        () => through,
        () => {},
      ),
    );
    const run = await watchRun(top.url);
    await run.ended;
    expect(proxy.cuts()).toBe(4);
    const text = run
      .of('BUSINESS_DATA_CONTENT')
      .filter((event) => event.metadata?.['agentId'] === 'leaf')
      .map(({ delta }) => delta);
    expect(text).toEqual(tokens);
  });

  it('pauses, resumes and stops the called agent with the caller', async () => {
    let aborted = false;
    const leaf = await start('leaf', async (context) => {
      context.signal.addEventListener('abort', () => {
        aborted = true;
      });
      const message = await context.message();
      for (;;) {
        await message.text('.');
        await context.sleep(1);
      }
    });
    const top = await start(
      'top',
      hands(
        () => leaf,
        () => {},
      ),
    );
    const run = await watchRun(top.url);
    const spoken = await run.until((event) => event.type === 'BUSINESS_DATA_CONTENT');
    const child = { threadId: run.threadId, runId: String(spoken.metadata?.['runId']) };
    const childStatus = async () =>
      (await (await controlRun(leaf, child, 'status')).json()).status as string;
    await controlRun(top, run, 'pause');
    await expect.poll(childStatus).toBe('paused');
    await controlRun(top, run, 'resume');
    await expect.poll(childStatus).toBe('running');
    await controlRun(top, run, 'stop');
    await run.ended;
    expect(aborted).toBe(true);
    expect(await childStatus()).toBe('stopped');
    expect(run.of('AGENT_COLLABORATIVE_MESSAGE_END')).toHaveLength(1);
    expect(run.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
    const controls = run.of('CUSTOM').filter((event) => event.name === 'hai.control');
    expect(controls.map(({ value }) => value)).toMatchObject([
      { action: 'pause', status: 'paused' },
      { action: 'resume', status: 'running' },
      { action: 'stop', status: 'stopping' },
      { action: 'stop', status: 'stopped' },
    ]);
  });

  it('returns the failure of the called agent as a value', async () => {
    const results: DelegateResult[] = [];
    const leaf = await start('leaf', () => Promise.reject(new Error('no paint')));
    const top = await start(
      'top',
      hands(
        () => leaf,
        (result) => results.push(result),
      ),
    );
    await (await watchRun(top.url)).ended;
    const refusing = { id: 'none', url: `${leaf.url}nothing` };
    const other = await start(
      'other',
      hands(
        () => refusing,
        (result) => results.push(result),
      ),
    );
    const run = await watchRun(other.url);
    await run.ended;
    expect(results.map(({ error }) => error)).toEqual([
      { code: 'agent-error', message: 'no paint' },
      { code: 'refused', message: 'none refused the run (HTTP 404).' },
    ]);
    expect(run.of('RUN_FINISHED')).toHaveLength(1);
  });
});
