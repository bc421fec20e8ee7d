import { type Agent, createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAgent } from './check-agent.ts';
import type { Report } from './finding.ts';
import { textReport } from './text-report.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An agent as it should be: it works, asks, and works on. */
const createGood = (): Agent =>
  createAgent({
    id: 'checked',
    name: 'Checked',
    async run(context) {
      await context.say('I look into it.');
      await context.upformat({ state: 'submitted' });
      const { outcome } = await context.ask({
        ask: 'Pay?',
        payload: { amount: 12.5 },
        upThought: { confidence: 0.4 },
      });
      if (outcome.type === 'reject') return;
      await context.say('Paid.');
      await context.upformat({ state: 'completed', payload: { paid: true } });
    },
  });

type Handle = (request: Request) => Promise<Response>;

async function check(tamper: (good: Handle) => Handle, patienceMs = 8_000): Promise<Report> {
  const agent = createGood();
  const served = await serve(tamper(agent.fetch), { port: 0 });
  closing.push(async () => {
    await agent.close();
    await served.close();
  });
  return checkAgent({ agent: agent.descriptor(served.url), message: 'Pay', patienceMs });
}

const failed = ({ findings }: Report): string[] =>
  findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

/** Changes the frames of streams; a frame that becomes empty is left out. */
const frames =
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
const afterThe =
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
const at =
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
const whenRefused = (path: string, made: () => Response) =>
  at(path, async (_, good) => {
    const response = await good();
    return response.ok ? response : made();
  });
const onEnd = (reply: () => Response) =>
  at('/feedback', (body, good) =>
    (body['message'] as { state?: string }).state === 'cancelled' ? reply() : good(),
  );
const without = (text: string) => frames((frame) => (frame.includes(text) ? '' : frame));
const replaced = (from: string, to: string) => frames((frame) => frame.replace(from, to));
const ok = () => Response.json({ status: 'delivered' });

