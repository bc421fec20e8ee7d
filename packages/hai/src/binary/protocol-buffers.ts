import { isObject, type JsonObject } from '@countersign/json/json-object';
import { toBase64 } from './base64.ts';
import { BinaryFault } from './binary-fault.ts';
import type { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { jsonNumber, maxBinaryDepth } from './json-number.ts';

/**
 * The numbers of event types in Protocol Buffers: the place in this list, the first is 1. New types are added at the end; a
 * type that is not listed is sent by its name.
 */
const numberedTypes: readonly string[] = [
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'STEP_STARTED',
  'STEP_FINISHED',
  'BUSINESS_DATA_START',
  'BUSINESS_DATA_CONTENT',
  'BUSINESS_DATA_END',
  'AGENT_COLLABORATIVE_MESSAGE_START',
  'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
  'AGENT_COLLABORATIVE_MESSAGE_END',
  'TOOL_CALL_START',
  'TOOL_CALL_ARGS',
  'TOOL_CALL_END',
  'TOOL_CALL_RESULT',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'MESSAGE_SNAPSHOT',
  'CUSTOM',
  'RAW',
];

/** Members of events that are texts and have a number in Protocol Buffers of their own. */
const numberedMembers: ReadonlyMap<string, number> = new Map([
  ['messageId', 3],
  ['delta', 4],
  ['role', 5],
  ['toolCallId', 6],
  ['toolCallName', 7],
  ['threadId', 8],
  ['runId', 9],
  ['name', 10],
  ['stepName', 11],
  ['blockId', 12],
]);

// The schema is hai.proto.

const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;
const memberNames = new Map([...numberedMembers].map(([name, field]) => [field, name]));
const otherMember = 15;

/** Calls `read` for each field; one that it does not read (false) is skipped. */
function eachField(reader: ByteReader, read: (field: number, type: number) => boolean): void {
  while (!reader.isAtEnd) {
    const tag = reader.size();
    const [field, type] = [tag >>> 3, tag & 7];
    if (field === 0) throw new BinaryFault('a field has no number');
    if (read(field, type)) continue;
    if (type === wire.varint) reader.varint();
    else if (type === wire.fixed64) reader.skip(8);
    else if (type === wire.bytes) reader.skip(reader.size());
    else if (type === wire.fixed32) reader.skip(4);
    else throw new BinaryFault(`a field has the wire type ${type}`);
  }
}

const textOf = (reader: ByteReader): string => reader.text(reader.size());

/** The id of a frame, and the JSON text of its event. @throws BinaryFault */
export function protobufFrameToJson(reader: ByteReader): { id: string; json: string } {
  let id = '';
  let json: string | null = null;
  eachField(reader, (field, type) => {
    if (type !== wire.bytes) return false;
    if (field === 1) id = textOf(reader);
    else if (field === 2) json = reader.within(reader.size(), () => eventToJson(reader));
    else return false;
    return true;
  });
  if (json === null) throw new BinaryFault('it has no event');
  return { id, json };
}

function eventToJson(reader: ByteReader): string {
  let name = '';
  let members = '';
  eachField(reader, (field, type) => {
    if (field === 1 && type === wire.varint) name = numberedTypes[reader.size() - 1] ?? '';
    else if (type !== wire.bytes) return false;
    else if (field === 2) name = textOf(reader);
    else if (field === otherMember)
      members += `,${reader.within(reader.size(), () => memberToJson(reader, 1))}`;
    else {
      const member = memberNames.get(field);
      if (member === undefined) return false;
      members += `,"${member}":${JSON.stringify(textOf(reader))}`;
    }
    return true;
  });
  return `{"type":${JSON.stringify(name)}${members}}`;
}

function memberToJson(reader: ByteReader, depth: number): string {
  let name = '';
  let value = 'null';
  eachField(reader, (field, type) => {
    if (type !== wire.bytes) return false;
    if (field === 1) name = textOf(reader);
    else if (field === 2) value = reader.within(reader.size(), () => valueToJson(reader, depth));
    else return false;
    return true;
  });
  return `${JSON.stringify(name)}:${value}`;
}

function valueToJson(reader: ByteReader, depth: number): string {
  if (depth > maxBinaryDepth) throw new BinaryFault('it is nested too deeply');
  let json = 'null';
  eachField(reader, (field, type) => {
    if (field === 1 && type === wire.varint) {
      reader.varint();
      json = 'null';
    } else if (field === 2 && type === wire.varint) json = reader.varint() === 0 ? 'false' : 'true';
    else if (field === 3 && type === wire.fixed64) json = jsonNumber(reader.float64(true));
    else if (field === 4 && type === wire.varint) json = zigzag(reader.varint());
    else if (type !== wire.bytes) return false;
    else if (field === 5) json = JSON.stringify(textOf(reader));
    else if (field === 6) json = reader.within(reader.size(), () => listToJson(reader, depth));
    else if (field === 7) json = reader.within(reader.size(), () => objectToJson(reader, depth));
    else if (field === 8) json = `"${toBase64(reader.bytes(reader.size()))}"`;
    else return false;
    return true;
  });
  return json;
}

function zigzag(value: number | bigint): string {
  if (typeof value === 'number') {
    return String(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
  }
  return String(value % 2n === 0n ? value / 2n : -(value + 1n) / 2n);
}

function listToJson(reader: ByteReader, depth: number): string {
  let json = '';
  eachField(reader, (field, type) => {
    if (field !== 1 || type !== wire.bytes) return false;
    json += `${json === '' ? '' : ','}${reader.within(reader.size(), () => valueToJson(reader, depth + 1))}`;
    return true;
  });
  return `[${json}]`;
}

function objectToJson(reader: ByteReader, depth: number): string {
  let json = '';
  eachField(reader, (field, type) => {
    if (field !== 1 || type !== wire.bytes) return false;
    json += `${json === '' ? '' : ','}${reader.within(reader.size(), () => memberToJson(reader, depth + 1))}`;
    return true;
  });
  return `{${json}}`;
}

const tag = (writer: ByteWriter, field: number, type: number) => writer.varint(field * 8 + type);

function writeText(writer: ByteWriter, field: number, text: string): void {
  tag(writer, field, wire.bytes);
  writer.text(text, (length) => writer.varint(length));
}

function writePart(writer: ByteWriter, field: number, write: (part: ByteWriter) => void): void {
  const part = new ByteWriter();
  write(part);
  tag(writer, field, wire.bytes);
  writer.varint(part.length);
  writer.append(part.taken());
}

/** Writes a frame. Members that are undefined are left out. */
export function writeProtobufFrame(writer: ByteWriter, id: string, event: JsonObject): void {
  if (id !== '') writeText(writer, 1, id);
  writePart(writer, 2, (part) => writeEvent(part, event));
}

function writeEvent(writer: ByteWriter, event: JsonObject): void {
  for (const [name, value] of Object.entries(event)) {
    if (value === undefined) continue;
    if (name === 'type') writeType(writer, String(value));
    else {
      const field = numberedMembers.get(name);
      if (field !== undefined && typeof value === 'string') writeText(writer, field, value);
      else writePart(writer, otherMember, (part) => writeMember(part, name, value));
    }
  }
}

function writeType(writer: ByteWriter, type: string): void {
  const number = numberedTypes.indexOf(type) + 1;
  if (number === 0) writeText(writer, 2, type);
  else writeVarint(writer, 1, number);
}

function writeVarint(writer: ByteWriter, field: number, value: number): void {
  tag(writer, field, wire.varint);
  writer.varint(value);
}

function writeMember(writer: ByteWriter, name: string, value: unknown): void {
  writeText(writer, 1, name);
  writePart(writer, 2, (part) => writeValue(part, value));
}

function writeValue(writer: ByteWriter, value: unknown): void {
  if (typeof value === 'string') writeText(writer, 5, value);
  else if (typeof value === 'boolean') writeVarint(writer, 2, value ? 1 : 0);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (Array.isArray(value)) {
    writePart(writer, 6, (list) => {
      for (const one of value) writePart(list, 1, (part) => writeValue(part, one));
    });
  } else if (isObject(value)) {
    writePart(writer, 7, (object) => {
      for (const [name, member] of Object.entries(value)) {
        if (member !== undefined) writePart(object, 1, (part) => writeMember(part, name, member));
      }
    });
  } else writeVarint(writer, 1, 0);
}

/** Beyond this a number doubled would not be exact any more. */
const maxInteger = 2 ** 52;

function writeNumber(writer: ByteWriter, value: number): void {
  if (Number.isInteger(value) && Math.abs(value) < maxInteger && !Object.is(value, -0)) {
    writeVarint(writer, 4, value >= 0 ? value * 2 : -value * 2 - 1);
  } else {
    tag(writer, 3, wire.fixed64);
    writer.float64(value, true);
  }
}
