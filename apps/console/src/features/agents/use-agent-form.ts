import type { Agent } from '@countersign/api/agent';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { problemText } from '../../text/statements/problems.ts';
import { faultText } from '../../text/statements/statements.ts';
import { agentsText, commonText } from '../../text/texts.ts';
import {
  type AgentForm,
  type AgentFormErrors,
  descriptorOf,
  formOf,
  formOfPasted,
  idFromName,
} from './agent-form-data.ts';

const words = agentsText.form;

interface AgentFormInput {
  /** The agent to edit, null to add one. */
  agent: Agent | null;
  save: (body: AgentDescriptor) => Promise<void>;
  /** Ids of the agents there are. */
  taken: readonly string[];
}

export interface AgentFormState {
  form: AgentForm;
  set: (part: Partial<AgentForm>) => void;
  /** The name; the id is derived from it until it is edited. */
  setName: (name: string) => void;
  setId: (id: string) => void;
  errors: AgentFormErrors;
  /** Why it was not saved, as text. */
  failure: string | null;
  busy: boolean;
  /** It was filled in from what was pasted. */
  filled: boolean;
  paste: (event: ClipboardEvent) => void;
  submit: (event: FormEvent) => void;
}

function failureOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem === null) return commonText.offlineProblem;
  if (problem.status === 409) return words.exists;
  const faults = (problem.errors ?? []).map((fault) => `${fault.path} ${faultText(fault)}`);
  return [problemText(problem), ...faults].join(' · ');
}

/** The state of the agent form, and the function that saves it. */
export function useAgentForm({ agent, save, taken }: AgentFormInput): AgentFormState {
  const [form, setForm] = useState<AgentForm>(() => formOf(agent));
  const [errors, setErrors] = useState<AgentFormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [ownId, setOwnId] = useState(agent !== null);
  const [filled, setFilled] = useState(false);
  const set = (part: Partial<AgentForm>) => setForm((before) => ({ ...before, ...part }));
  const refuse = (error: unknown) => {
    setBusy(false);
    const problem = problemOf(error);
    if (problem?.type.endsWith('/secret-needed')) {
      setErrors({ headers: problemText(problem) });
    } else setFailure(failureOf(error));
  };
  return {
    form,
    set,
    setName: (name) => set(ownId ? { name } : { name, id: idFromName(name, taken) }),
    setId(id) {
      setOwnId(id !== '');
      set({ id });
    },
    errors,
    failure,
    busy,
    filled,
    paste(event) {
      const pasted = formOfPasted(event.clipboardData.getData('text'), form);
      if (pasted === null) return;
      event.preventDefault();
      setForm({ ...pasted, id: agent?.id ?? (pasted.id || idFromName(pasted.name, taken)) });
      setOwnId(agent !== null || pasted.id !== '');
      setFilled(true);
    },
    submit(event) {
      event.preventDefault();
      const result = descriptorOf(form);
      setErrors(result.ok ? {} : result.errors);
      if (!result.ok || busy) return;
      setBusy(true);
      setFailure(null);
      save(result.body).catch(refuse);
    },
  };
}
