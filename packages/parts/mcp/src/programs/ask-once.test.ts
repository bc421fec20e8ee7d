import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { withApproval as withAiSdk } from '@countersign/agent/approval/ai-sdk';
import { withApproval as withClaude } from '@countersign/agent/approval/claude-agent-sdk';
import { withApproval as withLangChain } from '@countersign/agent/approval/langchain';
import { withApproval as withMastra } from '@countersign/agent/approval/mastra';
import { withApproval as withOpenAi } from '@countersign/agent/approval/openai-agents';
import { askOnce } from '@countersign/agent/questions/ask-once';
import { InvalidQuestion } from '@countersign/agent/questions/refusals';
import { type HttpAsking, startHttpAsking } from '@countersign/bff/testing/http-asking';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { startMs } from '@countersign/bff/testing/postgres';
import type { JsonObject } from '@countersign/json/json-object';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

const clock = createManualClock();
let asking: HttpAsking;
beforeAll(async () => {
  asking = await startHttpAsking({ clock });
}, startMs);
afterAll(() => asking.close());

/** The one question that is open, once there is one. */
const opened = () =>
  asking.server.until(async () => {
    const { body } = await asking.server.request('GET', '/api/prompts?state=open');
    const [row] = body.items;
    return row === undefined ? null : { id: String(row.id), ask: String(row.ask), row };
  });

/** Answers the question that is open as the administrator. */
async function answer(feedback: JsonObject) {
  const { id } = await opened();
  const { body: prompt } = await asking.server.request('GET', `/api/prompts/${id}`);
  const body = { feedback, digest: prompt.digest, idempotencyKey: crypto.randomUUID(), holdMs: 0 };
  const { status } = await asking.server.request('POST', `/api/prompts/${id}/decisions`, body);
  expect(status).toBe(201);
}

const refund = z.object({ amount: z.number().max(50), at: z.string().optional() });
const to = () => [asking.origin(), asking.program.token] as const;

describe('askOnce', () => {
  it('returns what a person made of the proposal, in the type of the schema', async () => {
    const asked = askOnce(...to(), { ask: 'Refund?', schema: refund, payload: { amount: 30 } });
    await answer({ type: 'edit', content: { value: { amount: 25 } } });
    const got = await asked;
    expect(got).toMatchObject({ type: 'edit', value: { amount: 25 }, by: 'Administrator' });
    expect(got).toMatchObject({ how: 'operator', reason: null, at: expect.any(String) });
    if (got.type === 'approve' || got.type === 'edit')
      expectTypeOf(got.value).toEqualTypeOf<z.output<typeof refund>>();
  });

  it('is settled by a deadline', async () => {
    const asked = askOnce(...to(), { ask: 'Deploy?', expiresIn: 60 });
    await opened();
    clock.advance(61_000);
    expect(await asked).toMatchObject({ type: 'expired', by: null, how: null });
  });

  it('waits over lost connections and a server that is away, and asks once', async () => {
    const dropped: string[] = [];
    // Forwards, but for the first calls of each kind: one is lost on its way, of one the response, and one is refused for now.
    const front = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const method = incoming.method ?? 'GET';
      const times = dropped.filter((one) => one === method).length;
      dropped.push(method);
      if (times === 0) return incoming.socket.destroy();
      if (times === 1) return outgoing.writeHead(503).end();
      const { authorization = '', 'idempotency-key': key } = incoming.headers;
      const response = await fetch(`${asking.origin()}${incoming.url}`, {
        method,
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      });
      const text = await response.text();
      if (times === 2) return incoming.socket.destroy();
      outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(text);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address() as AddressInfo;
    const { token } = asking.program;
    const asked = askOnce(`http://127.0.0.1:${port}/`, token, { ask: 'Over all of that?' });
    await answer({ type: 'approve' });
    expect(await asked).toMatchObject({ type: 'approve', by: 'Administrator' });
    const { body } = await asking.server.request('GET', '/api/prompts');
    const same = body.items.filter((row: { ask: string }) => row.ask === 'Over all of that?');
    expect(same).toHaveLength(1);
    front.close();
  }, 20_000);

  it('withdraws the question when it is aborted', async () => {
    const abort = new AbortController();
    const asked = askOnce(...to(), { ask: 'Still?' }, { signal: abort.signal });
    const { id } = await opened();
    abort.abort(new Error('not any more'));
    await expect(asked).rejects.toThrow('not any more');
    const { body } = await asking.server.request('GET', `/api/prompts/${id}`);
    expect(body.state).not.toBe('open');
  });

  it('refuses what cannot be meant, and says what the server refuses', async () => {
    const unfit = { ask: 'Refund?', schema: refund, payload: { amount: 51 } };
    await expect(askOnce(...to(), unfit)).rejects.toThrow(InvalidQuestion);
    await expect(askOnce(...to(), unfit)).rejects.toThrow('/payload/amount');
    await expect(askOnce(...to(), { ask: 'D?', default: 'reject' })).rejects.toThrow('/default');
    await expect(askOnce(asking.origin(), 'cs_ask_no', { ask: 'D?' })).rejects.toMatchObject({
      name: 'QuestionFault',
      status: 401,
    });
  });
});

