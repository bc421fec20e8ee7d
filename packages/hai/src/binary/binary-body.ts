import { isObject, type JsonObject } from '@countersign/json/json-object';
import { readAccept } from '../accept.ts';
import { encodeComment, encodeFrame } from '../sse.ts';
import { BinaryFault } from './binary-fault.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { listHead, listToJson, messagePackToJson, writeMessagePack } from './message-pack.ts';
import { protobufFrameToJson, writeProtobufFrame } from './protocol-buffers.ts';

/** The media types of HAI over HTTP binary. */
export const binaryMediaTypes = {
  msgpack: 'application/vnd.hai.events+msgpack',
  protobuf: 'application/vnd.hai.events+protobuf',
} as const;

export type BinaryFormat = keyof typeof binaryMediaTypes;

/** The format of a media type; null = it is none of these. Parameters are ignored. */
export function binaryFormatOf(contentType: string): BinaryFormat | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === binaryMediaTypes.msgpack) return 'msgpack';
  return type === binaryMediaTypes.protobuf ? 'protobuf' : null;
}

/** The first format that an Accept header lists and does not exclude; null = none of them. */
export function acceptedBinary(accept: string): BinaryFormat | null {
  for (const [range, quality] of readAccept(accept)) {
    const format = binaryFormatOf(range);
    if (format !== null && quality > 0) return format;
  }
  return null;
}

/**
 * A body of frames, each behind its length in four bytes (big-endian). It becomes the text of server-sent events, so that
 * everything behind it (the decoder, the limits, what is reported) is the same for all formats.
 */
export interface BinaryBody {
  /**
   * Bytes, split anywhere; the text of the frames that they complete. When what follows cannot be found, the frames before it are
   * returned, and the next call throws, also one without bytes.
   *
   * @throws BinaryFault
   */
  read(bytes: Uint8Array): string;
  /** The body has ended within a frame. */
  isUnfinished(): boolean;
}

export interface BinaryBodyOptions {
  format: BinaryFormat;
  /** Frames above this size (bytes) are skipped and reported in their place. Default 1 Mi. */
  maxFrameBytes?: number;
}

const defaultMaxFrameBytes = 1024 * 1024;
/** A greater length is invalid: the body has another format. */
const maxLength = 256 * 1024 * 1024;

export function createBinaryBody(options: BinaryBodyOptions): BinaryBody {
  const { format, maxFrameBytes = defaultMaxFrameBytes } = options;
  const head = new Uint8Array(4);
  let headLength = 0;
  /** The frame that is being received; null = it is skipped, or its length is not known yet. */
  let frame: Uint8Array | null = null;
  let filled = 0;
  let toSkip = 0;
  /** What follows cannot be found. */
  let fault: BinaryFault | null = null;

  const begin = (length: number): string => {
    if (length > maxLength) {
      fault = new BinaryFault(
        `It announced a frame of ${length} bytes: it is no ${format} of HAI.`,
      );
      return '';
    }
    headLength = 0;
    // An empty frame keeps the connection open.
    if (length === 0) return encodeComment('ping');
    if (length <= maxFrameBytes) {
      frame = new Uint8Array(length);
      filled = 0;
      return '';
    }
    toSkip = length;
    return unreadable(`it has ${length} bytes, and the limit is ${maxFrameBytes}`);
  };

  return {
    read(bytes) {
      if (fault !== null) throw fault;
      let text = '';
      for (let at = 0; at < bytes.length && fault === null; ) {
        if (toSkip > 0) {
          const skipped = Math.min(toSkip, bytes.length - at);
          toSkip -= skipped;
          at += skipped;
        } else if (frame === null && headLength === 0 && bytes.length - at >= 4) {
          const length = uint32At(bytes, at);
          const end = at + 4 + length;
          if (length > 0 && length <= maxFrameBytes && end <= bytes.length) {
            // Nearly all frames: whole, and small.
            text += textOfFrame(format, bytes.subarray(at + 4, end));
            at = end;
          } else {
            at += 4;
            text += begin(length);
          }
        } else if (frame === null) {
          head[headLength] = bytes[at] ?? 0;
          headLength += 1;
          at += 1;
          if (headLength === 4) text += begin(uint32At(head, 0));
        } else {
          const piece = bytes.subarray(at, at + frame.length - filled);
          frame.set(piece, filled);
          filled += piece.length;
          at += piece.length;
          if (filled < frame.length) continue;
          text += textOfFrame(format, frame);
          frame = null;
        }
      }
      // The events in front of it have been received.
      if (fault !== null && text === '') throw fault;
      return text;
    },
    isUnfinished: () => fault !== null || headLength > 0 || frame !== null || toSkip > 0,
  };
}

const uint32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 0x100_0000 +
  ((bytes[at + 1] ?? 0) << 16) +
  ((bytes[at + 2] ?? 0) << 8) +
  (bytes[at + 3] ?? 0);

/** In place of a frame: no JSON, so that the decoder reports it with its text. */
const unreadable = (why: string): string => encodeFrame({ data: `A binary frame: ${why}.` });

function textOfFrame(format: BinaryFormat, bytes: Uint8Array): string {
  try {
    const reader = new ByteReader(bytes);
    const { id, json } =
      format === 'msgpack' ? messagePackFrameToJson(reader) : protobufFrameToJson(reader);
    if (!reader.isAtEnd) throw new BinaryFault('bytes follow its event');
    return encodeFrame({ ...(id === '' ? {} : { id }), data: json });
  } catch (error) {
    if (error instanceof BinaryFault) return unreadable(error.message);
    throw error;
  }
}

/** A list of an id (text, number or nil) and an event; or events alone. */
function messagePackFrameToJson(reader: ByteReader): { id: string; json: string } {
  const count = listHead(reader);
  if (count === null) return { id: '', json: messagePackToJson(reader) };
  if (count !== 2) return { id: '', json: listToJson(reader, count) };
  const id = messagePackToJson(reader);
  const json = messagePackToJson(reader);
  if (id.startsWith('{')) return { id: '', json: `[${id},${json}]` };
  return { id: idIn(id), json };
}

/** The id that JSON text means; a number keeps its digits. */
function idIn(json: string): string {
  if (json === 'null') return '';
  if (json.startsWith('"')) return String(JSON.parse(json));
  if (/^[-\d]/.test(json)) return json;
  throw new BinaryFault('its id is neither a text nor a number');
}

const listOfTwo = 0x92;

/** The bytes of one frame, its length included. `json`: the text of an event. */
export function encodeBinaryFrame(
  format: BinaryFormat,
  { id, json }: { id: string; json: string },
): Uint8Array<ArrayBuffer> {
  const event: unknown = JSON.parse(json);
  const writer = new ByteWriter();
  writer.uint32(0);
  if (format === 'msgpack') {
    writer.uint8(listOfTwo);
    writeMessagePack(writer, id === '' ? null : /^[1-9]\d{0,8}$/.test(id) ? Number(id) : id);
    writeMessagePack(writer, event);
  } else writeProtobufFrame(writer, id, asEvent(event));
  writer.uint32At(0, writer.length - 4);
  return writer.taken();
}

const asEvent = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A frame that keeps the connection open. */
export const emptyFrame = (): Uint8Array<ArrayBuffer> => new Uint8Array(4);
