import { allowedAnswers, checkFeedback } from '@countersign/upformat/answers';
import type { UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { buttonsAsk, formAsk, genUiAnswer } from './gen-ui.ts';

const place = { threadId: 't', runId: 'r', agentId: 'a', timestamp: '2026-11-21T08:00:00Z' };
const where = { messageId: 'm', part: 0, text: 'Allow it?' };
const form = (schema: object, value: object = {}) =>
  formAsk({ type: 'form', data: { schema, value } }, place, where).message;
const approves = (message: UpMessage) => allowedAnswers(message).approve.allowed;
const access = (...list: string[]) => ({ properties: { access: { enum: list } } });

it.each(['Always allow', 'allow_always'])(
  'one button that lasts is chosen, not approved: %s',
  (name) => {
    const { message } = buttonsAsk([name], place, where);
    expect(approves(message)).toBe(false);
    expect(message.payload).toEqual({});
    const chosen = { type: 'edit', content: { value: { choice: name } } } as const;
    expect(checkFeedback(message, chosen)).toEqual([]);
    expect(genUiAnswer(message, chosen)?.content).toBe(name);
  },
);

it('one button that does not last is approved by its name', () => {
  const { message } = buttonsAsk(['Allow once'], place, where);
  expect(approves(message)).toBe(true);
  expect(genUiAnswer(message, { type: 'approve' })?.content).toBe('Allow once');
});

it('a form filled in with a choice that lasts is not approved', () => {
  const schema = access('once', 'always');
  expect(approves(form(schema, { access: 'always' }))).toBe(false);
  expect(approves(form(schema, { access: 'once' }))).toBe(true);
});

it('nor is one whose default lasts, or whose title says so', () => {
  const defaulted = { properties: { access: { enum: ['once', 'always'], default: 'always' } } };
  expect(approves(form(defaulted))).toBe(false);
  const titled = {
    oneOf: [
      { const: 'a', title: 'Always' },
      { const: 'o', title: 'Once' },
    ],
  };
  const deep = { properties: { it: { type: 'object', properties: { access: titled } } } };
  expect(approves(form(deep, { it: { access: 'a' } }))).toBe(false);
  expect(approves(form(deep, { it: { access: 'o' } }))).toBe(true);
});
