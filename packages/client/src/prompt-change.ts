import {
  type ClaimFact,
  type DecisionFact,
  type PromptFact,
  shortPromptFactSchema,
} from '@countersign/api/fact';
import {
  claimSchema,
  type Decision,
  decisionSchema,
  type Prompt,
  promptSchema,
} from '@countersign/api/prompt';
import { type PromptRow, rowFromWire, rowOf } from '@countersign/api/prompt-row';
import type { Presence } from '@countersign/api/prompts/presence';
import type { Envelope } from '@countersign/hai/envelope';
import { customName } from '@countersign/hai/event';
import { isShortFact } from './stream/envelope-shape.ts';

/**
 * The effect of one fact on one prompt, for the row in lists and for the whole prompt; both return undefined for an unknown
 * prompt if the fact does not contain it.
 */
export interface PromptChange {
  promptId: string;
  /** Position of the fact in the log; absent = not from a fact. */
  position?: number;
  row: (known: PromptRow | undefined) => PromptRow | undefined;
  whole: (known: Prompt | undefined) => Prompt | undefined;
  /** The whole prompt, if the fact contains it. */
  prompt?: Prompt;
  /** Whether the whole prompt has changed in a way that the fact does not contain: it has to be read again. */
  isOutdated?: (known: Prompt | undefined) => boolean;
}

/** The whole prompt replaces the known one. */
export function putChange(prompt: Prompt): PromptChange {
  let row: PromptRow | null = null;
  return {
    promptId: prompt.id,
    row: () => {
      row ??= rowOf(prompt);
      return row;
    },
    whole: () => prompt,
    prompt,
  };
}

/** A row from the server replaces the known one. */
export const putRow = (row: PromptRow): Pick<PromptChange, 'promptId' | 'row'> => ({
  promptId: row.id,
  row: () => row,
});

/** A row contains everything of these changes; an answer has its own fact. */
const inRow: ReadonlySet<PromptFact['change']> = new Set(['answered', 'woken']);

/** The row replaces the known one; how the whole prompt has changed is mostly not known. */
function shortChange(value: unknown): PromptChange | null {
  const reported = shortPromptFactSchema.safeParse(value);
  if (!reported.success) return null;
  const row = rowFromWire(reported.data.row);
  const { revision, state, closedAt, claim, seen } = row;
  const isInRow = (known: Prompt | undefined) =>
    inRow.has(reported.data.change) && known?.revision === revision;
  return {
    promptId: row.id,
    row: () => row,
    whole: (known) =>
      known && isInRow(known)
        ? { ...known, state, closedAt, claim, seen, snooze: row.snooze && known.snooze }
        : known,
    isOutdated: (known) => !isInRow(known),
  };
}

/** The same change for both. */
const toBoth = (
  promptId: string,
  apply: <Known extends PromptRow | Prompt>(known: Known) => Known,
): PromptChange => ({
  promptId,
  row: (known) => known && apply(known),
  whole: (known) => known && apply(known),
});

function settled<Known extends PromptRow | Prompt>(prompt: Known, reported: Decision): Known {
  const before: PromptRow['decision'] = prompt.decision;
  const isIts = before?.id === reported.id;
  // The fact does not contain the agent's label for the answer: a row has it from the prompt.
  const decision =
    isIts && before.label !== undefined ? { ...reported, label: before.label } : reported;
  // A recall opens the prompt again by a separate fact, which may have been received first.
  if (decision.state === 'recalled') return isIts ? { ...prompt, decision } : prompt;
  // The same for an answer that the agent refused, or that could not be delivered.
  const isReturned = decision.state === 'refused' || decision.state === 'undeliverable';
  if (isReturned && prompt.state === 'open') return prompt;
  return { ...prompt, decision, state: prompt.state === 'open' ? 'answered' : prompt.state };
}

/**
 * The change made by a server fact to a prompt, null if it is about something else. A fact may be of an older server with fewer
 * members: their defaults are set here, as in lists.
 */
export function promptChangeOf(envelope: Envelope): PromptChange | null {
  const { event, position } = envelope;
  if (event.type !== 'CUSTOM') return null;
  if (isShortFact(envelope)) {
    const change = shortChange(event.value);
    return change && { ...change, position };
  }
  if (event.name === customName.prompt) {
    const reported = promptSchema.safeParse(
      (event.value as Partial<PromptFact> | undefined)?.prompt,
    );
    return reported.success ? { ...putChange(reported.data), position } : null;
  }
  if (event.name === customName.decision) {
    const reported = decisionSchema.safeParse(
      (event.value as Partial<DecisionFact> | undefined)?.decision,
    );
    if (!reported.success) return null;
    const change = toBoth(reported.data.promptId, (known) => settled(known, reported.data));
    return { ...change, position };
  }
  if (event.name === customName.claim) {
    const { promptId, claim: given } = (event.value ?? {}) as Partial<ClaimFact>;
    const reported = claimSchema.nullable().safeParse(given);
    if (promptId === undefined || !reported.success) return null;
    const claim = reported.data;
    const seen = seenBy(claim);
    const change = toBoth(promptId, (known) => ({ ...known, claim, seen: known.seen ?? seen }));
    return { ...change, position };
  }
  return null;
}

/** Claiming a prompt means having seen it: there is no separate fact. */
const seenBy = (claim: ClaimFact['claim']): Prompt['seen'] =>
  claim === null ? null : { at: claim.since, operator: claim.operator, name: claim.name };

/** Someone who has a prompt open may be the first to see it; null if nothing changes. */
export function seenChangeOf({ promptId, seen }: Presence): PromptChange | null {
  if (seen === null || seen === undefined) return null;
  return toBoth(promptId, (known) => (known.seen === null ? { ...known, seen } : known));
}
