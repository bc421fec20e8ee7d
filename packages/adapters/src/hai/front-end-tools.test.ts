import { ToolMessageSchema, ToolSchema } from '@ag-ui/core/schemas';
import { allowedAnswers } from '@countersign/upformat/answers';
import type { UpFeedback } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolContent } from './any-tool.ts';
import { frontEndTools, toolCallAsk } from './front-end-tools.ts';

const place = { threadId: 't', runId: 'r', agentId: 'demo', timestamp: '2026-11-21T08:00:00Z' };
const call = (name: string, args: object) =>
  toolCallAsk({ toolCallId: 'c', name, args: JSON.stringify(args) }, place).message;
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });

it('declares tools that are valid in AG-UI too', () => {
  for (const tool of frontEndTools) expect(ToolSchema.safeParse(tool).success).toBe(true);
});

it('asks to confirm, with the importance as severity', () => {
  const message = call('confirmAction', { action: 'Delete the backups', importance: 'critical' });
  expect(message).toMatchObject({ upPrompt: { ask: 'Delete the backups', severity: 'critical' } });
  expect(toolContent(message, { type: 'approve' })).toBe('{"approved":true}');
  expect(toolContent(message, { type: 'reject', content: { reason: 'No' } })).toBe(
    '{"approved":false,"reason":"No"}',
  );
  expect(toolContent(message, { type: 'instruction', content: { text: 'Copy first' } })).toBe(
    '{"instruction":"Copy first"}',
  );
});

it('does not approve a default that lasts', () => {
  const options = ['once', 'always', 'never'];
  const { upPrompt } = call('ask', { question: 'Allow it?', options, default: 'always' });
  expect(upPrompt?.allowed).not.toContain('approve');
});

it.each([
  [{ question: 'Where?' }, edit({ answer: 'Bonn' }), 'Bonn'],
  [{ question: 'Which?', options: ['a', 'b'] }, edit({ answer: 'b' }), 'b'],
  [{ question: 'How many?', schema: { type: 'integer' } }, edit({ answer: 3 }), '3'],
  [{ question: 'Who?', schema: { type: 'object' } }, edit({ name: 'Ada' }), '{"name":"Ada"}'],
  [{ question: 'Where?', default: 'Bonn' }, { type: 'approve' } as const, 'Bonn'],
  [{ question: 'Where?' }, { type: 'reject' } as const, '{"declined":true}'],
  [
    { question: 'Where?' },
    { type: 'instruction', content: { text: 'Look it up' } } as const,
    'Look it up',
  ],
])('answers %j', (args, feedback, content) => {
  const message = call('ask', args);
  expect(allowedAnswers(message)[feedback.type].allowed).toBe(true);
  expect(toolContent(message, feedback)).toBe(content);
});

it('renders any arguments, and every answer is the content of a valid tool message', () => {
  const answers: UpFeedback[] = [
    { type: 'approve' },
    { type: 'reject' },
    edit({ answer: 1 }),
    { type: 'edit', content: { text: 'x' } },
    { type: 'instruction', content: { text: 'x' } },
  ];
  fc.assert(
    fc.property(
      fc.constantFrom('ask', 'confirmAction'),
      fc.oneof(fc.json({ maxDepth: 4 }), fc.string()),
      (name, args) => {
        const { message } = toolCallAsk({ toolCallId: 'c', name, args }, place);
        expect(parseUpMessage(JSON.parse(JSON.stringify(message))).ok).toBe(true);
        for (const feedback of answers) {
          const content = toolContent(message, feedback);
          const sent = { id: 'd', role: 'tool', content, toolCallId: 'c' };
          expect(ToolMessageSchema.safeParse(sent).success).toBe(true);
        }
      },
    ),
  );
});
