import type { HaiEventOf, Output } from '@countersign/hai/event';
import type { Draft } from './draft.ts';
import { isObject, type JsonObject, numberOr, stringOr } from './json-object.ts';
import type { Part } from './thread.ts';
import { lookup } from './thread-index.ts';
import { mergeToolLists } from './tool-list.ts';

type Content = HaiEventOf<'BUSINESS_DATA_CONTENT'>;
/** Where a piece belongs: outputs that share a block id are shown in one block. */
type Place = { blockId?: string; background?: string };

/** Adds one delta to a message: text and thinking grow, tool lists merge by id, everything else is a part of its own. */
export function appendDelta(draft: Draft, position: number, event: Content): void {
  const parts = draft.parts(position);
  const { delta } = event;
  if (typeof delta === 'string') {
    appendText(draft, parts, delta, event.blockId);
    return;
  }
  appendOutput(draft, position, parts, { output: delta.output, place: placeOf(event, delta) });
}

function placeOf(event: Content, delta: JsonObject): Place {
  const style = isObject(event.style) ? event.style : delta['style'];
  const blockId = stringOr(event.blockId, stringOr(delta['blockId'], undefined));
  const background = isObject(style) ? stringOr(style['background'], undefined) : undefined;
  return {
    ...(blockId === undefined ? {} : { blockId }),
    ...(background === undefined ? {} : { background }),
  };
}

function appendText(draft: Draft, parts: Part[], text: string, blockId: string | undefined): void {
  if (text === '') return;
  const last = parts[parts.length - 1];
  if (last?.kind === 'text' && last.blockId === blockId) {
    const part = draft.lastPart(parts);
    if (part?.kind === 'text') part.text += text;
    return;
  }
  draft.addPart(parts, { kind: 'text', text, ...(blockId === undefined ? {} : { blockId }) });
}

function appendThinking(draft: Draft, parts: Part[], data: JsonObject, place: Place): void {
  const last = parts[parts.length - 1];
  const text = stringOr(data['content'], '');
  const grows = last?.kind === 'thinking' && last.blockId === place.blockId;
  const part = grows ? draft.lastPart(parts) : undefined;
  if (part?.kind === 'thinking') {
    part.text += text;
    part.elapsedSeconds = numberOr(data['elapsed'], part.elapsedSeconds);
    part.thinking = data['thinking'] === true;
    if (typeof data['collapse'] === 'boolean') part.collapse = data['collapse'];
    return;
  }
  draft.addPart(parts, {
    kind: 'thinking',
    text,
    elapsedSeconds: numberOr(data['elapsed'], null),
    thinking: data['thinking'] === true,
    collapse: data['collapse'] === true,
    ...(place.blockId === undefined ? {} : { blockId: place.blockId }),
  });
}

function appendOutput(
  draft: Draft,
  position: number,
  parts: Part[],
  { output, place }: { output: Output; place: Place },
): void {
  const data = isObject(output['data']) ? output['data'] : output;
  if (output.type === 'text') {
    appendText(draft, parts, stringOr(data['content'], ''), place.blockId);
    return;
  }
  if (output.type === 'thinking' || output.type === 'think') {
    appendThinking(draft, parts, data, place);
    return;
  }
  const id = output.type === 'toolCallShow' ? output['id'] : undefined;
  if (typeof id === 'string') {
    const key = lookup.toolList(position, id);
    const known = draft.index.toolLists.get(key);
    const earlier = known === undefined ? undefined : parts[known];
    if (known !== undefined && earlier?.kind === 'output') {
      parts[known] = { ...earlier, ...place, output: mergeToolLists(earlier.output, output) };
      return;
    }
    draft.index.toolLists.set(key, parts.length);
  }
  draft.addPart(parts, { kind: 'output', output, ...place });
}
