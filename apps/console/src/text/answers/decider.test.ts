import { describe, expect, it } from 'vitest';
import { deciderName } from './decider.ts';

describe('who answered', () => {
  it.each([
    [{ kind: 'operator', id: 'ann', name: 'Ann Lee' }, 'Ann Lee'],
    [{ kind: 'operator', id: 'me', name: 'Bo' }, 'You'],
    [{ kind: 'rule', id: 'rule:1', name: 'Small refunds' }, 'Rule Small refunds'],
    [{ kind: 'default', id: 'countersign:default', name: 'Default' }, 'Default at deadline'],
    [{ kind: 'escalation', id: 'x', name: 'Default' }, 'Default by escalation'],
    [{ kind: 'operator', id: 'ann', name: 'A\u202Enn' }, 'A⟨U+202E⟩nn'],
  ] as const)('%j reads %s', (by, name) => expect(deciderName(by, 'me')).toBe(name));
});
