import fc from 'fast-check';
import { expect, it } from 'vitest';
import { membersInSight } from './members-in-sight.ts';

const rows = [{ messageId: 'of a row', state: 'completed', note: '"messageId":"quoted"' }];
const ends = (text: string, chars: number) => ({
  head: text.slice(0, chars),
  tail: text.slice(-chars),
});

it.each([
  ['before what is large', (large: string) => ({ messageId: 'own', rows, large })],
  ['after what is large', (large: string) => ({ large, rows, messageId: 'own' })],
])('reads a member %s, and none of another depth', (_, made) => {
  const event = { messageId: 'of the event', value: made('x'.repeat(5_000)), metadata: {} };
  const members = membersInSight(ends(`id: 2\ndata: ${JSON.stringify(event)}\n\n`, 500), 2);
  expect(members.get('messageId')).toBe('own');
  expect(members.has('state')).toBe(false);
});

it('takes nothing from a text that is cut', () => {
  const event = { value: { ask: `${'x'.repeat(5_000)}","messageId":"forged` } };
  expect(membersInSight(ends(JSON.stringify(event), 100), 2).size).toBe(0);
});

it('reads what JSON.parse reads, wherever the text is cut, with any characters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', '}', ':', ',', ' ', '\n') });
  const made = fc.record({ first: word, list: fc.array(word), inner: fc.dictionary(word, word) });
  fc.assert(
    fc.property(made, word, fc.nat({ max: 80 }), (value, last, chars) => {
      const event = { value: { ...value, last } };
      const found = membersInSight(ends(JSON.stringify(event), chars + 1), 2);
      const own = { first: value.first, last };
      for (const [name, text] of found) expect(own).toHaveProperty(name, text);
      const whole = membersInSight(ends(JSON.stringify(event), 10_000), 2);
      expect(Object.fromEntries(whole)).toEqual(own);
    }),
  );
});
