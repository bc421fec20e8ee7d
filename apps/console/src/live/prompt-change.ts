import type { ClaimFact, DecisionFact, PromptFact } from '@countersign/api/fact';
import type { Presence } from '@countersign/api/presence';
import type { Prompt } from '@countersign/api/prompt';
import type { Envelope } from '@countersign/hai/envelope';

/** What one fact does to one prompt; `apply` gives undefined for a prompt that is not known and not told whole. */
export interface PromptChange {
  promptId: string;
  apply: (known: Prompt | undefined) => Prompt | undefined;
}

/** The prompt as a whole replaces what was known of it. */
export const putChange = (prompt: Prompt): PromptChange => ({
  promptId: prompt.id,
  apply: () => prompt,
});

function settled(prompt: Prompt, { decision }: DecisionFact): Prompt {
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
    return {
      promptId: fact.decision.promptId,
      apply: (known) => known && settled(known, fact),
    };
  }
  if (event.name === 'countersign.claim') {
    const { promptId, claim } = event.value as ClaimFact;
    return {
      promptId,
      apply: (known) => known && { ...known, claim, seen: known.seen ?? seenBy(claim) },
    };
  }
  return null;
}

/** Who takes a prompt has seen it: no fact says so by itself. */
const seenBy = (claim: ClaimFact['claim']): Prompt['seen'] =>
  claim === null ? null : { at: claim.since, operator: claim.operator, name: claim.name };

/** Who has a prompt open may be the first to see it; null when this says nothing new. */
export function seenChangeOf({ promptId, seen }: Presence): PromptChange | null {
  if (seen === null || seen === undefined) return null;
  return {
    promptId,
    apply: (known) => (known?.seen === null ? { ...known, seen } : known),
  };
}
