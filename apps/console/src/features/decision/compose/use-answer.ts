import type { Prompt } from '@countersign/api/prompt';
import { isAside } from '@countersign/desk/accept-answer';
import { onlyReads } from '@countersign/desk/permissions';
import { allowedAnswers } from '@countersign/upformat/answers';
import type { FeedbackType, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { useEffect, useMemo, useState } from 'react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useMe } from '../../../live/queries.ts';
import { type Action, useAction } from '../../../live/use-action.ts';
import { useKeyedRequest } from '../../../live/use-keyed-request.ts';
import { askerName } from '../../../text/sender-name.ts';
import { answerCheckText, decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { validateValue } from '../../../ui/forms/schema/validate.ts';
import { type Merge, useMerge } from '../compare/use-merge.ts';
import { type Built, buildFeedback } from '../draft/build-feedback.ts';
import { type Draft, type DraftType, hasContent } from '../draft/draft.ts';
import { refitNotes } from '../draft/notes-at.ts';
import { keptBasis, useBasis } from '../draft/use-basis.ts';
import { type DraftHandle, useDraft } from '../draft/use-draft.ts';
import { type FormState, useForm } from '../draft/use-form.ts';
import type { Activity } from '../people/use-activity.ts';
import { type Holding, useClaim } from '../people/use-claim.ts';
import { type ProposalSeen, useSeen } from '../people/use-seen.ts';
import { unreadPayloadOf } from '../question/unread.tsx';
import { type Sent, useSent } from '../sent/use-sent.ts';
import { type Check, useCheck } from './use-check.ts';

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
function whyBlocked(facts: Facts): string | null {
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

/** Sends comments that are added to a question and do not answer it; what else was written stays in the draft. */
function useSideComment(
  promptId: string,
  { draft, update, clear }: DraftHandle,
  letGo: () => void,
): { aside: Action; comment: (feedback: UpFeedback) => Promise<void> } {
  const keyed = useKeyedRequest();
  const aside = useAction();
  const actions = usePromptActions(promptId);
  return {
    aside,
    async comment(feedback) {
      const send = () => keyed(feedback, (key) => actions.comment(feedback, key));
      if (!(await aside.run(send))) return;
      const commented = { comment: '', notes: [], type: null };
      if (hasContent({ ...draft, ...commented })) update(commented);
      else {
        clear();
        letGo();
      }
    },
  };
}

export type Allowed = ReturnType<typeof allowedAnswers>;

/** Everything the panel knows about the answer being written. */
export interface Answer extends DraftHandle, FormState {
  /** What is on screen and bound by the seal. */
  prompt: Prompt;
  /** The agent has revised it since; the revision has to be read before anything is sent. */
  revised: Prompt | null;
  takeRevision: () => void;
  /** My edit over the revision, while there is one. */
  merge: Merge | null;
  allowed: Allowed;
  viewer: boolean;
  /** Kinds of answer that need a reason, by the policy it was opened under. */
  reasonFor: FeedbackType[];
  holding: Holding;
  look: ProposalSeen;
  /** The agent's messages about the edit before it is sent. */
  check: Check;
  /** I answer although another operator holds it. */
  despite: boolean;
  setDespite: (despite: boolean) => void;
  setValue: (value: unknown) => void;
  setJsonBroken: (broken: boolean) => void;
  /** An attempt to send was refused by the form: show every error. */
  tried: boolean;
  /** Shows every error now. */
  showFaults: () => void;
  built: Built;
  /** Why nothing can be sent now, as text; null = it can. */
  blocked: string | null;
  choose: (type: DraftType) => void;
  /** How often the operator has chosen a kind of answer here; a draft that arrives is no choice. */
  choices: number;
  send: () => void;
  /** The draft is a comment that is only added. */
  isAside: boolean;
  aside: Action;
  sent: Sent;
}

/** Whether there is a proposal that an answer would be about; without one there is only the question. */
const isProposing = (message: UpMessage) =>
  unreadPayloadOf(message) !== null || Object.keys(message.payload ?? {}).length > 0;

/** What of a draft changes when it continues over a revision. */
const draftOver = (draft: Draft, revised: Prompt, merge: Merge | null): Partial<Draft> => ({
  basis: hasContent(draft) ? keptBasis(revised) : null,
  choices: {},
  notes: refitNotes(draft.notes, revised.message),
  ...(merge === null ? {} : { value: merge.merged }),
});

/** The draft with the value of the form that is shown. */
const filledIn = (draft: Draft, { form, value }: FormState): Draft =>
  form !== null && draft.type === 'edit' ? { ...draft, value } : draft;

/** Whether the form that is shown has faults. */
const isFaulty = (draft: Draft, { form, value }: FormState) =>
  draft.type === 'edit' && form !== null && validateValue(form.schema, value).length > 0;

const nothing: FeedbackType[] = [];

/** Keeps a draft as it is while its answer is sent, and when the question is over. */
function useHold({ hold }: ReturnType<typeof useDraft>, isHeld: boolean): boolean {
  useEffect(() => hold(isHeld), [hold, isHeld]);
  return isHeld;
}

/** The state of one answer, from the first key to the last delivery step. */
export function useAnswer(live: Prompt, activity: Activity): Answer {
  const me = useMe().data;
  const viewer = onlyReads(me);
  const meId = me?.id ?? null;
  const handle = useDraft({ promptId: live.id, operatorId: meId ?? '' });
  const { draft } = handle;
  const { shown: prompt, revised, take } = useBasis(live, draft);
  const sent = useSent(prompt);
  const isHeld = useHold(handle, sent.inFlight || live.state !== 'open');
  const [tried, setTried] = useState(false);
  const [jsonBroken, setJsonBroken] = useState(false);
  const [despite, setDespite] = useState(false);
  const look = useSeen(prompt.digest, isProposing(prompt.message));
  const reasonFor = prompt.escalation?.reasonFor ?? nothing;

  const { message } = prompt;
  const allowed = useMemo(() => allowedAnswers(message), [message]);
  const form = useForm(message, draft, sent);
  const merge = useMerge(revised, draft, form);
  const holding = useClaim({
    prompt: live,
    meId,
    isWriting: draft.type !== null && !viewer && !isAside(prompt, draft.type),
    hasContent: hasContent(draft),
    activity,
  });
  const check = useCheck(live, draft, {
    ...form,
    canAsk: !viewer && !jsonBroken && !isHeld && revised === null,
  });
  const built = buildFeedback(filledIn(draft, form), message, reasonFor);

  const [choices, setChoices] = useState(0);
  const update = (part: Partial<Draft>) => {
    if (part.type !== undefined && part.type !== draft.type) setChoices(choices + 1);
    handle.update({ basis: draft.basis ?? keptBasis(prompt), ...part });
  };
  const aside = useSideComment(live.id, handle, holding.letGo);
  const blocked = whyBlocked({
    ...handle,
    live,
    prompt,
    revised,
    merge,
    viewer,
    holding,
    despite,
    check,
    look,
    built,
    jsonBroken,
  });

  return {
    ...handle,
    ...form,
    update,
    prompt,
    revised,
    merge,
    choices,
    allowed,
    viewer,
    reasonFor,
    holding,
    look,
    check,
    despite,
    setDespite,
    tried,
    showFaults: () => setTried(true),
    built,
    blocked,
    isAside: isAside(prompt, draft.type),
    aside: aside.aside,
    sent,
    setJsonBroken,
    setValue: (value) => update({ value }),
    takeRevision() {
      if (revised === null || (merge !== null && merge.open.length > 0)) return;
      take();
      sent.dismiss();
      handle.update(draftOver(draft, revised, merge));
    },
    choose(type) {
      if (viewer || (type !== 'default' && !allowed[type].allowed)) return;
      setTried(false);
      setDespite(false);
      setChoices(choices + 1);
      handle.update({ type: draft.type === type ? null : type });
    },
    send() {
      if (blocked === text.missing.unseen) look.show();
      if (blocked !== null || !built.ok || isFaulty(draft, form)) setTried(true);
      else if (isAside(prompt, draft.type)) void aside.comment(built.feedback);
      else sent.send(built.feedback, holding.holder === 'other');
    },
  };
}
