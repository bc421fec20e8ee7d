import type { ClaimFact, DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Presence } from '@countersign/api/presence';
import {
  claimSchema,
  type Decision,
  decisionSchema,
  type Prompt,
  promptSchema,
} from '@countersign/api/prompt';
import { type PromptRow, rowOf } from '@countersign/api/prompt-row';
import type { Envelope } from '@countersign/hai/envelope';
import { customName } from '@countersign/hai/event';

/**
 * What one fact does to one prompt, as lists and as the open panel know it; both give undefined for a prompt that is not known and not
 * told whole.
 */
export interface PromptChange {
  promptId: string;
  /** Place of the fact in the log; absent = it was no fact. */
  position?: number;
  row: (known: PromptRow | undefined) => PromptRow | undefined;
  whole: (known: Prompt | undefined) => Prompt | undefined;
  /** It tells the prompt as a whole. */
  prompt?: Prompt;
}

/** The prompt as a whole replaces what was known of it. */
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

/** A row as the server has it replaces what was known of it. */
export const putRow = (row: PromptRow): Pick<PromptChange, 'promptId' | 'row'> => ({
  promptId: row.id,
  row: () => row,
});

/** The same is done to both. */
const toBoth = (
  promptId: string,
  apply: <Known extends PromptRow | Prompt>(known: Known) => Known,
): PromptChange => ({
  promptId,
  row: (known) => known && apply(known),
  whole: (known) => known && apply(known),
});

function settled<Known extends PromptRow | Prompt>(prompt: Known, told: Decision): Known {
  const before: PromptRow['decision'] = prompt.decision;
  const isIts = before?.id === told.id;
  // The fact does not say what the agent calls the answer: a row knows it from the prompt.
  const decision = isIts && before.label !== undefined ? { ...told, label: before.label } : told;
  // What was taken back opens the prompt again by a fact of its own, which may have come first.
  if (decision.state === 'recalled') return isIts ? { ...prompt, decision } : prompt;
  // So does what the agent refused, or could not be given.
  const isReturned = decision.state === 'refused' || decision.state === 'undeliverable';
  if (isReturned && prompt.state === 'open') return prompt;
  return { ...prompt, decision, state: prompt.state === 'open' ? 'answered' : prompt.state };
}

/**
 * What a server fact says about a prompt, null when it is about something else. A fact may be of an older server, which did not
 * say all that is said today: what has a default gets it here, as in lists.
 */
export function promptChangeOf({ event, position }: Envelope): PromptChange | null {
  if (event.type !== 'CUSTOM') return null;
  if (event.name === customName.prompt) {
    const told = promptSchema.safeParse((event.value as Partial<PromptFact> | undefined)?.prompt);
    return told.success ? { ...putChange(told.data), position } : null;
  }
  if (event.name === customName.decision) {
    const told = decisionSchema.safeParse(
      (event.value as Partial<DecisionFact> | undefined)?.decision,
    );
    if (!told.success) return null;
    const change = toBoth(told.data.promptId, (known) => settled(known, told.data));
    return { ...change, position };
  }
  if (event.name === customName.claim) {
    const { promptId, claim: given } = (event.value ?? {}) as Partial<ClaimFact>;
    const told = claimSchema.nullable().safeParse(given);
    if (promptId === undefined || !told.success) return null;
    const claim = told.data;
    const seen = seenBy(claim);
    const change = toBoth(promptId, (known) => ({ ...known, claim, seen: known.seen ?? seen }));
    return { ...change, position };
  }
  return null;
}

/** Who takes a prompt has seen it: no fact says so by itself. */
const seenBy = (claim: ClaimFact['claim']): Prompt['seen'] =>
  claim === null ? null : { at: claim.since, operator: claim.operator, name: claim.name };

/** Who has a prompt open may be the first to see it; null when this says nothing new. */
export function seenChangeOf({ promptId, seen }: Presence): PromptChange | null {
  if (seen === null || seen === undefined) return null;
  return toBoth(promptId, (known) => (known.seen === null ? { ...known, seen } : known));
}
