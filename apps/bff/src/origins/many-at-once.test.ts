import { randomUUID } from 'node:crypto';
import { haiProtocol } from '@countersign/adapters/hai/protocol';
import { defaultFeedbackOf } from '@countersign/desk/default-feedback';
import { createIntake } from '@countersign/part-desk/runs/intake/intake';
import { expect, it } from 'vitest';
import { begun, interrupt, startForeign } from '../testing/foreign.ts';

it('hundreds of interrupts of one run are answered at once and sent with one run', async () => {
  const count = 220;
  const foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const ids = Array.from({ length: count }, (_, index) => `interrupt-${index}`);
  interrupt(run, ...ids.map((id) => ({ id, reason: 'confirmation', message: id })));
  const open = await foreign.open(count);
  for (let from = 0; from < count; from += 200) {
    const { body } = await foreign.harness.request('POST', '/api/decisions', {
      items: open.slice(from, from + 200).map(({ id, digest }) => ({ promptId: id, digest })),
      feedback: { type: 'approve' },
      idempotencyKey: randomUUID(),
    });
    for (const { result, decision } of body.receipts) {
      expect(result).toBe('done');
      // A fact that lists all others would make the journal grow quadratically.
      expect(decision?.waitsFor.length).toBeLessThanOrEqual(100);
    }
  }
  const next = await foreign.run(1);
  const resume = next.input.resume as { interruptId: string }[];
  expect(resume.map(({ interruptId }) => interruptId).toSorted()).toEqual(ids.toSorted());
  expect(foreign.agent.runs).toHaveLength(2);
  await foreign.close();
});

it('a frame full of questions is read in linear time', () => {
  const count = 20_000;
  const intake = createIntake({
    protocol: haiProtocol,
    detect: () => null,
    agentId: 'a',
    threadId: 't',
    runId: 'r',
    lastEventId: null,
    earlier: { messages: [] },
    now: () => 0,
  });
  const interrupts = Array.from({ length: count }, (_, index) => ({ id: `${index}` }));
  const event = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };
  const [, ...items] = intake.feed(
    [
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { ...event, outcome: { type: 'interrupt', interrupts } },
    ]
      .map((each) => `data: ${JSON.stringify(each)}\n\n`)
      .join(''),
  );
  expect(items).toMatchObject([{ kind: 'event', asks: { length: count } }]);
});

it('a default whose check would take the product of two lists is checked up to the limit of steps', () => {
  const items = { anyOf: Array.from({ length: 1_500 }, (_, index) => ({ const: index })) };
  const planned = defaultFeedbackOf({
    messageId: 'm',
    threadId: 't',
    timestamp: '2026-01-01T00:00:00Z',
    state: 'needsHumanDecision',
    payload: { list: [1] },
    upContext: { schema: { type: 'object', properties: { list: { type: 'array', items } } } },
    defaultFeedback: {
      type: 'edit',
      content: { value: { list: Array.from({ length: 9_000 }, () => 'x') } },
    },
  });
  // Each entry against each constant would block the only writer for a minute; the first that fits none is enough.
  expect(planned.kind).toBe('refused');
});
