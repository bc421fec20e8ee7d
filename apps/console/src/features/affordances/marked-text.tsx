import { visibleText } from '../../text/visible-text.ts';
import { markedParts } from './marked-words.ts';

/** Words of a service, of which those are marked that fit the context. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(visibleText(text), words).map((part, at) =>
    part.isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no names
      <mark className="affordance-word" key={at}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
