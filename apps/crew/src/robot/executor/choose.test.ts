import { expect, it } from 'vitest';
import { choose, type Known } from './choose.ts';
import type { Affordance } from './environment.ts';

const offer = (label: string, schema: Affordance['input_schema']): Affordance => ({
  ...{ id: label, label, approval: 'ask', input_schema: schema },
  service: { name: 'some', kind: 'mcp' },
});
const text = { type: 'string' };
const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  ...{ type: 'object', properties, required },
});
const chosen = (known: Known, ...offers: Affordance[]) => {
  const choice = choose(offers, known);
  return choice === null ? null : [choice.affordance.label, choice.arguments];
};

it('takes the first to which it can hand over what it knows', () => {
  const clear = offer('clear', object({}));
  const nothing = offer('nothing', null);
  const set = offer('set', object({ goal: text }, ['goal']));
  const goal = { main: 'go', named: { goal: 'go' } };
  // What takes nothing would do something else.
  expect(chosen(goal, clear, nothing, set)).toEqual(['set', { goal: 'go' }]);
  expect(chosen({ main: null }, set, clear)).toEqual(['clear', {}]);
  expect(chosen({ main: null }, set, nothing)).toEqual(['nothing', undefined]);
  expect(chosen(goal, clear)).toBeNull();
});

it('hands over by name, or as the only text there is; what it does not know is left out', () => {
  const known = { main: 'fine', named: { achieved: true, feedback: 'fine' } };
  const tell = object({ achieved: { type: 'boolean' }, feedback: text, mood: text }, ['achieved']);
  expect(chosen(known, offer('tell', tell))).toEqual([
    'tell',
    { achieved: true, feedback: 'fine' },
  ]);
  expect(chosen({ main: 'move(1)' }, offer('order', text))).toEqual(['order', 'move(1)']);
  const body = object({ body: text }, ['body']);
  expect(chosen({ main: 'move(1)' }, offer('order', body))).toEqual(['order', { body: 'move(1)' }]);
  const parts = object({ text, data: { type: 'object' } });
  expect(chosen({ main: 'hello' }, offer('agent', parts))).toEqual(['agent', { text: 'hello' }]);
});

it('does not guess', () => {
  const known = { main: 'move(1)' };
  const two = object({ text, note: text });
  expect(chosen(known, offer('which', two))).toBeNull();
  expect(
    chosen(
      known,
      offer('more', object({ body: text, speed: { type: 'number' } }, ['body', 'speed'])),
    ),
  ).toBeNull();
  const other = { type: 'string', pattern: '^launch' };
  expect(
    chosen(known, offer('other', other), offer('body', object({ body: other }, ['body']))),
  ).toBeNull();
  expect(chosen({ main: 'go' }, offer('short', { type: 'string', maxLength: 1 }))).toBeNull();
});
