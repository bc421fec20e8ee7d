import type { Agent } from '@countersign/api/agent';
import type { CreateTask } from '@countersign/api/task';
import { tasksText } from '../../text/tasks.ts';

export interface StartForm {
  agentId: string;
  message: string;
  input: string;
  title: string;
}
export type StartErrors = Partial<Record<'agentId' | 'message' | 'input', string>>;

/** A JSON object, or null when the text is something else. */
function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return null;
  }
}

/** The request of a filled form, or what is wrong with it. */
export function startRequest(
  form: StartForm,
): { ok: true; body: CreateTask } | { ok: false; errors: StartErrors } {
  const message = form.message.trim();
  const input = form.input.trim() === '' ? undefined : objectOf(form.input);
  const errors: StartErrors = {};
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
      ...(form.title.trim() === '' ? {} : { title: form.title.trim() }),
    },
  };
}

/** The example an agent gives in its description, `Example: “…”`; null when it gives none. */
export function exampleOf(agent: Pick<Agent, 'description'>): string | null {
  const match = /\b(?:for example|example|try)[:,]?\s*[“"„]([^”"“]{8,2000})[”"“]/i.exec(
    agent.description ?? '',
  );
  return match?.[1] ?? null;
}
