import { expect, it } from 'vitest';
import { approvalOf, elicitedBy } from './answer.ts';
import { approvalQuestion, elicitationQuestion } from './question.ts';
import { toolIn } from './tool.ts';

const about = { id: 'run-3f2b6c1e:approval', toolName: 'wipe.all', server: 'Workshop' };
const tool = toolIn({ name: 'wipe.all', annotations: { destructiveHint: true } });
if (tool === null) throw new Error('the tool of this test is none');
const typed = { approval: 'typed', severity: 'critical' } as const;
const call = { tool: 'wipe.all', arguments: { disk: 2 } };
const words = { type: 'edit', content: { text: 'not that one' } } as const;

it('only the name of the tool, as it is, confirms a call that is approved by typing it', () => {
  const question = approvalQuestion(call, tool, typed, about);
  const said = (confirmation: unknown) =>
    approvalOf(
      { type: 'edit', content: { value: { arguments: { disk: 2 }, confirmation } } },
      question,
      typed,
    ).kind;
  expect(said('wipe.all')).toBe('call');
  for (const other of ['', 'wipeXall', ' wipe.all', true, undefined]) {
    expect(said(other)).toBe('rejected');
  }
  expect(approvalOf({ type: 'approve' }, question, typed).kind).toBe('rejected');
  expect(approvalOf(words, question, typed).kind).toBe('rejected');
});

it('words are no values: an elicitation is declined', () => {
  const requestedSchema = { type: 'object', properties: { coats: { default: 2 } } };
  const question = elicitationQuestion({ message: 'How many?', requestedSchema }, about);
  expect(elicitedBy({ type: 'approve' }, question)).toEqual({
    action: 'accept',
    content: { coats: 2 },
  });
  expect(elicitedBy(words, question)).toEqual({ action: 'decline' });
});
