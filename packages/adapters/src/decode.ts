import type { Decoded, Decoder } from '@countersign/hai/decoded';
import { isKnownType } from '@countersign/hai/decoder';
import { normalise } from '@countersign/hai/dialect';
import { createIdFiller } from '@countersign/hai/fill-ids';
import { createFrameDecoder } from '@countersign/hai/frames/frame-decoder';
import type { JsonEvent } from '@countersign/hai/json-text';
import { validateEvent } from '@countersign/hai/validate';
import { faultAt } from '@countersign/json/fault';
import type { JsonObject } from '@countersign/json/json-object';
import { createChunkExpander } from './ag-ui/chunks.ts';
import { carriedEvent } from './ag-ui/hai-carrier.ts';
import { attribute, createSubagents } from './ag-ui/subagents.ts';
import { toHai } from './ag-ui/to-hai.ts';

/**
 * Reads HAI and AG-UI 1.0 in one stream, event by event, independent of the declared protocol; nothing is dropped, never throws.
 * Types of both protocols have the same meaning. Gen UI as text is only read in HAI types: AG-UI's text is text. `agentId` is
 * the name of the main agent, used as the parent of its subagents; `idPrefix` is put before generated ids.
 *
 * @example createEventDecoder().decode('{"type":"TEXT_MESSAGE_CHUNK","delta":"Hi"}').events // a start and a content
 */
export function createEventDecoder(options: { agentId?: string; idPrefix?: string } = {}): Decoder {
  const idPrefix = options.idPrefix ?? '';
  const expandChunks = createChunkExpander(idPrefix);
  const fillIds = createIdFiller(idPrefix);
  const subagents = createSubagents(options.agentId ?? 'agent');

  const inHai = (event: JsonEvent, out: Decoded): JsonObject[] => {
    const translated = toHai(event, subagents);
    if (translated !== null) return translated;
    // The vocabulary is open: an unknown type is not a fault.
    if (!isKnownType(event.type)) return [{ type: 'RAW', event }];
    return normalise(attribute(event, subagents), (path, said) => {
      out.issues.push(faultAt(path, said));
    });
  };

  return createFrameDecoder((value, out) => {
    const carried = carriedEvent(value);
    if (carried !== null) {
      if (value.type === 'SUBAGENT_STARTED') subagents.learn(value['subagentRunId'], value['name']);
      validateEvent(carried, out);
      return;
    }
    for (const plain of expandChunks(value)) {
      for (const event of inHai(plain, out)) validateEvent(fillIds(event), out);
    }
  });
}
