import { problemSlug } from '@countersign/api/problem';
import type { Prompt } from '@countersign/api/prompt';
import { allowedAnswers } from '@countersign/upformat/answers';
import type { FeedbackType } from '@countersign/upformat/message';
import { useMemo, useState } from 'react';
import { useClient } from '../../live/client-context.tsx';
import { useMe } from '../../live/queries.ts';
import { decisionText as text } from '../../text/decision.ts';
import { initialValue } from '../../ui/forms/initial-value.ts';
import { type FieldError, validateValue } from '../../ui/forms/validate.ts';
import { type AnswerForm, answerForm } from './answer-schema.ts';
import { type Built, buildFeedback, type Change, changesOf } from './build-feedback.ts';
import { carryOver } from './carry-over.ts';
import { type DraftHandle, useDraft } from './use-draft.ts';
import { type Sent, useSent } from './use-sent.ts';
import { useShown } from './use-shown.ts';

export type Allowed = ReturnType<typeof allowedAnswers>;

/** Everything the panel knows about the answer being written. */
export interface Answer extends DraftHandle {
  /** What is on screen and bound by the seal. */
  prompt: Prompt;
  revised: Prompt | null;
  takeRevision: () => void;
  /** Edits that did not fit the last revision. */
  lost: number;
  allowed: Allowed;
  form: AnswerForm | null;
  /** The form's value: the draft's, else the proposal with defaults. */
  value: unknown;
  setValue: (value: unknown) => void;
  setJsonBroken: (broken: boolean) => void;
  /** The proposal does not satisfy its own schema: answering means filling in. */
  fillIn: boolean;
  changes: readonly Change[];
  errors: readonly FieldError[];
  /** A try to send was refused by the form: show every fault. */
  tried: boolean;
  built: Built;
  /** Why nothing can leave now, in words; null = it can. */
  blocked: string | null;
  choose: (type: FeedbackType) => void;
  send: () => void;
  sent: Sent;
}

/** Faults the server found in an edit, brought back to the fields. */
function serverFaults(sent: Sent): FieldError[] {
  const problem = sent.entry?.state === 'refused' ? sent.entry.problem : null;
  if (problem === null || problemSlug(problem) !== 'invalid-feedback') return [];
  return (problem.errors ?? []).map((error) => ({
    path: error.path.replace(/^(\/feedback)?\/content\/value/, ''),
    message: error.message,
  }));
}

/** The state of one answer, from the first key to the last rung. */
export function useAnswer(live: Prompt): Answer {
  const client = useClient();
  const viewer = useMe().data?.role === 'viewer';
  const { shown: prompt, revised, take } = useShown(live);
  const handle = useDraft(live.id, live.digest, () => client.serverNow());
  const { draft, update } = handle;
  const sent = useSent(prompt);
  const [tried, setTried] = useState(false);
  const [jsonBroken, setJsonBroken] = useState(false);
  const [lost, setLost] = useState(0);

  const { message } = prompt;
  const allowed = useMemo(() => allowedAnswers(message), [message]);
  const form = useMemo(() => answerForm(message), [message]);
  const start = useMemo(() => initialValue(form?.schema, message.payload), [form, message]);
  const fillIn = useMemo(
    () => form !== null && validateValue(form.schema, message.payload ?? {}).length > 0,
    [form, message],
  );
  const value = draft.value ?? start;
  const errors = useMemo(() => {
    if (draft.type !== 'edit' || form === null) return [];
    const mine = validateValue(form.schema, value);
    return mine.length > 0 ? mine : serverFaults(sent);
  }, [draft.type, form, value, sent]);
  const filled = form !== null && draft.type === 'edit' ? { ...draft, value } : draft;
  const changes = useMemo(
    () => (form === null ? [] : changesOf(message.payload, value)),
    [form, message, value],
  );
  const built = buildFeedback(filled, message);

  const blocked = ((): string | null => {
    if (viewer) return text.missing.viewer;
    if (revised !== null) return text.missing.revised;
    if (draft.type === null) return text.chooseAnswer;
    if (draft.type === 'edit' && jsonBroken) return text.missing.json;
    return built.ok ? null : built.missing;
  })();

  return {
    ...handle,
    prompt,
    revised,
    lost,
    allowed,
    form,
    value,
    fillIn,
    changes,
    errors,
    tried,
    built,
    blocked,
    sent,
    setJsonBroken,
    setValue: (next) => update({ value: next }),
    takeRevision() {
      if (revised === null) return;
      const carried = carryOver(message.payload, draft.value, revised.message.payload);
      setLost(carried.lost);
      update({ value: carried.value, digest: revised.digest });
      sent.dismiss();
      take();
    },
    choose(type) {
      if (!allowed[type].allowed) return;
      setTried(false);
      update({ type: draft.type === type ? null : type });
    },
    send() {
      if (blocked !== null || !built.ok) {
        setTried(true);
        return;
      }
      if (draft.type === 'edit' && form !== null && validateValue(form.schema, value).length > 0) {
        setTried(true);
        return;
      }
      sent.send(built.feedback);
    },
  };
}
