import type { Prompt } from '@countersign/api/prompt';
import { isAside } from '@countersign/desk/accept-answer';
import { askerName } from '../../text/sender-name.ts';
import { answerCheckText, decisionText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { Built } from './build-feedback.ts';
import type { Check } from './use-check.ts';
import type { Holding } from './use-claim.ts';
import type { DraftHandle } from './use-draft.ts';
import type { Merge } from './use-merge.ts';
import type { ProposalSeen } from './use-seen.ts';

interface Facts extends Pick<DraftHandle, 'draft' | 'other'> {
  prompt: Prompt;
  /** The prompt as the server has it now. */
  live: Prompt;
  revised: Prompt | null;
  merge: Merge | null;
  viewer: boolean;
  holding: Holding;
  despite: boolean;
  check: Check;
  look: ProposalSeen;
  built: Built;
  jsonBroken: boolean;
}

/** Why the answer that is being written cannot be sent now, in words; null = it can. */
export function whyBlocked(facts: Facts): string | null {
  const { prompt, draft, merge } = facts;
  const aside = isAside(prompt, draft.type);
  if (facts.viewer) return text.missing.viewer;
  if (merge !== null && merge.open.length > 0) return text.missing.clashes(merge.open.length);
  if (facts.revised !== null) return text.missing.revised;
  if (draft.type === null) return text.chooseAnswer;
  if (facts.other !== null) return text.missing.otherTab;
  // A comment that answers nothing needs no claim.
  if (facts.holding.holder === 'other' && !facts.despite && !aside)
    return text.missing.held(visibleText(facts.live.claim?.name ?? ''));
  if (draft.type === 'edit' && facts.jsonBroken) return text.missing.json;
  if (draft.type === 'edit' && facts.check.isRefused)
    return answerCheckText.refused(visibleText(askerName(prompt)));
  if (!facts.look.looked && !aside) return text.missing.unseen;
  return facts.built.ok ? null : facts.built.missing;
}
