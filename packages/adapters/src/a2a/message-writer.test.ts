import type { JsonObject } from '@countersign/json/json-object';
import { expect, it } from 'vitest';
import { createKnownMessages, type KnownMessages } from './known-messages.ts';
import { artifactIdOf, createTokenWriter } from './message-writer.ts';

const id = artifactIdOf('5ae161e0-8c56-4f16-89a9-7787c4a92931', 'story');
const whole = { appends: false, isLast: false };
const more = { appends: true, isLast: false };

/** Says things as from one frame each, and counts how often it looks up what is known. */
function speaker() {
  const known = createKnownMessages([]);
  const said: Record<string, string> = {};
  let lookups = 0;
  const counted: KnownMessages = {
    has(messageId) {
      lookups += 1;
      return known.has(messageId);
    },
    last(prefix, from) {
      lookups += 1;
      return known.last(prefix, from);
    },
    rest(messageId, text) {
      lookups += 1;
      return known.rest(messageId, text);
    },
    note: known.note,
  };
  const open = new Set<string>();
  const out = ({ type, messageId, delta }: JsonObject) => {
    if (type !== 'BUSINESS_DATA_CONTENT') return;
    const text = typeof delta === 'string' ? delta : JSON.stringify(delta);
    said[String(messageId)] = (said[String(messageId)] ?? '') + text;
  };
  return {
    speech: createTokenWriter({ known: counted, open, protocol: 'a2a' }, out),
    said,
    lookups: () => lookups,
  };
}

const text = (words: string) => [{ kind: 'text' as const, text: words }];

it('continues the newest of the texts that replaced one another', () => {
  const { speech, said } = speaker();
  speech.parts(id, text('Once '), whole);
  speech.parts(id, text('Once upon '), whole);
  speech.parts(id, text('Never '), whole);
  speech.parts(id, text('Never again '), whole);
  speech.parts(id, text('and again'), more);
  speech.parts(id, text('Never again and again.'), whole);
  // A text that is shown again is the newest again.
  speech.parts(id, text('Once upon '), whole);
  expect(said).toEqual({
    [id]: 'Once upon ',
    [`${id}~2`]: 'Never again and again.',
    [`${id}~3`]: 'Once upon ',
  });
});

it('looks up as much for the thousandth version, or part, as for the first', () => {
  const { speech, said, lookups } = speaker();
  for (let round = 1; round <= 1_000; round += 1) {
    speech.parts(id, text(`${round}: another beginning`), whole);
    const part = { kind: 'data' as const, data: { page: round }, mediaType: null };
    speech.parts(id, [part], more);
  }
  expect(Object.keys(said)).toHaveLength(2_000);
  expect(said[`${id}~1000`]).toBe('1000: another beginning');
  expect(said[`${id}#1000`]).toContain('"page":1000');
  expect(lookups()).toBeLessThan(10_000);
});
