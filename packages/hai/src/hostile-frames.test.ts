import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder } from './decoder.ts';
import { eventSchema } from './event.ts';
import { createVerifier } from './verifier.ts';

const types = eventSchema.options.map((option) => option.shape.type.value);

/** Objects that resemble events enough to pass the first checks. */
const almostEvent = fc
  .record({
    type: fc.oneof(fc.constantFrom(...types, 'MESSAGES_SNAPSHOT', 'constructor'), fc.string()),
    extra: fc.dictionary(
      fc.constantFrom(
        'delta',
        'messageId',
        'toolCallId',
        'metadata',
        'timestamp',
        'messages',
        'snapshot',
        'value',
        '__proto__',
        'rawEvent',
      ),
      // The last cannot be converted to a string.
      fc.oneof(fc.jsonValue(), fc.constant({ toString: [], valueOf: {} })),
    ),
  })
  .map(({ type, extra }) => ({ ...extra, type }));

describe('hostile frames', () => {
  it('any text gives events or issues and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { events, issues } = createDecoder().decode(text);
        expect(events.length + issues.length).toBeGreaterThan(0);
      }),
    );
  });

  it('any almost-event is decoded to something valid or refused, in any sequence', () => {
    fc.assert(
      fc.property(fc.array(almostEvent), (values) => {
        const decoder = createDecoder();
        const verifier = createVerifier();
        for (const value of values) {
          const { events, issues } = decoder.decode(JSON.stringify(value));
          expect(events.length + issues.length).toBeGreaterThan(0);
          for (const event of events) {
            expect(eventSchema.safeParse(event).success).toBe(true);
            verifier.check(event);
          }
        }
        verifier.end();
      }),
    );
  });

  it('refuses 100,000 levels of nesting, closed or not', () => {
    const open = '['.repeat(100_000);
    const bomb = `${open}${']'.repeat(100_000)}`;
    for (const text of [bomb, open, `{"type":"CUSTOM","name":"n","value":${bomb}}`]) {
      expect(createDecoder().decode(text).events).toEqual([]);
    }
    const value = { type: 'CUSTOM', name: 'n', value: JSON.parse(bomb) };
    expect(createDecoder().decodeValue(value).events).toEqual([]);
  });

  it('reads a depth bomb inside a text delta as text', () => {
    const delta = `{"output":{"type":"x","a":${'['.repeat(5000)}${']'.repeat(5000)}}}`;
    const data = JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta });
    expect(createDecoder().decode(data).events).toMatchObject([{ delta }]);
  });

  it.each(['__proto__', '\\u005f_proto__', '__pr\\u006fto__'])('removes a member %s', (key) => {
    const { events, issues } = createDecoder().decode(
      `{"type":"CUSTOM","name":"n","value":{"a":1,"${key}":{"polluted":true}},"${key}":{"type":"x"}}`,
    );
    expect(events).toEqual([{ type: 'CUSTOM', name: 'n', value: { a: 1 } }]);
    expect(issues).toHaveLength(1);
    expect(Object.hasOwn({}, 'polluted')).toBe(false);
  });

  it('keeps lone surrogates: the other half of a split emoji may come with the next delta', () => {
    const halves = ['\ud83d', '\ude00'].map((delta) =>
      createDecoder().decode(
        JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta }),
      ),
    );
    const text = halves.map(({ events }) => (events[0] as { delta: string }).delta).join('');
    expect(text).toBe('😀');
  });

  it('reads 10 MB of text, of brackets in text and of objects back to back', () => {
    const frame = (delta: string) =>
      JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta });
    for (const piece of ['x', '{"output":', '{"output":{"type":"text","content":"a"}}']) {
      const delta = piece.repeat(Math.ceil(10_000_000 / piece.length));
      expect(createDecoder().decode(frame(delta)).events.length).toBeGreaterThan(0);
    }
  });
});
