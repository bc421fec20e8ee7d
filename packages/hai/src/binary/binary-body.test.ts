import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder } from '../decoder.ts';
import { createSseParser, type SseFrame } from '../sse.ts';
import {
  acceptedBinary,
  type BinaryFormat,
  binaryFormatOf,
  binaryMediaTypes,
  createBinaryBody,
  emptyFrame,
  encodeBinaryFrame,
} from './binary-body.ts';
import { BinaryFault } from './binary-fault.ts';

const formats: BinaryFormat[] = ['msgpack', 'protobuf'];

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
/** A frame with these bytes, behind its length. */
function framed(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + payload.length);
  new DataView(bytes.buffer).setUint32(0, payload.length);
  bytes.set(payload, 4);
  return bytes;
}

function framesIn(text: string): SseFrame[] {
  const frames: SseFrame[] = [];
  createSseParser({ onFrame: (frame) => frames.push(frame) }).feed(text);
  return frames;
}

const read = (format: BinaryFormat, bytes: Uint8Array): SseFrame[] =>
  framesIn(createBinaryBody({ format }).read(bytes));

describe.each(formats)('%s', (format) => {
  it('any event comes back as it was, with its id', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const event = fc
      .tuple(
        fc.constantFrom('BUSINESS_DATA_CONTENT', 'CUSTOM', 'ACME_SHIPPED'),
        fc.dictionary(fc.string({ unit: 'grapheme' }), value, { maxKeys: 6 }),
        fc.dictionary(fc.constantFrom('messageId', 'delta', 'name'), fc.string()),
      )
      .map(([type, members, texts]) => ({ ...members, ...texts, type }));
    fc.assert(
      fc.property(event, fc.constantFrom('', '1', '007', 'a1:é'), (one, id) => {
        const json = JSON.stringify(one);
        const [frame] = read(format, encodeBinaryFrame(format, { id, json }));
        expect(frame?.id ?? '').toBe(id);
        expect(JSON.parse(frame!.data)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('where the bytes are split does not matter', () => {
    const events = ['Zoë', '😀 and 漢字', 'x'.repeat(300)].map((delta) =>
      JSON.stringify({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm-1', delta }),
    );
    const parts = events.map((json, index) =>
      encodeBinaryFrame(format, { id: String(index + 1), json }),
    );
    const whole = Uint8Array.from([...parts, emptyFrame()].flatMap((part) => [...part]));
    const expected = createBinaryBody({ format }).read(whole);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        const body = createBinaryBody({ format });
        let text = '';
        for (let at = 0; at < whole.length; at += size) {
          text += body.read(whole.subarray(at, at + size));
        }
        expect(text).toBe(expected);
        expect(body.isUnfinished()).toBe(false);
      }),
    );
    expect(framesIn(expected).map(({ data }) => JSON.parse(data).delta)).toEqual(
      events.map((json) => JSON.parse(json).delta),
    );
  });

  it('bytes without sense are reported, and the next frame is read', () => {
    const good = encodeBinaryFrame(format, { id: '9', json: '{"type":"RUN_FINISHED"}' });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (payload) => {
        const frames = read(format, Uint8Array.from([...framed(payload), ...good]));
        expect(frames).toHaveLength(2);
        expect(frames[1]).toEqual({ id: '9', data: '{"type":"RUN_FINISHED"}' });
      }),
    );
  });

  it('a frame that ends in the middle of a value is reported with the reason', () => {
    const whole = encodeBinaryFrame(format, {
      id: '1',
      json: '{"type":"CUSTOM","name":"n","value":{"a":[1,2]}}',
    });
    const cut = framed(whole.subarray(4, whole.length - 3));
    const [frame] = read(format, cut);
    expect(frame?.data).toBe('A binary frame: it ends in the middle of a value.');
    expect(createDecoder().decode(frame!.data).refused).toBe(1);
  });

  it('a frame that is too long is skipped and reported', () => {
    const json = JSON.stringify({ type: 'CUSTOM', name: 'n', value: 'x'.repeat(500) });
    const long = encodeBinaryFrame(format, { id: '1', json });
    const next = encodeBinaryFrame(format, { id: '2', json: '{"type":"RUN_FINISHED"}' });
    const body = createBinaryBody({ format, maxFrameBytes: 100 });
    let text = '';
    for (const byte of [...long, ...next]) text += body.read(Uint8Array.of(byte));
    const frames = framesIn(text);
    expect(frames[0]?.data).toBe(
      `A binary frame: it has ${long.length - 4} bytes, and the limit is 100.`,
    );
    expect(frames[1]?.id).toBe('2');
  });

  it('a body of another kind is no stream of frames', () => {
    const html = new TextEncoder().encode('<!doctype html><title>Sign in</title>');
    expect(() => createBinaryBody({ format }).read(html)).toThrow(BinaryFault);
  });

  it('the frames in front of a length that is none are read, and the next read throws', () => {
    const good = encodeBinaryFrame(format, { id: '1', json: '{"type":"RUN_STARTED"}' });
    const body = createBinaryBody({ format });
    const text = body.read(Uint8Array.from([...good, 0xff, 0xff, 0xff, 0xff, ...good]));
    expect(framesIn(text)).toEqual([{ id: '1', data: '{"type":"RUN_STARTED"}' }]);
    expect(body.isUnfinished()).toBe(true);
    expect(() => body.read(new Uint8Array(0))).toThrow(BinaryFault);
    expect(() => body.read(good)).toThrow(BinaryFault);
  });

  it('half a frame at the end is known', () => {
    const body = createBinaryBody({ format });
    body.read(
      encodeBinaryFrame(format, { id: '', json: '{"type":"RUN_FINISHED"}' }).subarray(0, 6),
    );
    expect(body.isUnfinished()).toBe(true);
  });

  it('deep nesting ends in a report, not in a broken stack', () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 800; depth += 1) value = [value];
    const json = JSON.stringify({ type: 'CUSTOM', name: 'n', value });
    const [frame] = read(format, encodeBinaryFrame(format, { id: '', json }));
    expect(frame?.data).toBe('A binary frame: it is nested too deeply.');
  });
});

