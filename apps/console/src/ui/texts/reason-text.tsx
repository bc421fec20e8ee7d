import { createElement, Fragment } from 'react';
import { reasonParts } from '../../text/statements/stored-reason.ts';
import { foreignWords } from './foreign-words.tsx';

/** A journalled reason in the language of the reader. What it quotes of others is marked as of an unknown language. */
export function ReasonText({ english, statement }: { english: string; statement?: unknown }) {
  const parts = reasonParts(english, statement).map(({ words, isForeign }) =>
    isForeign ? foreignWords(words) : words,
  );
  return createElement(Fragment, null, ...parts);
}
