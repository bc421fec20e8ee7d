import type { Agent } from '@countersign/api/agent';
import type { Problem } from '@countersign/api/problem';
import type { CreateTask } from '@countersign/api/task';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { problemText } from '../../text/statements/problems.ts';
import { tasksText } from '../../text/texts.ts';
import { exampleOf } from './agent-example.ts';
import { type StartErrors, type StartForm, startRequest } from './start-task.ts';

const words = tasksText.dialog;

/** Why the server did not start it, with its message; without an answer of the server it may have been started. */
export interface StartFailure {
  title: string;
  detail: string;
  errors: NonNullable<Problem['errors']>;
}

function failureOf(error: unknown): StartFailure {
  const problem = problemOf(error);
  if (problem === null) return { title: words.unknown, detail: words.offline, errors: [] };
  // A server that failed may have recorded it.
  const title = problem.status >= 500 ? words.unknown : words.failed;
  return { title, detail: problemText(problem), errors: problem.errors ?? [] };
}

interface Starting {
  form: StartForm;
  set: (part: Partial<StartForm>) => void;
  /** Changes what is attached at the time when it is called. */
  attach: (change: (before: StartForm['attachments']) => StartForm['attachments']) => void;
  choose: (agentId: string) => void;
  /** The one that is chosen, and what can be asked of it; null = it names no example. */
  agent: Agent | undefined;
  example: string | null;
  errors: StartErrors;
  failure: StartFailure | null;
  busy: boolean;
  submit: (event?: FormEvent) => void;
}

/** The form to start a task, and the request to the server. */
export function useStartForm({
  agents,
  agentId,
  start,
}: {
  agents: readonly Agent[];
  /** Chosen at first. */
  agentId: string;
  start: (body: CreateTask) => Promise<void>;
}): Starting {
  const only = agents.length === 1 ? agents[0]?.id : undefined;
  const [form, setForm] = useState<StartForm>({
    agentId: agentId || (only ?? ''),
    message: '',
    input: '',
    value: undefined,
    title: '',
    attachments: [],
  });
  const [errors, setErrors] = useState<StartErrors>({});
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const agent = agents.find((one) => one.id === form.agentId);
  const example = exampleOf(agent);
  const set = (part: Partial<StartForm>) => setForm((before) => ({ ...before, ...part }));
  const attach = (change: (before: StartForm['attachments']) => StartForm['attachments']) =>
    setForm((before) => ({ ...before, attachments: change(before.attachments) }));
  // An unedited example is replaced by that of the chosen agent.
  const choose = (next: string) =>
    set({
      agentId: next,
      value: undefined,
      ...(example === null || form.message !== example
        ? {}
        : { message: exampleOf(agents.find(({ id }) => id === next)) ?? '' }),
    });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const request = startRequest(form, agent?.inputSchema);
    setErrors(request.ok ? {} : request.errors);
    if (!request.ok || busy) return;
    setBusy(true);
    setFailure(null);
    start(request.body).catch((error: unknown) => {
      setBusy(false);
      setFailure(failureOf(error));
    });
  };
  return { form, set, attach, choose, agent, example, errors, failure, busy, submit };
}
