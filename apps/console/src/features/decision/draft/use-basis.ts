import type { Prompt } from '@countersign/api/prompt';
import { jsonEqual } from '@countersign/json/json-equal';
import { askOf } from '@countersign/upformat/prompt';
import { useState } from 'react';

import { type Basis, type Draft, hasContent } from './draft.ts';

const maxKeptChars = 100_000;

export const basisOf = ({ digest, revision, message }: Prompt): Basis => ({
  digest,
  revision,
  message,
});

/** What a draft keeps of the content it is written for; nothing of one that is too large to be kept twice. */
export const keptBasis = (prompt: Prompt): Basis | null =>
  JSON.stringify(prompt.message).length > maxKeptChars ? null : basisOf(prompt);

/** A schema loaded by an operator does not change what the agent asks: without a draft, the form is simply shown. */
export function isSameButSchema(before: Basis['message'], { message }: Prompt): boolean {
  const { loadedSchema: loaded, ...now } = message;
  const { loadedSchema: _, ...then } = before;
  return loaded !== undefined && jsonEqual(then, now);
}

export interface Shown {
  /** What is on screen and bound by the seal. */
  shown: Prompt;
  /** The agent has revised it since. */
  revised: Prompt | null;
  take: () => void;
}

/**
 * The content the operator is looking at. It is exchanged only by the operator: when the agent revises an open prompt, `revised`
 * holds the new one until `take` is called (law 4: you approve exactly what you see). A draft is stored with the content it was
 * written for, over a reload and for another machine.
 */
export function useBasis(live: Prompt, draft: Draft): Shown {
  const [seen, setSeen] = useState(() => basisOf(live));
  const basis = hasContent(draft) && draft.basis !== null ? draft.basis : seen;
  const isLive =
    basis.digest === live.digest || (!hasContent(draft) && isSameButSchema(basis.message, live));
  const { message, digest, revision } = basis;
  return {
    shown: isLive ? live : { ...live, message, digest, revision, ask: askOf(message) },
    revised: !isLive && live.state === 'open' ? live : null,
    take: () => setSeen(basisOf(live)),
  };
}
