import { problemSlug } from '@countersign/api/problem';
import { type AnswerForm, answerForm } from '@countersign/upformat/answer-form';
import type { UpMessage } from '@countersign/upformat/message';
import { useMemo } from 'react';
import { faultText } from '../../text/statements.ts';
import { initialValue } from '../../ui/forms/initial-value.ts';
import { type FieldError, validateValue } from '../../ui/forms/validate.ts';
import { type Change, changesOf } from './build-feedback.ts';
import type { Draft } from './draft.ts';
import type { Sent } from './use-sent.ts';

/** The form an answer can be given in, and how far it is filled. */
export interface FormState {
  form: AnswerForm | null;
  /** What it starts from: the proposal with the schema's defaults. */
  start: unknown;
  /** The draft's value, else the start. */
  value: unknown;
  /** The proposal does not satisfy its own schema: answering means filling in. */
  fillIn: boolean;
  changes: readonly Change[];
  errors: readonly FieldError[];
}

/** Errors the server found in an edit, assigned to the fields. */
function serverFaults(sent: Sent): FieldError[] {
  const problem = sent.entry?.state === 'refused' ? sent.entry.problem : null;
  if (problem === null || problemSlug(problem) !== 'invalid-feedback') return [];
  return (problem.errors ?? []).map((error) => ({
    path: error.path.replace(/^(\/feedback)?\/content\/value/, ''),
    message: faultText(error),
  }));
}

/** What a form over a message starts from. */
export const startOf = (form: AnswerForm | null, message: UpMessage): unknown =>
  initialValue(form?.schema, message.payload);

/** The value of the form, what it changes, and what is wrong with it. */
export function useForm(message: UpMessage, draft: Draft, sent: Sent): FormState {
  const form = useMemo(() => answerForm(message), [message]);
  const start = useMemo(() => startOf(form, message), [form, message]);
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
  const changes = useMemo(
    () => (form === null ? [] : changesOf(message.payload, value)),
    [form, message, value],
  );
  return { form, start, value, fillIn, changes, errors };
}
