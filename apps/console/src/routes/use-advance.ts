import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { useCallback, useState } from 'react';
import { useAdvanceSetting } from '../live/advance-setting.ts';

interface Place {
  owner: string | null;
  /** The next open prompt; null = there is no other. */
  next: PromptRow | null;
  go: (promptId: string) => void;
}

/** Automatic advance after an answer, if switched on. */
export interface Advance {
  /** The prompt that was answered before the one on screen, and whose answer may still be there to take back. */
  last: string | null;
  onRecorded: (prompt: Prompt, decision: Decision) => void;
  forgetLast: () => void;
}

/** A critical answer that was sent at once keeps its prompt on screen: from the next prompt it could not be recalled. */
const mayLeave = ({ severity }: Prompt, { releaseAt }: Decision) =>
  severity !== 'critical' || releaseAt !== null;

export function useAdvance({ owner, next, go }: Place): Advance {
  const [isWanted] = useAdvanceSetting(owner);
  const [last, setLast] = useState<string | null>(null);
  const nextId = next?.id ?? null;
  const onRecorded = useCallback(
    (prompt: Prompt, decision: Decision) => {
      if (!isWanted || nextId === null || !mayLeave(prompt, decision)) return;
      setLast(prompt.id);
      go(nextId);
    },
    [isWanted, nextId, go],
  );
  const forgetLast = useCallback(() => setLast(null), []);
  return { last, onRecorded, forgetLast };
}
