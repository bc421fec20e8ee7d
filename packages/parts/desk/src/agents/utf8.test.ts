import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUtf8Reader } from './utf8.ts';

it('decodes like TextDecoder for any split of the bytes, and marks what was replaced', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
        ),
      ),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (parts, cuts) => {
        const bytes = Buffer.concat(parts);
        const reader = createUtf8Reader();
        let at = 0;
        let text = '';
        for (const cut of cuts) {
          text += reader.read(bytes.subarray(at, at + cut));
          at += cut;
        }
        text += reader.read(bytes.subarray(at));
        // Another chunk may follow: an incomplete character is not returned yet.
        const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
        expect(text.replaceAll('\ufdd1', '\ufffd')).toBe(whole.replaceAll('\ufdd1', '\ufffd'));
      },
    ),
    {
      // Found by seed 964251682, and similar ones: bytes that start no character, at the end of the input.
      examples: [
        [0xf0, 0x80],
        [0xe0, 0x9f],
        [0xed, 0xa0],
        [0xf4, 0x90],
        [0xf0, 0x80, 0x80],
      ].map((bytes): [Buffer<ArrayBuffer>[], number[]] => [[Buffer.from(bytes)], []]),
    },
  );
});

it('distinguishes a replacement character that was sent from one that was not', () => {
  const bytes = Buffer.concat([
    Buffer.from('a\ufffdb'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('c'),
  ]);
  expect(createUtf8Reader().read(bytes)).toBe('a\ufffdb\ufdd1\ufdd1c');
});
