import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { nextByNeed } from '@countersign/desk/need';
import { useCallback, useMemo, useState } from 'react';
import { useAdvanceSetting } from '../../live/advance-setting.ts';
import type { InboxNeighbours } from './inbox-context.ts';

interface NeedPlace {
  /** Those of the queue, whether they are on screen or still behind its pill. */
  prompts: readonly PromptRow[];
  selectedId: string | null;
  owner: string | null;
  now: number;
}

/** The open prompt that needs a person most and that nobody else holds; null = there is no other. */
export function useNextNeeded({ prompts, selectedId, owner, now }: NeedPlace): PromptRow | null {
  return useMemo(() => {
    const others = prompts.filter(({ id }) => id !== selectedId);
    return nextByNeed(others, { operatorId: owner, now });
  }, [prompts, selectedId, owner, now]);
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
  /** It is offered: to be switched on or not; null = it was, or it is not time yet. */
  offer: ((on: boolean) => void) | null;
  forgetLast: () => void;
}

/** A critical answer that was sent at once keeps its prompt on screen: from the next prompt it could not be recalled. */
const mayLeave = ({ severity }: Prompt, { releaseAt }: Decision) =>
  severity !== 'critical' || releaseAt !== null;

function useAdvance({ owner, next, go }: Place): Advance {
  const { isWanted, isOffered, choose, count } = useAdvanceSetting(owner);
  const [last, setLast] = useState<string | null>(null);
  const nextId = next?.id ?? null;
  const onRecorded = useCallback(
    (prompt: Prompt, decision: Decision) => {
      count();
      if (!isWanted || nextId === null || !mayLeave(prompt, decision)) return;
      setLast(prompt.id);
      go(nextId);
    },
    [isWanted, nextId, go, count],
  );
  const forgetLast = useCallback(() => setLast(null), []);
  const offer = useMemo(() => (isOffered ? choose : null), [isOffered, choose]);
  return { last, onRecorded, forgetLast, offer };
}

interface WorldPlace extends Pick<InboxNeighbours, 'onNext' | 'rootRef' | 'onSnoozePicked'> {
  next: PromptRow | null;
  /** The operator whose setting decides about the automatic advance. */
  owner: string | null;
}

/** What the open prompt can use of the queue next to it, and the answer before the automatic advance. */
export function useInboxContext({
  next,
  owner,
  onNext,
  rootRef,
  onSnoozePicked,
}: WorldPlace): Pick<Advance, 'last' | 'forgetLast'> & { world: InboxNeighbours } {
  const { last, onRecorded, forgetLast, offer } = useAdvance({ owner, next, go: onNext });
  const world = useMemo(
    () => ({ next, rootRef, onNext, onRecorded, onSnoozePicked, offer }),
    [next, rootRef, onNext, onRecorded, onSnoozePicked, offer],
  );
  return { world, last, forgetLast };
}
