import { describe, expect, it } from 'vitest';
import { policyFileOf, readPolicyFile } from './policy-file.ts';

const file = `lines:
  - id: large-payments
    name: A payment above 5,000 EUR
    when:
      tool: payments.*
      values:
        - { path: /amount, is: more-than, value: 5000 }
    then: { do: ask, group: finance, approvals: 2, exclude: [starter] }
  - id: small-refunds
    name: A refund up to 50 EUR
    when: { tool: refund }
    then: { do: answer, type: approve }
    until: 2026-12-05T00:00:00.000Z
`;

it('reads what it writes', () => {
  const read = readPolicyFile(file);
  if (!('lines' in read)) throw new Error(JSON.stringify(read));
  expect(read.lines).toHaveLength(2);
  expect(read.lines[1]?.expiresAt).toBe(Date.UTC(2026, 11, 5));
  expect(readPolicyFile(policyFileOf(read.lines))).toEqual(read);
});

describe('a fault has its line and column', () => {
  it.each([
    ['a misspelt condition', file.replace('tool: refund', 'tol: refund'), 11, 13],
    ['a value of another kind', file.replace('approvals: 2', 'approvals: two'), 8, 38],
    [
      'a name that occurs twice',
      file.replace('    name: A refund', '    id: again\n    name: A refund'),
      10,
      5,
    ],
    ['broken syntax', 'lines: [', 1, 9],
    ['no lines', 'rules: []', 1, 1],
    ['an answer without an end', file.replace(/ {4}until.*\n/, ''), 9, 5],
    ['an alias', 'lines: &a [*a]', 1, 1],
  ])('%s', (_name, text, line, column) => {
    const read = readPolicyFile(text);
    expect('faults' in read ? read.faults[0] : read).toMatchObject({ line, column });
  });
});
