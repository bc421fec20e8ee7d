import { X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { usePrompt } from '../../../live/prompts/whole-prompts.ts';
import { askLang, askText } from '../../../text/statements/asked-words.ts';
import { decisionTimeText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { feedbackText } from '../compose/feedback-text.ts';
import { RecallBar } from './recall-bar.tsx';
import './recall-last.css';

interface RecallLastProps {
  /** The prompt that was answered before the one on screen. */
  promptId: string;
  scopeRef: RefObject<HTMLElement | null>;
  /** Opens it again, after a recall or on request. */
  onBack: (promptId: string) => void;
  onClose: () => void;
}

/**
 * After moving on to the next question, the previous answer can be recalled until it is sent. A recall by another operator is
 * reported here, without navigation.
 */
export function RecallLast({ promptId, scopeRef, onBack, onClose }: RecallLastProps) {
  const prompt = usePrompt(promptId).data;
  const decision = prompt?.decision ?? null;
  const isHeld = decision?.state === 'recorded';
  // The receipt comes before the fact: until then the prompt reads as open.
  const [wasHeld, setWasHeld] = useState(false);
  if (isHeld && !wasHeld) setWasHeld(true);
  const isBack = wasHeld && prompt?.state === 'open';
  if (prompt === undefined || !(isHeld || isBack)) return null;
  return (
    <section aria-label={text.lastAnswer} className="floating fine-print at-top recall-last stack">
      <span className="recall-what two-lines">
        <b className="strong" dir="auto" lang={askLang(prompt)}>
          {visibleText(askText(prompt))}
        </b>
        {decision !== null && `: ${visibleText(feedbackText(decision.feedback, prompt.message))}`}
      </span>
      <IconButton icon={X} label={text.closeLast} onClick={onClose} />
      {isHeld && (
        <RecallBar
          decision={decision}
          scopeRef={scopeRef}
          whose={null}
          onRecalled={() => onBack(promptId)}
        />
      )}
      {isBack && (
        <span className="recall row-wide wrapping full-row controls-grow-on-phone" role="status">
          {text.lastIsBack}
          <Button onClick={() => onBack(promptId)}>{text.openLast}</Button>
        </span>
      )}
    </section>
  );
}