it('an agent of the library has no fault', async () => {
  const report = await check((good) => good);
  expect(report.findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(report.findings.length).toBeGreaterThan(40);
  expect(report.runs).toBe(3);
  expect(textReport(report)).toContain(`${report.findings.length} passed, 0 failed`);
}, 30_000);

describe('a planted fault is found', () => {
  const planted: [fault: string, found: string, tamper: (good: Handle) => Handle][] = [
    [
      'a response of another type',
      'stream.content-type',
      frames((frame) => frame, { 'content-type': 'application/json' }),
    ],
    ['no RUN_STARTED', 'stream.begins', without('"RUN_STARTED"')],
    ['no end', 'stream.ends', without('"RUN_FINISHED"')],
    ['a message that is never ended', 'stream.order', without('"BUSINESS_DATA_END"')],
    [
      'a frame that is not JSON',
      'stream.readable',
      replaced('"type":"BUSINESS_DATA_START"', '"type":BUSINESS_DATA_START'),
    ],
    [
      'a call of a tool without an id',
      'stream.readable',
      replaced('"type":"BUSINESS_DATA_CONTENT"', '"type":"TOOL_CALL_START"'),
    ],
    ['an unknown state', 'message.messages', replaced('"state":"completed"', '"state":"all good"')],
    [
      'a confidence in words',
      'message.members',
      replaced('"confidence":0.4', '"confidence":"quite sure"'),
    ],
    [
      'a state that does not follow',
      'message.transitions',
      replaced('"state":"completed"', '"state":"followup"'),
    ],
    [
      'a question that is too large to be shown',
      'message.size',
      replaced(
        '"state":"needsHumanDecision"',
        `"rows":"${'x'.repeat(500_000)}","state":"needsHumanDecision"`,
      ),
    ],
    ['an unknown run is accepted', 'answer.unknown-run', whenRefused('/feedback', ok)],
    ['an unknown question is accepted', 'answer.unknown-question', whenRefused('/feedback', ok)],
    ['an unknown kind is accepted', 'answer.unknown-kind', whenRefused('/feedback', ok)],
    ['a second answer is accepted', 'answer.once', whenRefused('/feedback', ok)],
    [
      'refusals in plain text',
      'answer.problem',
      whenRefused('/feedback', () => new Response('no', { status: 404 })),
    ],
    [
      'an answer that fails',
      'answer.delivered',
      at('/feedback', () => Response.json({ title: 'Failed' }, { status: 500 })),
    ],
    [
      'an empty reply',
      'answer.reply',
      at('/feedback', async (_, good) => ((await good()).ok ? Response.json({}) : good())),
    ],
    [
      'a repeated delivery is refused',
      'answer.repeated',
      ((seen = new Set<unknown>()) =>
        at('/feedback', (body, good) => {
          const key = body['idempotencyKey'];
          if (seen.has(key)) return Response.json({ title: 'Again' }, { status: 409 });
          seen.add(key);
          return good();
        }))(),
    ],
    ['no acknowledgement', 'answer.acknowledged', without('Answer received.')],
    [
      'the end of a question is refused',
      'answer.ended',
      onEnd(() => Response.json({ title: 'No upFeedback' }, { status: 400 })),
    ],
    ['a run waits for ever when its question has ended', 'answer.ended-on', onEnd(ok)],
    [
      'the same run is started again',
      'run.same-run',
      ((n = 0) =>
        at('/', async (body, good) => {
          n += 1;
          return frames((frame) => frame.replace('I look into it.', `Attempt ${n}.`))(() => good())(
            new Request('http://localhost/', { method: 'POST', body: JSON.stringify(body) }),
          );
        }))(),
    ],
    ['frames without ids', 'rejoin.ids', frames((frame) => frame.replace(/^id: \d+\n/, ''))],
    [
      'rejoined from the beginning',
      'rejoin.rejoin',
      (good) => (request) => {
        const headers = new Headers(request.headers);
        headers.delete('last-event-id');
        return good(new Request(request, { headers }));
      },
    ],
    [
      'a bad body is a failure of the server',
      'refusal.not-json',
      whenRefused('/', () => new Response('', { status: 500 })),
    ],
    [
      'a run without ids is begun',
      'refusal.no-ids',
      whenRefused('/', () => new Response('data: {}\n\n')),
    ],
    [
      'control of an unknown run succeeds',
      'control.unknown-run',
      whenRefused('/control', () => Response.json({ status: 'paused' })),
    ],
    ['a pause that is not confirmed', 'control.pause-confirmed', without('"status":"paused"')],
    ['a stop that is not confirmed', 'control.stop-confirmed', without('"status":"stopped"')],
    [
      'a key that is not looked at',
      'control.key',
      at('/control', async (body, good) => {
        const response = await good();
        return response.status === 409 && body['action'] === 'stop'
          ? Response.json({ status: 'stopping' })
          : response;
      }),
    ],
    [
      'a pause that is only said',
      'control.silent',
      afterThe('"paused"', 'data: {"type":"CUSTOM","name":"tick"}'),
    ],
  ];

  it.each(planted)(
    '%s: %s',
    async (_, found, tamper) => {
      expect(
        failed(await check(tamper, /confirmed|acknowledge/.test(found) ? 2_000 : 8_000)),
      ).toContain(found);
    },
    40_000,
  );
});

describe('a conforming agent has no failure', () => {
  const agents: [string, Parameters<typeof createAgent>[0]['run'], RegExp][] = [
    ['that asks nothing and ends at once', (context) => context.say('Hello'), /had ended before/],
    [
      'whose question takes knowledge to answer',
      async (context) => {
        const schema = {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        };
        await context.ask({ ask: 'Where?', schema, upPrompt: { allowed: ['edit'] } });
      },
      /The question needs knowledge that the check does not have/,
    ],
    [
      'that waits for words after its question',
      async (context) => {
        await context.ask({ ask: 'Pay?' });
        await context.instructions.next();
      },
      /No event was received/,
    ],
  ];
  it.each(agents)(
    '%s',
    async (_, run, said) => {
      const agent = createAgent({ id: 'checked', name: 'Checked', run });
      const served = await serve(agent.fetch, { port: 0 });
      closing.push(async () => {
        await agent.close();
        await served.close();
      });
      const options = { agent: agent.descriptor(served.url), message: 'Pay', patienceMs: 2_500 };
      const report = await checkAgent(options);
      expect(textReport(report)).toMatch(said);
      expect(failed(report).filter((id) => id !== 'stream.ends')).toEqual([]);
    },
    40_000,
  );
});

it('an agent that is not there is a finding', async () => {
  const agent = agentDescriptorSchema.parse({
    id: 'gone',
    name: 'Gone',
    url: 'http://127.0.0.1:9/',
  });
  const report = await checkAgent({ agent, message: 'Hello', patienceMs: 1_000 });
  expect(failed(report)).toEqual(['check.reached']);
});