it.each([
  ['of one byte', '92', 'a137', '7'],
  ['of three bytes', 'dc0002', 'a137', '7'],
  ['of five bytes', 'dd00000002', 'a137', '7'],
  ['of three bytes, and a number as id', 'dc0002', 'cd0007', '7'],
  ['of five bytes, and a long text as id', 'dd00000002', 'da000137', '7'],
  ['of three bytes, and no id', 'dc0002', 'c0', undefined],
])('a list of an id and an event may have any head: %s', (_, head, idBytes, id) => {
  const event = `81a474797065a3${Buffer.from('RAW').toString('hex')}`;
  const frames = read('msgpack', framed(bytesOf(head + idBytes + event)));
  expect(frames).toEqual([{ ...(id === undefined ? {} : { id }), data: '{"type":"RAW"}' }]);
});

it.each(['93', 'dc0003', 'dd00000003'])('a list of events may have any head: %s', (head) => {
  const event = `81a474797065a3${Buffer.from('RAW').toString('hex')}`;
  const [frame] = read('msgpack', framed(bytesOf(head + event.repeat(3))));
  expect(JSON.parse(frame?.data ?? '')).toEqual(Array(3).fill({ type: 'RAW' }));
});

it('MessagePack of another library is read: numbers with all digits, bytes as Base64, an event without an id', () => {
  // Written by @msgpack/msgpack 3.1.3.
  const payload =
    '83a474797065a6435553544f4da46e616d65a16ea576616c75659bcf8000000000000001d3c000000000000000cb3ff8000000000000c40300ff10c0c3a6c3a9f09f9880fbce00011170d9287878787878787878787878787878787878787878787878787878787878787878787878787878787881a16180';
  const x = 'x'.repeat(40);
  expect(read('msgpack', framed(bytesOf(payload)))).toEqual([
    {
      data: `{"type":"CUSTOM","name":"n","value":[9223372036854775809,-4611686018427387904,1.5,"AP8Q",null,true,"é😀",-5,70000,"${x}",{"a":{}}]}`,
    },
  ]);
});

it.each([
  // A list of two: an unsigned number of 64 bits, and {}.
  ['92cf002000000000000180', '9007199254740993'],
  ['92d3ffdfffffffffffff80', '-9007199254740993'],
  ['920780', '7'],
  ['92a3303037' + '80', '007'],
])('the id %s keeps its digits', (payload, id) => {
  expect(read('msgpack', framed(bytesOf(payload)))).toEqual([{ id, data: '{}' }]);
});

it.each(['92910180', '92c380'])('the id %s is none, and is reported', (payload) => {
  const [frame] = read('msgpack', framed(bytesOf(payload)));
  expect(frame).toEqual({ data: 'A binary frame: its id is neither a text nor a number.' });
});

it('Protocol Buffers of another library are read by the same schema', () => {
  // Written by protobufjs 8.8.1 with hai.proto.
  const payload =
    '0a0135125908071a036d2d3122074772c3bcc39f657a470a0576616c7565123e323c0a0b20818080808080808080010a09199a9999999999b93f0a0210010a0208000a05420300ff100a0b3a090a070a016b12022a000a023a000a023200';
  expect(read('protobuf', framed(bytesOf(payload)))).toEqual([
    {
      id: '5',
      data: '{"type":"BUSINESS_DATA_CONTENT","messageId":"m-1","delta":"Grüße","value":[-4611686018427387905,0.1,true,null,"AP8Q",{"k":""},{},[]]}',
    },
  ]);
});

it('Protocol Buffers with unknown fields are read without them', () => {
  const event = encodeBinaryFrame('protobuf', { id: '4', json: '{"type":"RUN_FINISHED"}' });
  // Field 9, a text "later", and field 10, a varint of ten bytes.
  const unknown = bytesOf('4a056c6174657250ffffffffffffffffff01');
  const frame = framed(Uint8Array.from([...event.subarray(4), ...unknown]));
  expect(read('protobuf', frame)).toEqual([{ id: '4', data: '{"type":"RUN_FINISHED"}' }]);
});

it('the format is negotiated by the media type', () => {
  const { msgpack, protobuf } = binaryMediaTypes;
  expect(binaryFormatOf(`${msgpack.toUpperCase()}; charset=binary`)).toBe('msgpack');
  expect(binaryFormatOf('text/event-stream')).toBeNull();
  expect(acceptedBinary(`text/event-stream, ${protobuf};q=0.8, ${msgpack}`)).toBe('protobuf');
  expect(acceptedBinary(`${protobuf};q=0, ${msgpack};q=0.5`)).toBe('msgpack');
  expect(acceptedBinary('*/*')).toBeNull();
});