/** Each wrapper over a tool of the shape of its framework; `call` calls it as the framework does. */
const frameworks: Record<string, (run: (input: unknown) => string) => Calling> = {
  'AI SDK': (run) => (input, options) =>
    withAiSdk('refund', { inputSchema: refund, execute: run }, options).execute(input),
  'OpenAI Agents SDK': (run) => {
    const invoke = async (_: unknown, text: string) => run(JSON.parse(text));
    const tool = { name: 'refund', description: '', parameters: z.toJSONSchema(refund), invoke };
    return (input, options) => withOpenAi(tool, options).invoke({}, JSON.stringify(input));
  },
  LangChain: (run) => {
    const tool = { name: 'refund', description: 'Pays', schema: refund, _call: run };
    return async (input, options) => withLangChain(tool, options)._call(input);
  },
  Mastra: (run) => (input, options) =>
    withMastra({ id: 'refund', inputSchema: refund, execute: run }, options).execute(input),
  'Claude Agent SDK': (run) => async (input, options) => {
    const verdict = await withClaude(options)('refund', input);
    return verdict.behavior === 'allow' ? run(verdict.updatedInput) : verdict.message;
  },
};
type Calling = (input: { amount: number }, options: object) => unknown;

describe.each(Object.entries(frameworks))('a tool of the %s', (_name, make) => {
  const ran: unknown[] = [];
  const call = make((input) => {
    ran.push(input);
    return 'refunded';
  });
  const options = () => ({ url: asking.origin(), token: asking.program.token, awayMs: 500 });
  const take = () => ran.splice(0);
  /** What the framework gets, whether it was returned or thrown. */
  const result = async (input: { amount: number }, more: object = {}) => {
    try {
      return await call(input, { ...options(), ...more });
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };

  it('runs with the input as approved, and as edited', async () => {
    const approved = result({ amount: 30 });
    await answer({ type: 'approve' });
    expect([await approved, take()]).toEqual(['refunded', [{ amount: 30 }]]);
    const edited = result({ amount: 30 });
    await answer({ type: 'edit', content: { value: { amount: 25 } } });
    expect([await edited, take()]).toEqual(['refunded', [{ amount: 25 }]]);
  });

  it('does not run without a stored yes', async () => {
    const rejected = result({ amount: 30 });
    await answer({ type: 'reject', content: { reason: 'Too much' } });
    expect(await rejected).toBe(
      'refund was not called. Administrator did not approve it: Too much',
    );
    const expired = result({ amount: 30 }, { expiresIn: 60 });
    await opened();
    clock.advance(61_000);
    expect(await expired).toMatch(/^refund was not called. Nobody answered in time/);
    expect(await result({ amount: 30 }, { url: 'http://127.0.0.1:65530' })).toMatch(
      /cannot be reached/,
    );
    expect(await result({ amount: 30 }, { token: 'cs_ask_no' })).toMatch(/refuses/);
    expect(await result({ amount: 30 }, { url: undefined })).toMatch(/COUNTERSIGN_URL/);
    expect(take()).toEqual([]);
  });

  it('does not run with what was changed after it was shown', async () => {
    const input = { amount: 30 };
    const asked = result(input);
    await opened();
    input.amount = 3_000;
    await answer({ type: 'approve' });
    // A framework that keeps the text of the input runs with what was shown.
    const said = await asked;
    const refused = 'refund was not called: its input changed after it was shown.';
    expect([refused, 'refunded']).toContain(said);
    expect(take()).toEqual(said === refused ? [] : [{ amount: 30 }]);
  });
});

it.each([
  ['ask-once', 'Refund 25 EUR, Administrator approved.'],
  ['approved-tool', 'Refunded 25 EUR'],
])(
  'the example %s runs as it is printed',
  async (name, printed) => {
    const file = new URL(`../../../../agent/examples/${name}.ts`, import.meta.url);
    const [url, token] = to();
    const env = { ...process.env, COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: token };
    const args = ['--import', 'tsx', file.pathname];
    const ran = promisify(execFile)(process.execPath, args, { env });
    await answer({ type: 'edit', content: { value: { amount: 25 } } });
    expect((await ran).stdout.trim()).toBe(printed);
  },
  60_000,
);
