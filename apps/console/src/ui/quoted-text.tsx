import './quoted-text.css';

/** A part of a text: lines that begin with `> ` are words of somebody else. */
interface Passage {
  words: string;
  isQuote: boolean;
}

const mark = /^> ?/;

/** Divides a text into quotations and what is between them; empty lines around a quotation are dropped. */
function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  for (const line of text.split('\n')) {
    const isQuote = mark.test(line);
    const words = isQuote ? line.replace(mark, '') : line;
    const last = passages.at(-1);
    if (last?.isQuote === isQuote) last.words += `\n${words}`;
    else passages.push({ words, isQuote });
  }
  return passages
    .map((one) => (one.isQuote ? one : { ...one, words: one.words.replace(/^\n+|\n+$/g, '') }))
    .filter(({ isQuote, words }) => isQuote || words !== '');
}

/** A text with its quotations set off, so that they cannot be taken for the words of who quotes. */
export function QuotedText({ children }: { children: string }) {
  const passages = passagesOf(children);
  if (!passages.some(({ isQuote }) => isQuote)) return children;
  return passages.map(({ words, isQuote }, index) =>
    isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: passages have no names, and never change their order.
      <q className="quoted" dir="auto" key={index}>
        {words}
      </q>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span className="quoting" key={index}>
        {words}
      </span>
    ),
  );
}
