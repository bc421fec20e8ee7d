import { faultAt } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import type { Decoded, Decoder } from '../decoded.ts';
import { inspectJson, type JsonEvent, type JsonText, parseJsonText } from '../json-text.ts';
import { say } from '../statements.ts';

/**
 * The part of a decoder that every protocol of JSON events shares: text to values, values to objects with a `type`.
 * `decodeEvent` adds the events of one such object to `out`.
 */
export function createFrameDecoder(decodeEvent: (event: JsonEvent, out: Decoded) => void): Decoder {
  const decodeAll = ({ values, problems, refused }: JsonText): Decoded => {
    const out: Decoded = { events: [], issues: [], refused: refused ?? 0 };
    for (const problem of problems) out.issues.push(faultAt('', problem));
    for (const value of values.flat()) {
      if (isTyped(value)) decodeEvent(value, out);
      else {
        out.issues.push(faultAt('/type', say('frame.no-type')));
        out.refused += 1;
      }
    }
    if (out.events.length > 0) return out;
    out.refused ||= 1;
    if (out.issues.length === 0) out.issues.push(faultAt('', say('frame.no-event')));
    return out;
  };

  return {
    decode: (data) => decodeAll(parseJsonText(withoutByteOrderMark(data))),
    decodeValue: (json) => decodeAll(inspectJson(json)),
  };
}

const isTyped = (value: unknown): value is JsonEvent =>
  isObject(value) && typeof value['type'] === 'string';

const withoutByteOrderMark = (text: string): string =>
  text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
