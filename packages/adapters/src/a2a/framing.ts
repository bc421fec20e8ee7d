import { createSseParser, type FrameEnds } from '@countersign/hai/sse';
import { memberOf } from '@countersign/json/json-object';
import type { Framing, FramingOptions } from '../protocol/wire.ts';

const defaultMax = 1_000_000;
/** How much of either end of a document that is too large is kept, characters. */
const endChars = 16_000;

/** The task a run is followed by, as the id of its frames. */
export const frameIdOf = (taskId: string): string => `task:${taskId}`;

/** The task in the id of a frame; null = none. */
export const taskIdOf = (frameId: string | null | undefined): string | null =>
  frameId?.startsWith('task:') ? frameId.slice('task:'.length) : null;

/**
 * Splits what an agent sends: server-sent events, or JSON documents in their place. Every frame gets the id of its task, and
 * not what the server may give it: by that the run is joined again.
 */
export const a2aFraming = (options: FramingOptions): Framing => framingBy(idIn, options);

/** The same for a protocol whose frames name their task in another way. `idIn`: the id of a frame; null = it names none. */
export function framingBy(
  idIn: (data: string) => string | null,
  { onFrame, onOversize, maxFrameChars = defaultMax }: FramingOptions,
): Framing {
  let id: string | null = null;
  const take = (data: string) => {
    id ??= idIn(data);
    onFrame({ data, ...(id === null ? {} : { id }) });
  };
  const events = createSseParser({
    onFrame: ({ data }) => take(data),
    ...(onOversize === undefined ? {} : { onOversize }),
    maxFrameChars,
  });
  let isEvents = false;
  let document = createDocument(maxFrameChars);

  return {
    feed(text) {
      let rest = text;
      while (rest !== '' && !isEvents) {
        if (!document.isOpen()) {
          rest = rest.trimStart();
          if (rest === '') return;
          if (rest[0] !== '{' && rest[0] !== '[') isEvents = true;
        }
        if (isEvents) break;
        const end = document.feed(rest);
        if (end === null) return;
        rest = rest.slice(end.at);
        if (end.text === null) onOversize?.(end.chars, end.ends);
        else take(end.text);
      }
      if (rest !== '') events.feed(rest);
    },
    reset() {
      isEvents = false;
      document = createDocument(maxFrameChars);
      events.reset();
    },
  };
}

/** Finds the end of a JSON document in text that is received in pieces. */
function createDocument(maxChars: number) {
  let text = '';
  let chars = 0;
  let ends: FrameEnds = { head: '', tail: '' };
  let depth = 0;
  let inText = false;
  let escaped = false;
  return {
    isOpen: () => depth > 0,
    /** `text` is null when it was too large. */
    feed(
      piece: string,
    ): { at: number; text: string | null; chars: number; ends: FrameEnds } | null {
      for (let at = 0; at < piece.length; at += 1) {
        const char = piece[at];
        if (escaped) escaped = false;
        else if (inText) {
          if (char === '\\') escaped = true;
          else if (char === '"') inText = false;
        } else if (char === '"') inText = true;
        else if (char === '{' || char === '[') depth += 1;
        else if (char === '}' || char === ']') depth -= 1;
        if (depth > 0) continue;
        const whole = text + piece.slice(0, at + 1);
        const length = chars + at + 1;
        const both = withPiece(ends, piece.slice(0, at + 1));
        text = '';
        chars = 0;
        ends = { head: '', tail: '' };
        return { at: at + 1, text: length > maxChars ? null : whole, chars: length, ends: both };
      }
      ends = withPiece(ends, piece);
      chars += piece.length;
      if (chars <= maxChars) text += piece;
      return null;
    },
  };
}

const withPiece = ({ head, tail }: FrameEnds, piece: string): FrameEnds => ({
  head: head.length < endChars ? (head + piece).slice(0, endChars) : head,
  tail: (tail + piece.slice(-endChars)).slice(-endChars),
});

/** The id of the task in a frame, as the id of the frame; null = it names none. */
function idIn(data: string): string | null {
  let frame: unknown;
  try {
    frame = JSON.parse(data);
  } catch {
    // What is wrong with it is reported by the decoder.
    return null;
  }
  const result = memberOf(frame, 'result') ?? frame;
  const task = memberOf(result, 'task') ?? (memberOf(result, 'status') ? result : undefined);
  const said = [
    memberOf(task, 'taskId') ?? memberOf(task, 'id'),
    memberOf(memberOf(result, 'statusUpdate'), 'taskId'),
    memberOf(memberOf(result, 'artifactUpdate'), 'taskId'),
    memberOf(result, 'taskId'),
  ].find((one) => typeof one === 'string' && one !== '' && one.length <= 1_000);
  return typeof said === 'string' ? frameIdOf(said) : null;
}
