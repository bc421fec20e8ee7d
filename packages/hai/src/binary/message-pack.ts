import { isObject } from '@countersign/json/json-object';
import { toBase64 } from './base64.ts';
import { BinaryFault } from './binary-fault.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { jsonNumber, maxBinaryDepth } from './json-number.ts';

/** The JSON text of one MessagePack value. Binary data becomes Base64. @throws BinaryFault for what JSON cannot hold */
export function messagePackToJson(reader: ByteReader, depth = 0): string {
  if (depth > maxBinaryDepth) throw new BinaryFault('it is nested too deeply');
  const type = reader.uint8();
  if (type < 0x80) return String(type);
  if (type < 0x90) return mapToJson(reader, type & 0x0f, depth);
  if (type < 0xa0) return listToJson(reader, type & 0x0f, depth);
  if (type < 0xc0) return JSON.stringify(reader.text(type & 0x1f));
  if (type >= 0xe0) return String(type - 0x100);
  const read = readers[type];
  if (read === undefined)
    throw new BinaryFault(`it has a value of the type 0x${type.toString(16)}`);
  return read(reader, depth);
}

type Read = (reader: ByteReader, depth: number) => string;

const text =
  (length: (reader: ByteReader) => number): Read =>
  (reader) =>
    JSON.stringify(reader.text(length(reader)));
const bytes =
  (length: (reader: ByteReader) => number): Read =>
  (reader) =>
    `"${toBase64(reader.bytes(length(reader)))}"`;
const number =
  (value: (reader: ByteReader) => number | bigint): Read =>
  (reader) =>
    jsonNumber(value(reader));

const readers: Readonly<Record<number, Read>> = {
  192: () => 'null',
  194: () => 'false',
  195: () => 'true',
  196: bytes((reader) => reader.uint8()),
  197: bytes((reader) => reader.uint16()),
  198: bytes((reader) => reader.uint32()),
  202: number((reader) => reader.float32()),
  203: number((reader) => reader.float64()),
  204: number((reader) => reader.uint8()),
  205: number((reader) => reader.uint16()),
  206: number((reader) => reader.uint32()),
  207: number((reader) => reader.uint64()),
  208: number((reader) => reader.int8()),
  209: number((reader) => reader.int16()),
  210: number((reader) => reader.int32()),
  211: number((reader) => reader.int64()),
  217: text((reader) => reader.uint8()),
  218: text((reader) => reader.uint16()),
  219: text((reader) => reader.uint32()),
  220: (reader, depth) => listToJson(reader, reader.uint16(), depth),
  221: (reader, depth) => listToJson(reader, reader.uint32(), depth),
  222: (reader, depth) => mapToJson(reader, reader.uint16(), depth),
  223: (reader, depth) => mapToJson(reader, reader.uint32(), depth),
};

/** Reads the head of a list, which a writer may write in three forms; null = something else follows, and nothing was read. */
export function listHead(reader: ByteReader): number | null {
  const type = reader.peek();
  if (type === 0xdc || type === 0xdd) {
    reader.uint8();
    return type === 0xdc ? reader.uint16() : reader.uint32();
  }
  return type >= 0x90 && type < 0xa0 ? reader.uint8() & 0x0f : null;
}

/** The members of a list behind its head, as JSON text. */
export function listToJson(reader: ByteReader, count: number, depth = 0): string {
  let json = '[';
  for (let index = 0; index < count; index += 1) {
    if (index > 0) json += ',';
    json += messagePackToJson(reader, depth + 1);
  }
  return `${json}]`;
}

function mapToJson(reader: ByteReader, count: number, depth: number): string {
  let json = '{';
  for (let index = 0; index < count; index += 1) {
    const key = messagePackToJson(reader, depth + 1);
    if (!key.startsWith('"')) throw new BinaryFault('a map has a key that is no text');
    json += `${index > 0 ? ',' : ''}${key}:${messagePackToJson(reader, depth + 1)}`;
  }
  return `${json}}`;
}

/** Writes a JSON value. Members that are undefined are left out. */
export function writeMessagePack(writer: ByteWriter, value: unknown): void {
  if (typeof value === 'string') writer.text(value, (length) => writeTextHead(writer, length));
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'boolean') writer.uint8(value ? 0xc3 : 0xc2);
  else if (Array.isArray(value)) {
    writeHead(writer, value.length, [0x90, 0xdc]);
    for (const one of value) writeMessagePack(writer, one);
  } else if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    writeHead(writer, members.length, [0x80, 0xde]);
    for (const [key, member] of members) {
      writeMessagePack(writer, key);
      writeMessagePack(writer, member);
    }
  } else writer.uint8(0xc0);
}

/** The head of a list or a map. `types`: for up to 15 members, and for a count of 16 bits; that of 32 bits follows it. */
function writeHead(writer: ByteWriter, count: number, types: readonly [number, number]): void {
  if (count < 16) writer.uint8(types[0] | count);
  else if (count < 0x1_0000) {
    writer.uint8(types[1]);
    writer.uint16(count);
  } else {
    writer.uint8(types[1] + 1);
    writer.uint32(count);
  }
}

function writeTextHead(writer: ByteWriter, length: number): void {
  if (length < 32) writer.uint8(0xa0 | length);
  else if (length < 0x100) {
    writer.uint8(0xd9);
    writer.uint8(length);
  } else if (length < 0x1_0000) {
    writer.uint8(0xda);
    writer.uint16(length);
  } else {
    writer.uint8(0xdb);
    writer.uint32(length);
  }
}

function writeNumber(writer: ByteWriter, value: number): void {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    writer.uint8(0xcb);
    writer.float64(value);
  } else if (value >= -32 && value < 0x80) writer.uint8(value & 0xff);
  else if (value >= 0 && value <= 0xffff_ffff) {
    writer.uint8(0xce);
    writer.uint32(value);
  } else {
    writer.uint8(0xd3);
    writer.int64(BigInt(value));
  }
}
