import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { useCallback, useMemo, useState } from 'react';
import type { QueueItem } from '../../features/inbox/use-queue.ts';
import { useAdvanceSetting } from '../../live/advance-setting.ts';
import type { InboxNeighbours } from './inbox-context.ts';

const isOpenRow = (row: QueueItem) => row.prompts.some((prompt) => prompt.state === 'open');

/** The open prompt below the selected one, or from the top again; null = there is no other. */
function useNextOpen(rows: readonly QueueItem[], selectedId: string | null): PromptRow | null {
  return useMemo(() => {
    const at = rows.findIndex((row) => row.key === selectedId);
    const open = rows.filter((row) => isOpenRow(row) && row.key !== selectedId);
    const after = rows.slice(at + 1).find((row) => open.includes(row));
    const next = after ?? open[0];
    return next?.prompts.find((prompt) => prompt.state === 'open') ?? null;
  }, [rows, selectedId]);
}

interface Place {
  owner: string | null;
  /** The next open prompt; null = there is no other. */
  next: PromptRow | null;
  go: (promptId: string) => void;
}

/** Automatic advance after an answer, if switched on. */
interface Advance {
  /** The prompt that was answered before the one on screen, and whose answer may still be there to take back. */
  last: string | null;
  onRecorded: (prompt: Prompt, decision: Decision) => void;
  forgetLast: () => void;
}

/** A critical answer that was sent at once keeps its prompt on screen: from the next prompt it could not be recalled. */
const mayLeave = ({ severity }: Prompt, { releaseAt }: Decision) =>
  severity !== 'critical' || releaseAt !== null;

function useAdvance({ owner, next, go }: Place): Advance {
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

interface WorldPlace extends Pick<InboxNeighbours, 'onNext' | 'rootRef' | 'onSnoozePicked'> {
  rows: readonly QueueItem[];
  selectedId: string | null;
  /** The operator whose setting decides about the automatic advance. */
  owner: string | null;
}

/** What the open prompt can use of the queue next to it, and the answer before the automatic advance. */
export function useInboxContext({
  rows,
  selectedId,
  owner,
  onNext,
  rootRef,
  onSnoozePicked,
}: WorldPlace): Pick<Advance, 'last' | 'forgetLast'> & { world: InboxNeighbours } {
  const next = useNextOpen(rows, selectedId);
  const { last, onRecorded, forgetLast } = useAdvance({ owner, next, go: onNext });
  const world = useMemo(
    () => ({ next, rootRef, onNext, onRecorded, onSnoozePicked }),
    [next, rootRef, onNext, onRecorded, onSnoozePicked],
  );
  return { world, last, forgetLast };
}
