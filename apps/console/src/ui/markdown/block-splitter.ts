import { marked } from 'marked';

/** One block of a text and where it begins. */
export interface TextBlock {
  at: number;
  raw: string;
}

/** The blocks of a growing text: `done` never change again, `tail` may still. */
export interface Blocks {
  done: readonly TextBlock[];
  tail: readonly TextBlock[];
}

export interface BlockSplitter {
  split(text: string): Blocks;
}

const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits a growing markdown text into its blocks. The text before the last two tokens is frozen: only the tail is lexed again when
 * more text arrives, so the cost of a token does not grow with the text. A text that was replaced instead of continued starts over.
 */
export function createBlockSplitter(): BlockSplitter {
  let done: TextBlock[] = [];
  let frozen = 0;
  let seam = '';
  return {
    split(text) {
      if (text.length < frozen || !text.startsWith(seam, frozen - seam.length)) {
        done = [];
        frozen = 0;
        seam = '';
      }
      const blocks = lexBlocks(text, frozen);
      const keep = Math.max(0, blocks.length - 2);
      const first = blocks[keep];
      if (keep > 0 && first !== undefined) {
        done = [...done, ...blocks.slice(0, keep)];
        frozen = first.at;
        seam = text.slice(Math.max(0, frozen - 48), frozen);
      }
      return { done, tail: blocks.slice(keep) };
    },
  };
}

function lexBlocks(text: string, from: number): TextBlock[] {
  const rest = text.slice(from);
  const blocks: TextBlock[] = [];
  let at = from;
  for (const token of marked.lexer(rest)) {
    blocks.push({ at, raw: token.raw });
    at += token.raw.length;
  }
  // The lexer normalises some white space; pieces that do not add up must not be counted on.
  return at === text.length ? blocks : [{ at: from, raw: rest }];
}

/** Reference links and footnotes reach across blocks: such a text is rendered whole once it is complete. */
export function spansBlocks(text: string): boolean {
  return definition.test(text);
}
