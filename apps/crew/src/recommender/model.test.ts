import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Agent } from '@countersign/agent/agent';
import { type Served, serve } from '@countersign/agent/node-server';
import { answerPrompt, controlRun, watchRun } from '@countersign/agent/test-client';
import { afterEach, describe, expect, it } from 'vitest';
import { createRecommender } from './recommender.ts';

const request =
  'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December, near Leipzig, hybrid 2 days';
interface Asked {
  people: string[];
  format: string;
  authorization: string | undefined;
}
type Script = (asked: Asked, turn: number, response: ServerResponse) => string | undefined;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/**
 * A recommender whose model is a real HTTP server that responds by script; undefined = the script responds itself, or hangs.
 */
async function start(script: Script, timeoutMs = 5_000) {
  const turns: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const body = JSON.parse(text);
    const content: string = body.messages.at(-1).content;
    const asked: Asked = {
      people: [...content.matchAll(/"id":"(fl-\d+)"/g)].map(([, id]) => id ?? ''),
      format: body.response_format.json_schema.name,
      authorization: incoming.headers.authorization,
    };
    turns.push(asked);
    const reply = script(asked, turns.length, response);
    if (reply === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: reply } }] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const model = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: 'secret-key',
    model: 'test',
    timeoutMs,
  };
  const agent: Agent = createRecommender({ tokenDelayMs: 0, model });
  const served: Served = await serve(agent.fetch, { port: 0 });
  open.push(async () => {
    await agent.close();
    await served.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const card = agent.descriptor(served.url);
  const run = await watchRun(card.url, { text: request });
  return { run, card, turns };
}

const proposal = (asked: Asked, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    canProceed: true,
    confidence: 0.9,
    explanation: 'These two have built payments before.',
    candidates: asked.people
      .slice(2, 5)
      .map((id) => ({ id, score: 0.8, reason: 'Built payments.' })),
    ...more,
  });
const isAsk = (message: { state: string }) => message.state === 'needsHumanDecision';

describe('the ranking of a model', () => {
  it('uses the same mapping as any other', async () => {
    const { run, turns } = await start((asked) => proposal(asked));
    await run.ended;
    const last = run.messages().at(-1);
    expect(last).toMatchObject({
      state: 'completed',
      explanation: 'These two have built payments before.',
    });
    const candidates = (last!.payload as { candidates: { id: string; reason: string }[] })
      .candidates;
    expect(candidates.map(({ id }) => id)).toEqual(turns[0]?.people.slice(2, 5));
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatchObject({ format: 'proposal', authorization: 'Bearer secret-key' });
    expect(run.frames.join('')).not.toContain('secret-key');
  });

  it('asks a person below the threshold, regardless of the model’s report', async () => {
    const { run, card } = await start((asked) => proposal(asked, { confidence: 0.45 }));
    const ask = await run.message(isAsk);
    expect(ask.upThought).toMatchObject({ confidence: 0.45, canProceed: true });
    await answerPrompt(card, run, { prompt: ask.messageId, feedback: { type: 'approve' } });
    await run.ended;
    expect(run.messages().at(-1)?.state).toBe('completed');
  });

  it.each<[string, (asked: Asked) => string]>([
    ['broken JSON', () => '{"canProceed": tr'],
    ['missing fields', () => '{"canProceed": true}'],
    [
      'people it was not given',
      (asked) => proposal(asked, { candidates: [{ id: 'fl-999', score: 1, reason: 'x' }] }),
    ],
  ])('repairs %s in a separate turn', async (_, broken) => {
    const { run, turns } = await start((asked, turn) => {
      if (turn === 1) return broken(asked);
      const people = turns[0]?.people ?? [];
      const output = JSON.parse(proposal({ ...asked, people }));
      return JSON.stringify({ choice: 'fixed', explanation: 'Mended.', output });
    });
    await run.ended;
    expect(turns.map(({ format }) => format)).toEqual(['proposal', 'repair']);
    expect(run.messages().at(-1)?.state).toBe('completed');
  });

  it('asks a person when the model requests it, or never repairs its output', async () => {
    const needHuman = await start((_, turn) =>
      turn === 1 ? 'nonsense' : '{"choice":"needHuman","explanation":"Two people share a name."}',
    );
    const first = await needHuman.run.message(isAsk);
    expect(first.explanation).toBe('Two people share a name.');

    const never = await start(() => 'nonsense');
    const second = await never.run.message(isAsk);
    expect(never.turns).toHaveLength(3);
    expect(second.payload).toMatchObject({ evidence: [{ output: 'nonsense' }, {}, {}] });
    await answerPrompt(never.card, never.run, {
      prompt: second.messageId,
      feedback: { type: 'approve' },
    });
    await never.run.ended;
    expect(never.run.messages().at(-1)?.state).toBe('completed');
  });

  it('fails when the model reports that it cannot do it', async () => {
    const { run } = await start((_, turn) =>
      turn === 1 ? '[]' : '{"choice":"beyondCapability","explanation":"I cannot rank people."}',
    );
    await run.ended;
    expect(run.messages().at(-1)).toMatchObject({
      state: 'failed',
      explanation: 'I cannot rank people.',
    });
  });

  it('asks a person when the endpoint fails or hangs', async () => {
    const failing = await start((_, __, response) => {
      response.writeHead(500).end('boom: secret detail');
      return undefined;
    });
    const ask = await failing.run.message(isAsk);
    expect(ask.explanation).toBe("The model's endpoint answered HTTP 500.");
    expect(JSON.stringify(ask)).not.toContain('secret detail');

    const hanging = await start(() => undefined, 150);
    const late = await hanging.run.message(isAsk);
    expect(late.explanation).toBe('The model did not answer within 0.15 s.');
  });

  it('aborts the request to a hanging endpoint when it is stopped', async () => {
    const { run, card, turns } = await start(() => undefined, 60_000);
    await expect.poll(() => turns.length).toBe(1);
    await controlRun(card, run, 'stop');
    await run.ended;
    expect(run.events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'stopped' });
  });
});
