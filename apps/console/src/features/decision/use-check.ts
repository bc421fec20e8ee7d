import type { Prompt } from '@countersign/api/prompt';
import type { CheckFault, Figure } from '@countersign/upformat/edit-check';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { useEditCheck } from '../../live/edit-check.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import type { Draft } from './draft.ts';
import type { FormState } from './use-form.ts';

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
