import { gzipSync } from 'node:zlib';
import { createBinaryBody, encodeBinaryFrame } from '@countersign/hai/binary/binary-body';
import { createDecoder } from '@countersign/hai/decoder';
import type { HaiEvent } from '@countersign/hai/event';
import { createSseParser, encodeFrame } from '@countersign/hai/sse';
import { median, printTable, processorClock, rate, ratio } from './table.ts';
import { workloads } from './workloads.ts';

const rounds = 7;
/** As many events as one connection usually delivers at a time. */
const perChunk = 64;

const formats = ['sse', 'msgpack', 'protobuf'] as const;
type Format = (typeof formats)[number];

const encoder = new TextEncoder();

/** The events as they are sent, with ids, in chunks. */
function encoded(format: Format, events: readonly HaiEvent[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < events.length; at += perChunk) {
    const frames = events.slice(at, at + perChunk).map((event, index) => {
      const id = String(at + index + 1);
      const json = JSON.stringify(event);
      return format === 'sse'
        ? encoder.encode(encodeFrame({ id, data: json }))
        : encodeBinaryFrame(format, { id, json });
    });
    chunks.push(Buffer.concat(frames));
  }
  return chunks;
}

/** The same way as on the server: bytes to text, text to frames, frames to events. Returns the number of events. */
function decoded(format: Format, chunks: readonly Uint8Array[]): number {
  const decoder = createDecoder();
  let count = 0;
  const parser = createSseParser({
    onFrame: ({ data }) => {
      count += decoder.decode(data).events.length;
    },
  });
  const text = new TextDecoder();
  const body = format === 'sse' ? null : createBinaryBody({ format });
  for (const chunk of chunks) {
    parser.feed(body === null ? text.decode(chunk, { stream: true }) : body.read(chunk));
  }
  return count;
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`;

interface Measured {
  bytes: number;
  zipped: number;
  encode: number[];
  decode: number[];
}

function measureRound(format: Format, events: readonly HaiEvent[], into: Measured): void {
  const encoding = processorClock();
  const chunks = encoded(format, events);
  into.encode.push(events.length / encoding());
  const decoding = processorClock();
  const count = decoded(format, chunks);
  into.decode.push(events.length / decoding());
  if (count !== events.length) throw new Error(`${format}: ${count} of ${events.length} events`);
  const whole = Buffer.concat(chunks);
  into.bytes = whole.length;
  into.zipped = gzipSync(whole).length;
}

/** HAI as server-sent events and in its binary formats: bytes on the wire, and processor time to write and to read it. */
export function benchFormats(): void {
  process.stdout.write('Formats of HAI\n\n');
  const rows = workloads()
    .filter(({ name }) => !name.includes('after'))
    .flatMap(({ name, history, events: after }) => {
      const events = [...history, ...after];
      const empty = (): Measured => ({ bytes: 0, zipped: 0, encode: [], decode: [] });
      const measured = { sse: empty(), msgpack: empty(), protobuf: empty() };
      for (let round = 0; round <= rounds; round += 1) {
        // The first one warms up.
        for (const format of formats) {
          measureRound(format, events, round === 0 ? empty() : measured[format]);
        }
      }
      return formats.map((format) => {
        const { bytes, zipped, encode, decode } = measured[format];
        const isBase = format === 'sse';
        return [
          isBase ? name : '',
          format,
          kilobytes(bytes),
          isBase ? '' : `${Math.round((100 * bytes) / measured.sse.bytes)} %`,
          kilobytes(zipped),
          rate(median(encode)),
          isBase ? '' : ratio(encode, measured.sse.encode),
          rate(median(decode)),
          isBase ? '' : ratio(decode, measured.sse.decode),
        ];
      });
    });
  printTable(
    ['', 'format', 'bytes', 'of SSE', 'gzip', 'write/s', 'of SSE', 'read/s', 'of SSE'],
    rows,
  );
}
