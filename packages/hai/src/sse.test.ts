import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSseParser,
  encodeComment,
  encodeFrame,
  type FrameEnds,
  type SseFrame,
} from './sse.ts';

const parse = (chunks: readonly string[], maxFrameChars?: number) => {
  const frames: SseFrame[] = [];
  const oversize: number[] = [];
  const retries: number[] = [];
  const parser = createSseParser({
    onFrame: (frame) => frames.push(frame),
    onOversize: (chars) => oversize.push(chars),
    onRetry: (delay) => retries.push(delay),
    ...(maxFrameChars === undefined ? {} : { maxFrameChars }),
  });
  for (const chunk of chunks) parser.feed(chunk);
  return { frames, oversize, retries, parser };
};

/** A text cut at random places. */
const cut = (text: string) =>
  fc
    .array(fc.nat({ max: text.length }), { maxLength: 12 })
    .map((places) =>
      [0, ...places.sort((a, b) => a - b), text.length].map((place, index, all) =>
        text.slice(all[index - 1] ?? 0, place),
      ),
    );

describe('the format', () => {
  it.each<[string, SseFrame[]]>([
    ['data: a\n\n', [{ data: 'a' }]],
    ['data:a\n\n', [{ data: 'a' }]],
    ['data:  a \n\n', [{ data: ' a ' }]],
    ['data\n\n', [{ data: '' }]],
    ['data:\ndata\n\n', [{ data: '\n' }]],
    ['data: a\ndata: b\n\n', [{ data: 'a\nb' }]],
    ['data: a', []],
    ['data: a\n', []],
    ['event: e\n\ndata: a\n\n', [{ data: 'a' }]],
    ['id: 1\nevent: e\ndata: a\n\n', [{ id: '1', event: 'e', data: 'a' }]],
    ['id: a\0b\ndata: a\n\n', [{ data: 'a' }]],
    [': comment\n\ndata: a\n\n', [{ data: 'a' }]],
    [':\n:\ndata: a\n:x\ndata: b\n\n', [{ data: 'a\nb' }]],
    [' data: a\nDATA: b\ndatum: c\ndata: d\n\n', [{ data: 'd' }]],
    ['data: a:b: c\n\n', [{ data: 'a:b: c' }]],
    ['data: a\r\n\r\ndata: b\r\rdata: c\n\n', [{ data: 'a' }, { data: 'b' }, { data: 'c' }]],
    ['data: a\rdata: b\r\ndata: c\n\r\n', [{ data: 'a\nb\nc' }]],
    ['\uFEFFdata: a\n\n', [{ data: 'a' }]],
    ['data: a\n\n\uFEFFdata: b\n\ndata: c\n\n', [{ data: 'a' }, { data: 'c' }]],
    ['\n\n\ndata: a\n\n\n\n', [{ data: 'a' }]],
    ['data: \u2028\u0085\v\f\n\n', [{ data: '\u2028\u0085\v\f' }]],
    ['event:\ndata: a\n\n', [{ data: 'a' }]],
  ])('%j', (text, frames) => {
    expect(parse([text]).frames).toEqual(frames);
    expect(parse([...text]).frames).toEqual(frames);
  });

  it('dispatches on a final CR without waiting for what follows', () => {
    expect(parse(['data: a\r\r']).frames).toEqual([{ data: 'a' }]);
  });

  it('reports the reconnection delay', () => {
    expect(parse(['retry: 1500\n\nretry: soon\n\n']).retries).toEqual([1500]);
  });
});

describe('where the text is cut', () => {
  const line = fc.constantFrom(
    'data: a',
    'data:{"b":1}',
    'id: 7',
    'event: e',
    ': ping',
    'data',
    'junk',
    'data: a rather long line of data, longer than the rest',
    '',
    '',
    '',
  );
  const ending = fc.constantFrom('\n', '\r', '\r\n');
  const text = fc
    .array(fc.tuple(line, ending), { maxLength: 30 })
    .map((lines) => lines.flat().join(''));

  it('does not matter, for all line ends and limits', () => {
    fc.assert(
      fc.property(
        text.chain((whole) => fc.tuple(fc.constant(whole), cut(whole))),
        fc.constantFrom(undefined, 1, 20, 40),
        ([whole, chunks], cap) => {
          const once = parse([whole], cap);
          const often = parse(chunks, cap);
          expect(often.frames).toEqual(once.frames);
          expect(often.oversize).toEqual(once.oversize);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('a frame that is too large', () => {
  const big = `data: ${'x'.repeat(1000)}\n\n`;

  it('is skipped and reported with its whole size, and the stream continues', () => {
    const text = `data: a\n\n${big}data: b\n\n`;
    for (const chunks of [[text], [...text], [text.slice(0, 300), text.slice(300)]]) {
      const { frames, oversize } = parse(chunks, 100);
      expect(frames).toEqual([{ data: 'a' }, { data: 'b' }]);
      expect(oversize).toEqual([big.length]);
    }
  });

  it('counts many small lines as one frame', () => {
    const lines = 'data: x\n'.repeat(100);
    expect(parse([...`${lines}\ndata: b\n\n`], 100).frames).toEqual([{ data: 'b' }]);
  });

  it('is reported when the connection ends inside it', () => {
    const { oversize, parser } = parse([big.slice(0, 500)], 100);
    parser.reset();
    expect(oversize).toEqual([500]);
    parser.feed('data: fresh\n\n');
  });
});

it('reset forgets the unfinished frame and allows another byte order mark', () => {
  const { frames, parser } = parse(['data: lost\n']);
  parser.reset();
  parser.feed('\uFEFFdata: b\n\n');
  expect(frames).toEqual([{ data: 'b' }]);
});

describe('encoding', () => {
  it('is read back as it was, line breaks as LF', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (data, id) => {
        const text = encodeFrame({ id: String(id), event: 'e', data });
        expect(parse([text]).frames).toEqual([
          { id: String(id), event: 'e', data: data.replace(/\r\n?/g, '\n') },
        ]);
      }),
    );
  });

  it('prevents injection of fields', () => {
    const text = encodeFrame({ id: '1\ndata: x', event: 'a\r\n\r\nb', data: 'd', retry: 2.4 });
    expect(parse([encodeComment('a\n\ndata: b\n\n'), text])).toMatchObject({
      frames: [{ data: 'd' }],
      retries: [2],
    });
  });
});

it('says how a frame that is too large begins and ends, in bounded memory, wherever it is cut', () => {
  const large = `data: begin${'x'.repeat(60_000)}end\n\n`;
  for (const size of [large.length, 7_000, 999]) {
    const found: FrameEnds[] = [];
    const parser = createSseParser({
      onFrame: () => {},
      onOversize: (_, ends) => found.push(ends),
      maxFrameChars: 40_000,
    });
    parser.feed('data: small\n\n');
    for (let at = 0; at < large.length; at += size) parser.feed(large.slice(at, at + size));
    parser.feed(large);
    const ends = { head: large.slice(0, 16_000), tail: large.slice(-16_000) };
    expect(found).toEqual([ends, ends]);
  }
});
