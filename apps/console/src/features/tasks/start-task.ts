import type { Attachment } from '@countersign/api/attachment';
import type { CreateTask } from '@countersign/api/task';
import { parseExactly } from '@countersign/json/exact-json';
import { isObject } from '@countersign/json/json-object';
import { tasksText } from '../../text/texts.ts';

import { validateValue } from '../../ui/forms/schema/validate.ts';

export interface StartForm {
  agentId: string;
  message: string;
  /** JSON text, for an agent whose schema is no form. */
  input: string;
  /** The value of the form of the agent's schema; undefined = nothing filled in. */
  value: unknown;
  title: string;
  attachments: readonly Attachment[];
}
export type StartErrors = Partial<Record<'agentId' | 'message' | 'input', string>>;

/** A JSON object, or null when the text is something else. */
function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseExactly(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return null;
  }
}

/** Whether a schema names what it takes: then it is a form, else JSON. */
export const isFormSchema = (schema: unknown): boolean =>
  isObject(schema) &&
  isObject(schema['properties']) &&
  Object.keys(schema['properties']).length > 0;

/** The input without empty fields; undefined = none. */
function filled(value: unknown): Record<string, unknown> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter(
    ([, member]) => member !== undefined && member !== null && member !== '',
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The request of a filled form, or what is wrong with it. `schema` is what the agent takes. */
export function startRequest(
  form: StartForm,
  schema?: unknown,
): { ok: true; body: CreateTask } | { ok: false; errors: StartErrors } {
  const message = form.message.trim();
  const isForm = isFormSchema(schema);
  const typed = form.input.trim() === '' ? undefined : objectOf(form.input);
  const input = isForm ? filled(form.value) : typed;
  const errors: StartErrors = {};
  // A message is enough; a form that was edited must be valid.
  if (isForm && input !== undefined && validateValue(schema, input).length > 0) {
    errors.input = tasksText.dialog.inputFaults;
  }
  if (form.agentId === '') errors.agentId = tasksText.dialog.needAgent;
  if (input === null) errors.input = tasksText.dialog.inputBad;
  if (message === '' && input === undefined) errors.message = tasksText.dialog.needMessage;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    body: {
      agentId: form.agentId,
      ...(message === '' ? {} : { message }),
      ...(input === null || input === undefined ? {} : { input }),
      ...(form.attachments.length === 0 ? {} : { attachments: [...form.attachments] }),
      ...(form.title.trim() === '' ? {} : { title: form.title.trim() }),
    },
  };
}
