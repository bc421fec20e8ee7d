import { checkFeedback } from '@countersign/upformat/answers';
import type { FeedbackType, UpFeedback } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asksOfInterrupt } from '../ag-ui/interrupts.ts';
import { interruptOfEvent, interruptOfOutcome } from '../ag-ui/received-interrupt.ts';
import { commandOf, resumeEntriesOf } from '../ag-ui/resume.ts';
import { anyToolAsk, toolContent } from '../hai/any-tool.ts';

const place = { threadId: 't', runId: 'r', agentId: 'demo', timestamp: '2026-11-21T08:00:00.000Z' };
const feedbackOf: Record<FeedbackType, UpFeedback> = {
  approve: { type: 'approve' },
  reject: { type: 'reject', content: { reason: 'No' } },
  edit: { type: 'edit', content: { value: { answer: 1 } } },
  rank: { type: 'rank', content: { order: ['a', 'b'] } },
  comment: { type: 'comment', content: { text: 'Hm' } },
  instruction: { type: 'instruction', content: { text: 'Do' } },
};
const json = fc.jsonValue({ maxDepth: 3 });
const names = [
  ['actionRequests', 'action_requests', 'reviewConfigs', 'review_configs', 'options', 'message'],
  [
    'action_request',
    'config',
    'name',
    'args',
    'allowedDecisions',
    'action',
    'allow_edit',
    'answer',
  ],
].flat();
/** Values similar to a known shape. */
const nearly = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    json,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
    fc.constantFrom('approve', 'edit', true),
  ),
})).value;

it('any value results in questions, and everything they allow becomes an answer', () => {
  fc.assert(
    fc.property(nearly, fc.boolean(), (value, isEvent) => {
      const raw = JSON.parse(JSON.stringify(value));
      const raised = isEvent
        ? interruptOfEvent({ value: raw }, { runId: 'r', number: 1 })
        : interruptOfOutcome({ id: 'i', reason: 'x', metadata: { langgraph: { raw } } });
      const asks = asksOfInterrupt(raised, place, { tool: null, said: '' });
      expect(asks.length).toBeGreaterThan(0);
      const read = asks.map(({ message }) => parseUpMessage(JSON.parse(JSON.stringify(message))));
      for (const type of ['approve', 'reject', 'edit', 'instruction'] as const) {
        const answers = read.flatMap((parsed) => {
          expect(parsed.ok).toBe(true);
          if (!parsed.ok) return [];
          const feedback = feedbackOf[type];
          // Never an approval that is not allowed.
          if (!(parsed.message.upPrompt?.allowed ?? []).includes(type)) return [];
          expect(checkFeedback(parsed.message, feedback).map(({ path }) => path)).not.toContain(
            '/type',
          );
          return [{ message: parsed.message, feedback }];
        });
        const entries = resumeEntriesOf(answers, { missing: '…' });
        const command = commandOf(answers, { missing: '…' });
        expect(entries.length + (command === null ? 0 : 1)).toBe(answers.length === 0 ? 0 : 1);
        expect(() => JSON.stringify([entries, command])).not.toThrow();
      }
    }),
  );
});

it.each(['__proto__', 'toString', 'constructor'])(
  'an inherited member of objects, %s, is treated like any other',
  (name) => {
    const schema = JSON.parse(`{"${name}":{"a":1},"type":"string"}`);
    const tool = { name: 'n', parameters: schema, result: schema };
    const { message } = anyToolAsk({ toolCallId: 'c', name: 'n', args: '{}' }, place, tool);
    expect(parseUpMessage(JSON.parse(JSON.stringify(message))).ok).toBe(true);
  },
);

it('any call can be answered, with any arguments and declaration', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), json, json, (args, parameters, result) => {
      const ask = anyToolAsk({ toolCallId: 'c', name: 'n', args }, place, {
        name: 'n',
        parameters,
        result,
      });
      const parsed = parseUpMessage(JSON.parse(JSON.stringify(ask.message)));
      expect(parsed.ok).toBe(true);
      if (!parsed.ok) return;
      for (const type of parsed.message.upPrompt?.allowed ?? []) {
        expect(typeof toolContent(parsed.message, feedbackOf[type])).toBe('string');
      }
    }),
  );
});
