import { createAgent } from '@countersign/agent/agent';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAgent } from './check-agent.ts';
import type { Report } from './finding.ts';
import { at, startAgent } from './testing/hai-agent.ts';
import { textReport } from './text-report.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const failed = ({ findings }: Report): string[] =>
  findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));

it('an agent of the library has no fault', async () => {
  const { agent, close } = await startAgent();
  closing.push(close);
  const report = await checkAgent({ agent, message: 'Pay', patienceMs: 8_000 });
  expect(report.findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(report.findings.length).toBeGreaterThan(40);
  expect(report.runs).toBe(3);
  expect(textReport(report)).toContain(`${report.findings.length} passed, 0 failed`);
}, 30_000);

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
      'that offers a followup with a default, and works on',
      async (context) => {
        const offered = context.ask({
          ...{ ask: 'Anything to add?', state: 'followup', payload: { count: 3 } },
          expiresIn: 600,
          upPrompt: { defaultFeedback: { type: 'approve' } },
        });
        await context.say('Meanwhile I work on.');
        await offered;
      },
      /, 0 failed/,
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
      const served = await startAgent(
        undefined,
        createAgent({ id: 'checked', name: 'Checked', run }),
      );
      closing.push(served.close);
      const options = { agent: served.agent, message: 'Pay', patienceMs: 2_500 };
      const report = await checkAgent(options);
      expect(textReport(report)).toMatch(said);
      expect(failed(report).filter((id) => id !== 'stream.ends')).toEqual([]);
    },
    40_000,
  );
});

it('a key that was used may get its first reply again', async () => {
  const first = new Map<unknown, unknown>();
  const { agent, close } = await startAgent(
    at('/control', async ({ idempotencyKey: key }, good) => {
      if (first.has(key)) return Response.json(first.get(key));
      const response = await good();
      if (response.ok) first.set(key, await response.clone().json());
      return response;
    }),
  );
  closing.push(close);
  const report = await checkAgent({ agent, message: 'Pay', patienceMs: 8_000 });
  expect(failed(report)).toEqual([]);
  expect(report.findings).toContainEqual(
    expect.objectContaining({ id: 'control.key', verdict: 'pass' }),
  );
}, 30_000);

it('an agent that is not there is a finding', async () => {
  const agent = agentDescriptorSchema.parse({
    id: 'gone',
    name: 'Gone',
    url: 'http://127.0.0.1:9/',
  });
  const report = await checkAgent({ agent, message: 'Hello', patienceMs: 1_000 });
  expect(failed(report)).toEqual(['check.reached']);
});
