import { faultAt } from '@countersign/json/fault';
import type { Decoder } from './decoded.ts';
import { type Note, normalise } from './dialect.ts';
import { eventSchema } from './event.ts';
import { createIdFiller } from './fill-ids.ts';
import { createFrameDecoder } from './frames/frame-decoder.ts';
import { validateEvent } from './validate.ts';

export type { Decoder };

const knownTypes: ReadonlySet<string> = new Set([
  ...eventSchema.options.map((option) => option.shape.type.value),
  'MESSAGES_SNAPSHOT',
]);

/** Whether HAI has an event of this type; the vocabulary is open, so that an unknown one is no fault. */
export const isKnownType = (type: string): boolean => knownTypes.has(type);

/**
 * Reads HAI as the specification and its demo server send it (docs/protocol/events.md); lenient, never throws.
 * Event types it does not know become RAW. `idPrefix` is the prefix of generated ids.
 *
 * @example createDecoder().decode('{"type":"BUSINESS_DATA_CONTENT","delta":"Hi"}').events
 */
export function createDecoder(options: { idPrefix?: string } = {}): Decoder {
  const fillIds = createIdFiller(options.idPrefix ?? '');
  return createFrameDecoder((value, out) => {
    const note: Note = (path, said) => void out.issues.push(faultAt(path, said));
    if (!isKnownType(value.type)) {
      out.events.push({ type: 'RAW', event: value });
      return;
    }
    for (const event of normalise(value, note)) validateEvent(fillIds(event), out);
  });
}
