import { type Agent, createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { memberOf } from '@countersign/json/json-object';
import type { Served } from './planted.ts';

export type Handle = (request: Request) => Promise<Response>;
export type Tamper = (good: Handle) => Handle;

/** An agent as it should be: it works, asks, and works on. */
const createGood = (protocol: 'hai' | 'ag-ui'): Agent =>
  createAgent({
    protocol,
    id: 'checked',
    name: 'Checked',
    async run(context) {
      await context.say('I look into it.');
      await context.upformat({ state: 'submitted' });
      const { outcome } = await context.ask({
        ask: 'Pay?',
        payload: { amount: 12.5 },
        schema: {
          type: 'object',
          properties: { amount: { type: 'number' } },
          required: ['amount'],
        },
        upThought: { confidence: 0.4 },
      });
      if (outcome.type === 'reject') return;
      await context.say('Paid.');
      await context.upformat({ state: 'completed', payload: { paid: true } });
    },
  });

/** It streams for a while before it asks. */
const createTalker = (): Agent =>
  createAgent({
    ...{ id: 'checked', name: 'Checked' },
    async run(context) {
      const message = await context.message();
      for (let word = 0; word < 30; word += 1) {
        await message.text('and ');
        await context.sleep(100);
      }
      await message.end();
      await context.ask({ ask: 'Pay?' });
    },
  });

/** Serves it, with what is between it and the check. */
export async function startAgent(
  tamper: Tamper = (good) => good,
  agent = createGood('hai'),
): Promise<Served> {
  const served = await serve(tamper(agent.fetch), { port: 0 });
  return {
    agent: agent.descriptor(served.url),
    async close() {
      await agent.close();
      await served.close();
    },
  };
}

export const startTalker = (tamper?: Tamper): Promise<Served> => startAgent(tamper, createTalker());

export const startAgUiAgent = (tamper?: Tamper): Promise<Served> =>
  startAgent(tamper, createGood('ag-ui'));

/** Changes the frames of streams; a frame that becomes empty is left out. */
export const frames =
  (change: (frame: string) => string, headers: Record<string, string> = {}) =>
  (good: Handle): Handle =>
  async (request) => {
    const response = await good(request);
    if (new URL(request.url).pathname !== '/' || response.status !== 200) return response;
    let rest = '';
    const changed = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(
        new TransformStream<string, string>({
          transform(chunk, controller) {
            const parts = (rest + chunk).split('\n\n');
            rest = parts.pop() ?? '';
            for (const part of parts) {
              const made = change(part);
              if (made !== '') controller.enqueue(`${made}\n\n`);
            }
          },
        }),
      )
      .pipeThrough(new TextEncoderStream());
    return new Response(changed ?? null, {
      headers: { ...Object.fromEntries(response.headers), ...headers },
    });
  };

/** Sends one more frame, a moment after one that has the text. */
export const afterThe =
  (text: string, frame: string) =>
  (good: Handle): Handle =>
  async (request) => {
    const response = await good(request);
    if (new URL(request.url).pathname !== '/' || response.status !== 200) return response;
    const late = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        if (!new TextDecoder().decode(chunk).includes(text)) return;
        setTimeout(() => controller.enqueue(new TextEncoder().encode(`${frame}\n\n`)), 400);
      },
    });
    return new Response(response.body?.pipeThrough(late) ?? null, { headers: response.headers });
  };

/** Replaces the response to a request. */
export const at =
  (
    path: string,
    reply: (
      body: Record<string, unknown>,
      good: () => Promise<Response>,
    ) => Promise<Response> | Response,
  ) =>
  (good: Handle): Handle =>
  async (request) => {
    if (new URL(request.url).pathname !== path) return good(request);
    const copy = request.clone();
    const body: unknown = await request.json().catch(() => ({}));
    return reply(body as Record<string, unknown>, () => good(copy));
  };
export const whenRefused = (path: string, made: () => Response) =>
  at(path, async (_, good) => {
    const response = await good();
    return response.ok ? response : made();
  });
export const onEnd = (reply: () => Response) =>
  at('/feedback', (body, good) =>
    (body['message'] as { state?: string }).state === 'cancelled' ? reply() : good(),
  );
export const without = (text: string) => frames((frame) => (frame.includes(text) ? '' : frame));
export const replaced = (from: string, to: string) => frames((frame) => frame.replace(from, to));
export const ok = () => Response.json({ status: 'delivered' });

/** Sends frames in place of those that have the text. */
export const instead = (text: string, ...made: object[]): Tamper =>
  frames((frame) =>
    frame.includes(text)
      ? made.map((one) => frame.replace(/data: .*/s, `data: ${JSON.stringify(one)}`)).join('\n\n')
      : frame,
  );

/** Says that a run is paused, in the reply and in its stream, and lets it work on. */
export const pausedInWords: Tamper = (good) => {
  const streams = new Map<unknown, TransformStreamDefaultController<Uint8Array>>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    const runId = memberOf(body, 'runId');
    if (pathname === '/control' && memberOf(body, 'action') === 'pause' && streams.has(runId)) {
      const value = { action: 'pause', status: 'paused' };
      const frame = JSON.stringify({ type: 'CUSTOM', name: 'hai.control', value });
      streams.get(runId)?.enqueue(new TextEncoder().encode(`data: ${frame}\n\n`));
      return Response.json({ runId, status: 'paused' });
    }
    const response = await good(request);
    if (pathname !== '/' || response.status !== 200) return response;
    const through = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => void streams.set(runId, controller),
    });
    return new Response(response.body?.pipeThrough(through) ?? null, { headers: response.headers });
  };
};
