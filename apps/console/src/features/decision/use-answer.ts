import type { Prompt } from '@countersign/api/prompt';
import { isAside } from '@countersign/desk/accept-answer';
import { allowedAnswers } from '@countersign/upformat/answers';
import type { FeedbackType, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { useEffect, useMemo, useState } from 'react';
import { usePromptActions } from '../../live/prompt-actions.ts';
import { useMe } from '../../live/queries.ts';
import { type Action, useAction } from '../../live/use-action.ts';
import { decisionText as text } from '../../text/decision.ts';
import { checkText } from '../../text/decision-check.ts';
import { askerName } from '../../text/sender-name.ts';
import { visibleText } from '../../text/visible-text.ts';
import { validateValue } from '../../ui/forms/validate.ts';
import { type Built, buildFeedback } from './build-feedback.ts';
import { type Draft, type DraftType, hasContent } from './draft.ts';
import { refitNotes } from './notes-at.ts';
import { unreadPayloadOf } from './unread.tsx';
import type { Activity } from './use-activity.ts';
import { keptBasis, useBasis } from './use-basis.ts';
import { type Check, useCheck } from './use-check.ts';
import { type Holding, useClaim } from './use-claim.ts';
import { type DraftHandle, useDraft } from './use-draft.ts';
import { type FormState, useForm } from './use-form.ts';
import { type Look, useLooked } from './use-looked.ts';
import { type Merge, useMerge } from './use-merge.ts';
import { type Sent, useSent } from './use-sent.ts';

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
  look: Look;
  /** The agent's messages about the edit before it is sent. */
  check: Check;
  /** I answer although another operator holds it. */
  despite: boolean;
  setDespite: (despite: boolean) => void;
  setValue: (value: unknown) => void;
  setJsonBroken: (broken: boolean) => void;
  /** An attempt to send was refused by the form: show every error. */
  tried: boolean;
  built: Built;
  /** Why nothing can be sent now, as text; null = it can. */
  blocked: string | null;
  choose: (type: DraftType) => void;
  send: () => void;
  /** What is written is a comment, which is added and answers nothing. */
  isAside: boolean;
  aside: Action;
  sent: Sent;
}

/** Whether there is a proposal that an answer would be about; without one there is only the question. */
const isProposing = (message: UpMessage) =>
  unreadPayloadOf(message) !== null || Object.keys(message.payload ?? {}).length > 0;

const nothing: FeedbackType[] = [];

/** The state of one answer, from the first key to the last rung. */
export function useAnswer(live: Prompt, activity: Activity): Answer {
  const me = useMe().data;
  const viewer = me?.role === 'viewer';
  const meId = me?.id ?? null;
  const handle = useDraft({ promptId: live.id, operatorId: meId ?? '' });
  const { draft } = handle;
  const { shown: prompt, revised, take } = useBasis(live, draft);
  const sent = useSent(prompt);
  const { hold } = handle;
  const isHeld = sent.inFlight || live.state !== 'open';
  useEffect(() => hold(isHeld), [hold, isHeld]);
  const [tried, setTried] = useState(false);
  const [jsonBroken, setJsonBroken] = useState(false);
  const [despite, setDespite] = useState(false);
  const [asideKey, setAsideKey] = useState<string | null>(null);
  const aside = useAction();
  const actions = usePromptActions(live.id);
  const look = useLooked(prompt.digest, isProposing(prompt.message));
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
  const filled =
    form.form !== null && draft.type === 'edit' ? { ...draft, value: form.value } : draft;
  const built = buildFeedback(filled, message, reasonFor);

  const update = (part: Partial<Draft>) => {
    handle.update({ basis: draft.basis ?? keptBasis(prompt), ...part });
  };
  const blocked = ((): string | null => {
    if (viewer) return text.missing.viewer;
    if (merge !== null && merge.open.length > 0) return text.missing.clashes(merge.open.length);
    if (revised !== null) return text.missing.revised;
    if (draft.type === null) return text.chooseAnswer;
    if (handle.other !== null) return text.missing.otherTab;
    // A comment needs no claim.
    if (holding.holder === 'other' && !despite && !isAside(prompt, draft.type))
      return text.missing.held(visibleText(live.claim?.name ?? ''));
    if (draft.type === 'edit' && jsonBroken) return text.missing.json;
    if (draft.type === 'edit' && check.isRefused)
      return checkText.refused(visibleText(askerName(prompt)));
    if (!look.looked && !isAside(prompt, draft.type)) return text.missing.unseen;
    return built.ok ? null : built.missing;
  })();

  const comment = async (feedback: UpFeedback) => {
    // A comment sent again because no response was received is the same comment.
    const key = asideKey ?? crypto.randomUUID();
    setAsideKey(key);
    if (!(await aside.run(() => actions.comment(feedback, key)))) return;
    setAsideKey(null);
    const said = { comment: '', notes: [], type: null };
    if (hasContent({ ...draft, ...said })) handle.update(said);
    else {
      handle.clear();
      holding.letGo();
    }
  };

  return {
    ...handle,
    ...form,
    update,
    prompt,
    revised,
    merge,
    allowed,
    viewer,
    reasonFor,
    holding,
    look,
    check,
    despite,
    setDespite,
    tried,
    built,
    blocked,
    isAside: isAside(prompt, draft.type),
    aside,
    sent,
    setJsonBroken,
    setValue: (value) => update({ value }),
    takeRevision() {
      if (revised === null || (merge !== null && merge.open.length > 0)) return;
      take();
      sent.dismiss();
      handle.update({
        basis: hasContent(draft) ? keptBasis(revised) : null,
        choices: {},
        notes: refitNotes(draft.notes, revised.message),
        ...(merge === null ? {} : { value: merge.merged }),
      });
    },
    choose(type) {
      if (viewer || (type !== 'default' && !allowed[type].allowed)) return;
      setTried(false);
      setDespite(false);
      handle.update({ type: draft.type === type ? null : type });
    },
    send() {
      const faulty =
        draft.type === 'edit' &&
        form.form !== null &&
        validateValue(form.form.schema, form.value).length > 0;
      if (blocked === text.missing.unseen) look.show();
      if (blocked !== null || !built.ok || faulty) setTried(true);
      else if (isAside(prompt, draft.type)) void comment(built.feedback);
      else sent.send(built.feedback, holding.holder === 'other');
    },
  };
}
