import { contentWords } from './content-words.ts';

/** How an agent opens the sentence of what it wants. */
const opening =
  /^\s*(?:(?:the|an?|this)?\s*agents?\s+(?:is\s+|wants?\s+(?:to\s+)?|would\s+like\s+to\s+|needs?\s+(?:to\s+)?)|i\s+want\s+to\s+|want\s+to\s+)/i;
const openingZh =
  /^\s*(?:该|这个|此)?(?:智能体|代理|助手|我)?(?:现在|正在)?(?:想要|想|要|需要|希望|打算|准备)?/;
const separators = /\s+(?:and\s+then|or|and)\s+|\s*[;；]\s*|或者|或是|或|然后|并且|以及|并|和|及/i;

/** The most parts of a context that are compared, each with every signifier. */
const maxClauses = 8;

/**
 * What an agent wants, one entry for each thing: “read the goal or give feedback” is two. A sentence is divided only if every part says
 * something by itself.
 */
export function clausesOf(context: string): string[] {
  const wanted = context.replace(opening, '').replace(openingZh, '');
  const parts = wanted.split(separators).filter((part) => part.trim() !== '');
  const isDivisible =
    parts.length > 1 &&
    parts.length <= maxClauses &&
    parts.every((part) => contentWords(part).length >= 2);
  return isDivisible ? parts : [wanted];
}
