import type { Decoder } from '@countersign/hai/decoded';
import { createIdFiller } from '@countersign/hai/fill-ids';
import { createFrameDecoder } from '@countersign/hai/frame-decoder';
import { validateEvent } from '@countersign/hai/validate';
import { carriedEvent } from './carried.ts';
import { createChunkExpander } from './chunks.ts';
import { createSubagents } from './subagents.ts';
import { toHai } from './to-hai.ts';

/**
 * Reads AG-UI 1.0 events as HAI (HAI section 3, last column); nothing is dropped, never throws.
 * `agentId` names the main agent where a subagent's parent must be named; `idPrefix` goes before ids it has to make up.
 *
 * @example createAgUiDecoder().decode('{"type":"TEXT_MESSAGE_CHUNK","delta":"Hi"}').events // a start and a content
 */
export function createAgUiDecoder(options: { agentId?: string; idPrefix?: string } = {}): Decoder {
  const idPrefix = options.idPrefix ?? '';
  const expandChunks = createChunkExpander(idPrefix);
  const fillIds = createIdFiller(idPrefix);
  const subagents = createSubagents(options.agentId ?? 'agent');

  return createFrameDecoder((value, out) => {
    const carried = carriedEvent(value);
    if (carried !== null) {
      if (value.type === 'SUBAGENT_STARTED') subagents.learn(value['subagentRunId'], value['name']);
      validateEvent(carried, out);
      return;
    }
    for (const plain of expandChunks(value)) {
      const { events, isKnown } = toHai(plain, subagents);
      if (!isKnown) {
        const message = `unknown AG-UI event type ${plain.type.slice(0, 100)}`;
        out.issues.push({ path: '/type', message });
      }
      for (const event of events) validateEvent(fillIds(event), out);
    }
  });
}
