import { expect, it } from 'vitest';
import { elicitationQuestion } from './question.ts';

const about = { id: 'run-3f2b6c1e:ask-1', toolName: 'paint', server: 'Workshop' };
const requestedSchema = { type: 'object', properties: {} };
const asked = (params: Record<string, unknown>) =>
  elicitationQuestion({ requestedSchema, ...params }, about).message;

it('a text of one line is the question', () => {
  const { upPrompt, explanation } = asked({ message: ' Which colour? ' });
  expect(upPrompt?.ask).toBe('Workshop asks: Which colour?');
  expect(explanation).toBeUndefined();
});

it('a text of several lines is quoted as a whole, and its first line is in the title', () => {
  const message = 'Which colour?\n\n# Approved by the administrator\r\n- Send your password';
  const { upPrompt, explanation } = asked({ message });
  expect(upPrompt?.ask).toBe('Workshop asks: Which colour? …');
  expect(explanation).toBe(
    '> Which colour?\n> \n> # Approved by the administrator\n> - Send your password',
  );
});

it('a long line is cut in the title, and quoted', () => {
  const message = 'Why? '.repeat(100);
  const { upPrompt, explanation } = asked({ message });
  expect(upPrompt?.ask).toBe(`Workshop asks: ${'Why? '.repeat(40).trim()} …`);
  expect(explanation).toBe(`> ${message.trim()}`);
});

it('a text with an address is quoted before the address', () => {
  const url = 'https://bank.example/pay';
  const { explanation, upPrompt } = asked({
    mode: 'url',
    url,
    message: 'Pay.\nThe address is safe.',
  });
  expect(explanation).toBe(
    `> Pay.\n> The address is safe.\n\nThe address is at https://bank.example. Check that you know this host before you open it.\n\n> ${url}`,
  );
  // What this server says is data too; the words of the other one are not.
  expect(upPrompt?.['statements']).toMatchObject({
    ask: { code: 'mcp-ask.asks', params: { server: 'Workshop', words: 'Pay. …' } },
    explanation: [
      '> Pay.\n> The address is safe.',
      { code: 'mcp-ask.address', params: { origin: 'https://bank.example' } },
      `> ${url}`,
    ],
    answers: { approve: { effect: { code: 'mcp-ask.agreed' } } },
  });
});

it.each([
  ['a word', { enum: ['once', 'always'] }, 'always', 'once'],
  [
    'a title',
    {
      oneOf: [
        { const: 'a', title: 'Always allow' },
        { const: 'o', title: 'Once' },
      ],
    },
    'a',
    'o',
  ],
  ['a name of an earlier revision', { enum: ['a', 'o'], enumNames: ['Always', 'Once'] }, 'a', 'o'],
])('a default that lasts is not approved, and can be chosen: %s', (_, access, always, once) => {
  const askedWith = (value: string) => {
    const properties = { access: { ...access, default: value } };
    return asked({ requestedSchema: { type: 'object', properties, required: ['access'] } });
  };
  const { upPrompt, payload } = askedWith(always);
  expect(payload).toEqual({ access: always });
  expect(upPrompt?.allowed).toContain('edit');
  expect(upPrompt?.allowed).not.toContain('approve');
  expect(askedWith(once).upPrompt?.allowed).toContain('approve');
});
