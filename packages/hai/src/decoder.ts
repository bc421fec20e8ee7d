import type { Decoded, Decoder, Issue } from './decoded.ts';
import { normalise } from './dialect.ts';
import { eventSchema } from './event.ts';
import { createIdFiller } from './fill-ids.ts';
import {
  inspectJson,
  isObject,
  type JsonObject,
  type JsonText,
  parseJsonText,
} from './json-text.ts';
import { pointer, repair } from './repair.ts';

export type { Decoded, Decoder, Issue };

const knownTypes: ReadonlySet<unknown> = new Set([
  ...eventSchema.options.map((option) => option.shape.type.value),
  'MESSAGES_SNAPSHOT',
]);

/**
 * Reads HAI as the specification and its demo server send it (HAI sections 3 and 4); lenient, never throws.
 * Event types it does not know become RAW with an issue. `idPrefix` goes before ids it has to make up.
 *
 * @example createDecoder().decode('{"type":"BUSINESS_DATA_CONTENT","delta":"Hi"}').events
 */
export function createDecoder(options: { idPrefix?: string } = {}): Decoder {
  const fillIds = createIdFiller(options.idPrefix ?? '');

  const decodeEvent = (value: unknown, out: Decoded): void => {
    const note = (path: string, message: string) => void out.issues.push({ path, message });
    if (!isObject(value) || typeof value['type'] !== 'string') {
      note('/type', 'not an event: an object with a type was expected');
      return;
    }
    if (!knownTypes.has(value['type'])) {
      note('/type', `unknown event type ${value['type'].slice(0, 100)}`);
      out.events.push({ type: 'RAW', event: value });
      return;
    }
    for (const event of normalise(value, note)) validate(fillIds(event), out);
  };

  const decodeAll = ({ values, problems }: JsonText): Decoded => {
    const out: Decoded = { events: [], issues: [] };
    for (const problem of problems) out.issues.push({ path: '', message: problem });
    for (const value of values.flat()) decodeEvent(value, out);
    if (values.length > 0 && out.events.length === 0 && out.issues.length === 0) {
      out.issues.push({ path: '', message: 'no event in the frame' });
    }
    return out;
  };

  return {
    decode: (data) =>
      decodeAll(parseJsonText(data.charCodeAt(0) === 0xfeff ? data.slice(1) : data)),
    decodeValue: (json) => decodeAll(inspectJson(json)),
  };
}

function validate(event: JsonObject, out: Decoded): void {
  const first = eventSchema.safeParse(event);
  if (first.success) {
    out.events.push(first.data);
    return;
  }
  const mended = repair(event, first.error.issues);
  const second = eventSchema.safeParse(mended.event);
  if (second.success) {
    out.events.push(second.data);
    out.issues.push(...mended.remarks);
    return;
  }
  for (const issue of first.error.issues) {
    out.issues.push({ path: pointer(issue.path), message: issue.message });
  }
}
