import { needsReason } from '@countersign/desk/content/reason';
import { type RefObject, useEffect, useRef } from 'react';
import { answerButtonText, decisionTimeText, decisionText as text } from '../../../text/texts.ts';
import { useShort } from '../../../ui/hooks/use-small.ts';
import { useKeys } from '../../../ui/keys/keys.tsx';
import { type AnswerKind, answerKinds } from './answer-buttons.tsx';
import type { Answer } from './use-answer.ts';

interface DecisionKeys {
  answer: Answer;
  scopeRef: RefObject<HTMLElement | null>;
  panelRef: RefObject<HTMLElement | null>;
  enabled: boolean;
  onSnooze: () => void;
}

/** The field to focus after choosing an answer. */
function focusComposer(panel: HTMLElement | null): void {
  const wanted = [
    '[data-composer]',
    '.decision-main fieldset.form :is(input, select, textarea):not([readonly])',
    '[data-rank-handle]',
  ];
  for (const selector of wanted) {
    const field = panel?.querySelector<HTMLElement>(selector);
    if (field) {
      field.focus();
      return;
    }
  }
}

/** Letters choose an answer; nothing is sent before Ctrl or ⌘ with Enter. Choosing moves focus to the field to fill in. */
export function useDecisionKeys({
  answer,
  scopeRef,
  panelRef,
  enabled,
  onSnooze,
}: DecisionKeys): void {
  const { type } = answer.draft;
  const isShort = useShort();
  // In a short window the field is below the content: an optional text must not scroll the approved content out of view.
  const isOptional = type === 'approve' && !needsReason(answer, type);
  const staysPut = isShort && (isOptional || type === 'default');
  const takesFocus = useRef(false);
  useEffect(() => {
    takesFocus.current = type !== null && !staysPut;
  });
  const { choices } = answer;
  useEffect(() => {
    // A kept draft, also one that arrives later from the server or another tab, is shown without taking focus: the next letter
    // would be typed into it.
    if (choices > 0 && takesFocus.current) focusComposer(panelRef.current);
  }, [choices, panelRef]);
  const choose = ({ type: kind, key }: AnswerKind) => {
    if (!enabled) return;
    // The key of the open answer moves focus into it: a second press must not delete what was written.
    if (kind === type) focusComposer(panelRef.current);
    else if (answer.allowed[kind].allowed) answer.choose(kind);
    else {
      // The reason is the tooltip of the button.
      const button = `[aria-keyshortcuts="${key.toUpperCase()}"]`;
      panelRef.current?.querySelector<HTMLElement>(`.answer-kinds ${button}`)?.focus();
    }
  };
  useKeys({
    id: 'decision',
    name: text.keysName,
    within: scopeRef,
    bindings: [
      ...answerKinds.map((kind) => ({
        keys: kind.key,
        label: answerButtonText[kind.type],
        guarded: true,
        run: () => choose(kind),
      })),
      { keys: 's', label: decisionTimeText.snooze, guarded: true, run: onSnooze },
      {
        keys: '$mod+Enter',
        label: text.keys.send,
        whileTyping: true,
        run: () => void (enabled && answer.send()),
      },
    ],
  });
}
