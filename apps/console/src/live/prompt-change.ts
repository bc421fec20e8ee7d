import type { ClaimFact, DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Presence } from '@countersign/api/presence';
import type { Prompt } from '@countersign/api/prompt';
import { type PromptRow, rowOf } from '@countersign/api/prompt-row';
import type { Envelope } from '@countersign/hai/envelope';

/**
 * What one fact does to one prompt, as lists and as the open panel know it; both give undefined for a prompt that is not known and not
 * told whole.
 */
export interface PromptChange {
  promptId: string;
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

function settled<Known extends PromptRow | Prompt>(
  prompt: Known,
  { decision }: DecisionFact,
): Known {
  const isIts = prompt.decision?.id === decision.id;
  // What was taken back opens the prompt again by a fact of its own, which may have come first.
  if (decision.state === 'recalled') return isIts ? { ...prompt, decision } : prompt;
  // So does what the agent refused, or could not be given.
  const isReturned = decision.state === 'refused' || decision.state === 'undeliverable';
  if (isReturned && prompt.state === 'open') return prompt;
  return { ...prompt, decision, state: prompt.state === 'open' ? 'answered' : prompt.state };
}

/**
 * What a server fact says about a prompt, null when it is about something else. The client checked the envelope and
 * the server wrote the fact: its value is trusted here (house rule "parse once").
 */
export function promptChangeOf({ event }: Envelope): PromptChange | null {
  if (event.type !== 'CUSTOM') return null;
  if (event.name === 'countersign.prompt') return putChange((event.value as PromptFact).prompt);
  if (event.name === 'countersign.decision') {
    const fact = event.value as DecisionFact;
    return toBoth(fact.decision.promptId, (known) => settled(known, fact));
  }
  if (event.name === 'countersign.claim') {
    const { promptId, claim } = event.value as ClaimFact;
    return toBoth(promptId, (known) => ({ ...known, claim, seen: known.seen ?? seenBy(claim) }));
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
