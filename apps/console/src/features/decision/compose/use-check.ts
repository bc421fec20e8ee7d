import type { Prompt } from '@countersign/api/prompt';
import type { EditCheck } from '@countersign/api/prompts/edit-check';
import type { CheckFault, Figure } from '@countersign/upformat/edit-check';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { useEffect, useState } from 'react';
import { errorText, problemOf } from '../../../live/problem-text.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { statementSentence } from '../../../text/statements/statements.ts';
import type { Draft } from '../draft/draft.ts';
import type { FormState } from '../draft/use-form.ts';

/** A pause in typing, ms: a held key or a typed word is one value. */
const PAUSE_MS = 350;

/** A value, and the state of its check. */
interface CheckedValue {
  value: unknown;
  check: EditCheck;
}

/** The newest answer to an edited value, which may be to an older one; null = there was none yet. */
interface EditCheckState {
  last: CheckedValue | null;
  /** The current value is being checked. */
  isChecking: boolean;
  /** Checks the current value again. */
  again: () => void;
}

/**
 * Has the agent check a value as it is edited, through the server. Only the newest counts: what was asked before is broken off.
 * Nothing is asked while `isWanted` is false. A failed request counts as no check.
 */
function useEditCheck(asked: {
  promptId: string;
  digest: string;
  value: unknown;
  isWanted: boolean;
}): EditCheckState {
  const { promptId, digest, value, isWanted } = asked;
  const { api, schedule } = useClient();
  const [answered, setAnswered] = useState<(CheckedValue & { digest: string }) | null>(null);
  // Results for the question before its revision are no longer valid.
  const last = answered?.digest === digest ? answered : null;
  const isAnswered = last !== null && last.value === value;
  useEffect(() => {
    if (!isWanted || isAnswered) return;
    const abort = new AbortController();
    const ask = async () => {
      const check = await api
        .checkEdit(promptId, { value, digest }, abort.signal)
        .catch((error): EditCheck => {
          const reason = problemOf(error)?.status === 429 ? 'busy' : 'unreachable';
          return { outcome: 'unchecked', reason, detail: errorText(error) };
        });
      if (!abort.signal.aborted) setAnswered({ value, digest, check });
    };
    const cancel = schedule(() => void ask(), PAUSE_MS);
    return () => {
      cancel();
      abort.abort();
    };
  }, [api, schedule, promptId, digest, value, isWanted, isAnswered]);
  return { last, isChecking: isWanted && !isAnswered, again: () => setAnswered(null) };
}

/** The state of the agent's own check of an edit. */
export interface Check {
  /**
   * `off`: there is nothing to check. `faulty`: the fields come first. `checking`, `checked`, `unchecked`: of the value of now.
   */
  state: 'off' | 'faulty' | 'checking' | 'checked' | 'unchecked';
  /** The agent's result; while a newer value is checked, that of the previous one. */
  faults: readonly CheckFault[];
  /** How many of its messages were left out. */
  left: number;
  /** The agent would not accept this exact value. */
  isRefused: boolean;
  /** Why it was not checked, in a sentence. */
  detail: string;
  /** In place of those of the question; null = those apply. */
  outputs: readonly Figure[] | null;
  again: () => void;
}

const off: Check = {
  state: 'off',
  faults: [],
  left: 0,
  isRefused: false,
  detail: '',
  outputs: null,
  again: () => {},
};

/** The agent's check of the value being edited, if it offers one. */
export function useCheck(
  prompt: Prompt,
  draft: Draft,
  { form, changes, errors, canAsk }: FormState & { canAsk: boolean },
): Check {
  const isOffered = upPromptOf(prompt.message).check !== undefined;
  const isEdit = isOffered && draft.type === 'edit' && form !== null && draft.value !== undefined;
  const isOpen = isEdit && prompt.state === 'open' && changes.length > 0;
  const { last, isChecking, again } = useEditCheck({
    promptId: prompt.id,
    digest: prompt.digest,
    value: draft.value,
    isWanted: isOpen && errors.length === 0 && canAsk,
  });
  if (!isOpen) return off;
  const said = last?.check.outcome === 'checked' ? last.check : null;
  const shown = {
    ...off,
    faults: said?.faults ?? [],
    left: said?.left ?? 0,
    outputs: said?.outputs ?? null,
  };
  if (errors.length > 0 || !canAsk) return { ...shown, faults: [], left: 0, state: 'faulty' };
  if (isChecking || last === null) return { ...shown, state: 'checking' };
  if (last.check.outcome === 'unchecked') {
    const { detail: english, statement } = last.check;
    const detail = statementSentence(statement, english);
    return { ...off, state: 'unchecked', detail, again };
  }
  const isRefused = shown.faults.some(({ severity }) => severity === 'error');
  return { ...shown, state: 'checked', isRefused };
}
