import type { HaiEventOf, Output } from '@countersign/hai/event';
import { weightOf } from '@countersign/hai/weight';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { numberOr, stringOr } from '@countersign/json/or-else';
import type { Layout, Part } from '../thread.ts';
import { updatableKey } from '../thread-index.ts';
import type { Draft } from './draft.ts';
import { mergeOutputs, updatableId } from './updatable.ts';

const objects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The tools of a `toolCallShow` output (docs/protocol/events.md). */
const toolsOf = (output: Output): JsonObject[] =>
  isObject(output['data']) ? objects(output['data']['tools']) : [];

/** A later `toolCallShow` of the same id merged into the earlier one: members replaced, tools merged by id, new ones appended, at most `maxTools`. */
function mergeToolLists(earlier: Output, later: Output, maxTools: number): Output {
  const data = isObject(earlier['data']) ? earlier['data'] : {};
  const update = isObject(later['data']) ? later['data'] : {};
  const tools = new Map<unknown, JsonObject>();
  for (const [place, tool] of toolsOf(earlier).entries()) tools.set(tool['id'] ?? place, tool);
  for (const tool of toolsOf(later)) {
    const id = tool['id'] ?? tools.size;
    if (tools.size >= maxTools && !tools.has(id)) continue;
    tools.set(id, { ...tools.get(id), ...tool });
  }
  return { ...earlier, ...later, data: { ...data, ...update, tools: [...tools.values()] } };
}

type Content = HaiEventOf<'BUSINESS_DATA_CONTENT'>;
/** Where a piece belongs: outputs that share a block id are shown in one block. */
type Place = { blockId?: string; background?: string; layout?: Layout };

/** Adds one delta to a message: text and thinking grow, what has an id is updated in place, everything else is a part of its own. */
export function appendDelta(draft: Draft, position: number, event: Content): void {
  const parts = draft.parts(position);
  const { delta } = event;
  if (typeof delta === 'string') {
    draft.addChars(position, delta.length);
    appendText(draft, parts, delta, placeOf(event, {}));
    return;
  }
  appendOutput(draft, position, parts, { output: delta.output, place: placeOf(event, delta) });
}

function placeOf(event: Content, delta: JsonObject): Place {
  const style = isObject(event.style) ? event.style : delta['style'];
  const blockId = stringOr(event.blockId, stringOr(delta['blockId'], undefined));
  const background = isObject(style) ? backgroundOf(style['background']) : undefined;
  return {
    ...(blockId === undefined ? {} : { blockId }),
    ...(background === undefined ? {} : { background }),
    ...layoutOf(delta['layout']),
  };
}

/** Where the agent wants an output in its block. Without a row it has no place: HAI's demo server sends `x: 0` with everything. */
function layoutOf(layout: unknown): { layout?: Layout } {
  if (!isObject(layout)) return {};
  const [x, y] = [numberOr(layout['x'], null), numberOr(layout['y'], null)];
  return y === null ? {} : { layout: { x: x ?? 0, y } };
}

/** The demo server of HAI sends only a flag: then the theme's colour is used. */
const backgroundOf = (background: unknown): string | undefined =>
  background === true ? 'default' : stringOr(background, undefined);

function appendText(draft: Draft, parts: Part[], text: string, place: Place): void {
  if (text === '') return;
  const last = parts[parts.length - 1];
  if (last?.kind === 'text' && last.blockId === place.blockId && isSamePlace(last, place)) {
    const part = draft.lastPart(parts);
    if (part?.kind === 'text') part.text += text;
    return;
  }
  draft.addPart(parts, { kind: 'text', text, ...place });
}

/** A text without a place of its own continues the one before. */
const isSamePlace = ({ layout: before }: Place, { layout }: Place): boolean =>
  layout === undefined || (before?.x === layout.x && before.y === layout.y);

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

/** Merges an output into its earlier version; false if that is not at the recorded place. */
function update(
  draft: Draft,
  at: { position: number; place: number },
  id: string,
  { output, place }: { output: Output; place: Place },
): boolean {
  const shown = draft.item(at.position, 'message')?.parts[at.place];
  if (shown?.kind !== 'output' || shown.output.type !== output.type) return false;
  if (updatableId(shown.output) !== id) return false;
  const { entries, memberChars } = draft.budget;
  const merged =
    output.type === 'toolCallShow'
      ? mergeToolLists(shown.output, output, entries)
      : mergeOutputs(shown.output, output);
  const weight = weightOf(merged);
  // Members that are never sent again would accumulate: then only the newest version is shown.
  const kept = weight > memberChars ? output : merged;
  draft.addChars(at.position, weightOf(kept) - weightOf(shown.output));
  draft.parts(at.position)[at.place] = { ...shown, ...place, output: kept };
  return true;
}

function appendOutput(
  draft: Draft,
  position: number,
  parts: Part[],
  { output, place }: { output: Output; place: Place },
): void {
  const data = isObject(output['data']) ? output['data'] : output;
  if (output.type === 'text') {
    const text = stringOr(data['content'], '');
    draft.addChars(position, text.length);
    appendText(draft, parts, text, place);
    return;
  }
  if (output.type === 'thinking' || output.type === 'think') {
    draft.addChars(position, stringOr(data['content'], '').length);
    appendThinking(draft, parts, data, place);
    return;
  }
  const id = updatableId(output);
  if (id !== null) {
    const message = draft.item(position, 'message');
    if (message !== undefined) {
      const key = updatableKey(message, output.type, id);
      const known = draft.index.updatables.get(key);
      if (known !== undefined && update(draft, known, id, { output, place })) return;
      draft.index.updatables.set(key, { position, place: parts.length });
    }
  }
  draft.addChars(position, weightOf(output));
  draft.addPart(parts, { kind: 'output', output, ...place });
}
