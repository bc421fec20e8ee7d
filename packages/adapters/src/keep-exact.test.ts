import { withExactNumbers } from '@countersign/json/exact-number';
import { describe, expect, it } from 'vitest';
import { keepExact } from './keep-exact.ts';

const long = '12345678901234567890';
const up = (message: string) => `{"type":"CUSTOM","name":"upformat.message","value":${message}}`;
const altered = (text: string, type?: string) =>
  keepExact(text, type).altered.map(({ path, value }) => [path.join('/'), value]);

describe('the text of a frame', () => {
  it('keeps numbers where a question needs them, and sends them back as they were written', () => {
    const frames = [
      up(`{"payload":{"account":${long},"tiny":1e-400,"zero":-0,"list":[1e400,{"a":${long}}]}}`),
      up(`{"upPrompt":{"defaultFeedback":{"type":"edit","content":{"value":{"n":${long}}}}}}`),
      up(`{"upThought":{"alternatives":[{"id":"a","payload":{"n":${long}}}]}}`),
      `{"type":"RUN_FINISHED","outcome":{"type":"interrupt","interrupts":[{"metadata":{"n":${long}}}]}}`,
      `{"type":"CUSTOM","name":"on_interrupt","value":{"args":{"n":${long}}}}`,
      `{"type":"TOOL_CALL_ARGS","toolCallId":"call_Yk3vJ0x","delta":{"n":${long}}}`,
    ];
    for (const frame of frames) {
      const { text, altered } = keepExact(frame);
      expect(text).not.toBe(frame);
      expect(altered).toEqual([]);
      expect(withExactNumbers(JSON.stringify(JSON.parse(text)))).toBe(frame);
    }
  });

  it('reads a question in the JSON text of an output', () => {
    const inner = `{"output":{"type":"upformat","message":{"payload":{"n":${long}}}}}`;
    const frame = JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: inner });
    const { delta } = JSON.parse(keepExact(frame).text);
    expect(JSON.parse(delta).output.message.payload.n).toBe(`\ufdd0${long}`);
  });

  it('reports what it cannot keep', () => {
    expect(altered(`{"type":"STATE_SNAPSHOT","snapshot":{"at":1763784000000000001}}`)).toEqual([
      ['snapshot/at', '1763784000000000001'],
    ]);
    expect(altered(up('{"upContext":{"schema":{"maximum":1e400}}}'))).toEqual([
      ['value/upContext/schema/maximum', '1e400'],
    ]);
    // The type may be in the field `event:` only.
    expect(altered(`{"at":${long}}`, 'STEP_STARTED')).toEqual([['at', long]]);
  });

  it('reports duplicate members, however they are escaped', () => {
    expect(altered(up('{"payload":{"amount":10,"a\\u006dount":1000}}'))).toEqual([
      ['value/payload/amount', '10'],
    ]);
    expect(altered(up('{"payload":{"amount":{"eur":1}},"payload":{"amount":2}}'))).toEqual([
      ['value/payload', '{"amount":{"eur":1}}'],
    ]);
    expect(altered('{"type":"TEXT_MESSAGE_CONTENT","delta":"a","delta":"b"}')).toEqual([
      ['delta', '"a"'],
    ]);
    expect(
      altered(up('{"payload":[{"a":1},{"a":2}],"explanation":"{\\"a\\":1,\\"a\\":2}"}')),
    ).toEqual([]);
  });

  it('accepts no forged mark, however it is escaped, and reports half a character', () => {
    const frame = up(
      `{"payload":{"a":"\ufdd0${long}","b":"\\ufdd05","\ufdd07":"M\ufdd1ller","\\uFDD08":1,"c":"\\ud83d"}}`,
    );
    const { text, altered } = keepExact(frame);
    expect(text).not.toMatch(/[\ufdd0\ufdd1]|\\ufdd0/i);
    expect(JSON.parse(text).value.payload).toMatchObject({ a: `\ufffd${long}`, b: '\ufffd5' });
    expect(altered.map(({ path }) => path.at(-1))).toContain('c');
    // A surrogate pair is a character.
    expect(keepExact(up('{"payload":{"a":"\\ud83d\\ude00"}}')).altered).toEqual([]);
  });

  it('survives invalid, deeply nested and unterminated JSON', () => {
    for (const text of [
      '',
      '{',
      '"',
      '{"a":"\\',
      `{"type":"CUSTOM","value":${'['.repeat(400_000)}`,
    ]) {
      expect(keepExact(text)).toEqual({ text, altered: [] });
    }
    expect(keepExact(`{"a":1${'0'.repeat(800_000)}1}`).altered).toHaveLength(1);
    expect(keepExact(`{"type":"X",${'"a":1,'.repeat(100_000)}"b":1}`).altered).toHaveLength(20);
  });
});
