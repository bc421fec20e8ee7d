import { problemSlug } from '@countersign/api/problem';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { UpMessage } from '@countersign/upformat/message';
import { type AnswerForm, answerForm } from '@countersign/upformat/reading/answer-form';
import { useMemo } from 'react';
import { faultText } from '../../../text/statements/statements.ts';
import { initialValue } from '../../../ui/forms/schema/initial-value.ts';
import { type FieldError, validateValue } from '../../../ui/forms/schema/validate.ts';
import type { Sent } from '../sent/use-sent.ts';
import { type Change, changesOf } from './build-feedback.ts';
import type { Draft } from './draft.ts';

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
  /** Those of what is written, not of what is still missing. */
  wrong: readonly FieldError[];
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

/** Text in a number field cannot be sent; an empty field is only incomplete. */
const isWritten = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '');

/** What a form over a message starts from. */
export const startOf = (form: AnswerForm | null, message: UpMessage): unknown =>
  initialValue(form?.schema, message.payload);

/** The value of the form, its changes and its faults. */
export function useForm(message: UpMessage, draft: Draft, sent: Sent): FormState {
  const form = useMemo(() => answerForm(message), [message]);
  const start = useMemo(() => startOf(form, message), [form, message]);
  const fillIn = useMemo(
    () => form !== null && validateValue(form.schema, message.payload ?? {}).length > 0,
    [form, message],
  );
  const value = draft.value ?? start;
  const mine = useMemo(
    () => (draft.type === 'edit' && form !== null ? validateValue(form.schema, value) : []),
    [draft.type, form, value],
  );
  const errors = useMemo(
    () => (mine.length > 0 || draft.type !== 'edit' ? mine : serverFaults(sent)),
    [mine, draft.type, sent],
  );
  const wrong = useMemo(
    () => mine.filter(({ path }) => isWritten(valueAt(value, tokensOf(path)))),
    [mine, value],
  );
  const changes = useMemo(
    () => (form === null ? [] : changesOf(message.payload, value)),
    [form, message, value],
  );
  return { form, start, value, fillIn, changes, errors, wrong };
}
