import type { Decision } from '@countersign/api/prompt';
import { isStillHere } from '@countersign/desk/recall';
import { Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useServerNow } from '../../../live/session/server-now.ts';
import { useAction } from '../../../live/use-action.ts';
import { decisionText, decisionTimeText as text } from '../../../text/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeys } from '../../../ui/keys/keys.tsx';
import { Failure } from '../compose/failure.tsx';

interface RecallBarProps {
  decision: Decision;
  scopeRef: RefObject<HTMLElement | null>;
  /** The author of the answer; null = the signed-in operator. */
  whose: string | null;
  /** It was recalled here. */
  onRecalled?: () => void;
}

/** Whether an answer has not been sent yet, as far as its state shows: the server decides. */
const isHeld = (decision: Decision, now: number) =>
  isStillHere(decision, decision.waitsFor.length > 0 || decision.waitsForRun !== undefined, now);

/** While an answer has not been sent: how long it can still be recalled, on the server's clock, and the button to do so. */
export function RecallBar(props: RecallBarProps) {
  const now = useServerNow();
  const { decision } = props;
  // An answer sent a moment ago keeps its place until the server confirms it: nothing moves under the pointer.
  const wasHeld = decision.state === 'recorded' && decision.releaseAt !== null;
  if (!isHeld(decision, now) && !wasHeld) return null;
  return <Held {...props} left={(decision.releaseAt ?? 0) - now} isHeld={isHeld(decision, now)} />;
}

function Held({
  decision,
  scopeRef,
  whose,
  onRecalled,
  left,
  isHeld: canRecall,
}: RecallBarProps & { left: number; isHeld: boolean }) {
  const { recall } = usePromptActions(decision.promptId);
  const action = useAction();
  const words = whose === null ? text.recall : text.recallOf(whose);
  const run = async () => {
    if (canRecall && (await action.run(() => recall(decision.id)))) onRecalled?.();
  };
  useKeys({
    id: 'recall',
    name: decisionText.keysName,
    within: scopeRef,
    bindings: [{ keys: 'z', label: words, run: () => void run() }],
  });
  const waits = decision.waitsFor.length;
  return (
    <div className="recall row-wide wrapping full-row controls-grow-on-phone">
      <span className="full-on-phone">
        {waits > 0 && text.heldFor(waits)}
        {waits === 0 && decision.waitsForRun !== undefined && text.heldForRun}
        {waits === 0 &&
          decision.waitsForRun === undefined &&
          (canRecall ? <LeavesIn left={left} /> : text.leaving)}
      </span>
      <Button
        icon={Undo2}
        busy={action.busy}
        disabled={!canRecall}
        aria-keyshortcuts="Z"
        onClick={() => void run()}
      >
        {action.busy ? text.recalling : words}
        <Kbd keys="z" />
      </Button>
      <Failure of={action.failure} />
    </div>
  );
}

/** Not announced each second. */
function LeavesIn({ left }: { left: number }) {
  return <span aria-live="off">{text.leavesIn(Math.max(1, Math.ceil(left / 1_000)))}</span>;
}
