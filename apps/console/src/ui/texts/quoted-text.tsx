import type { ReactNode } from 'react';
import './quoted-text.css';

// It begins with no dot, however that is written: dots alone would lead elsewhere.
const path = "/knowledge/memories/(?:\\w|%[^2])[\\w.~!*'%-]*";
const whole = RegExp(`^${path}$`);
const linkMark = RegExp(`\\[([^[\\]\\n]+)]\\((${path})\\)`);

/** The only place of this console that agents may lead to: a memory that they were given. It is only looked at there. */
export const isMemoryPath = (address = ''): boolean => whole.test(address);

/** Opens in a tab of its own, like every link of an agent: what the operator is doing stays. */
export const MemoryPathLink = ({
  to,
  children,
}: {
  to?: string | undefined;
  children: ReactNode;
}) => (
  <a className="memory-link" href={to} target="_blank" rel="noopener">
    {children}
  </a>
);

/** A text in which nothing is a link but memories, written `[words](path)`: between the other parts, the words and then the path. */
export const TextWithMemories = ({ children }: { children: string }): ReactNode =>
  children.split(linkMark).map((part, at, parts) =>
    at % 3 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and never change their order.
      <MemoryPathLink key={at} to={parts[at + 1]}>
        {part}
      </MemoryPathLink>
    ) : (
      at % 3 === 0 && part
    ),
  );

/** A part of a text: lines that begin with `> ` are quoted from someone else. */
interface Passage {
  words: string;
  isQuote: boolean;
}

const quoteMark = /^> ?/;

/** Divides a text into quotations and what is between them; empty lines around a quotation are dropped. */
function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  for (const line of text.split('\n')) {
    const isQuote = quoteMark.test(line);
    const words = isQuote ? line.replace(quoteMark, '') : line;
    const last = passages.at(-1);
    if (last?.isQuote === isQuote) last.words += `\n${words}`;
    else passages.push({ words, isQuote });
  }
  return passages
    .map((one) => (one.isQuote ? one : { ...one, words: one.words.replace(/^\n+|\n+$/g, '') }))
    .filter(({ isQuote, words }) => isQuote || words !== '');
}

/** A text with its quotations set off, so that they cannot be taken for the words of the person who quotes. */
export function QuotedText({ children }: { children: string }) {
  const passages = passagesOf(children);
  if (!passages.some(({ isQuote }) => isQuote))
    return <TextWithMemories>{children}</TextWithMemories>;
  return passages.map(({ words, isQuote }, index) =>
    isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: passages have no names, and never change their order.
      <q className="block quoted" dir="auto" key={index}>
        {words}
      </q>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span className="block quoting" key={index}>
        <TextWithMemories>{words}</TextWithMemories>
      </span>
    ),
  );
}
