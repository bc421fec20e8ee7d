import type { Decision, Prompt } from '@countersign/api/prompt';
import type { PromptRow } from '@countersign/api/prompt-row';
import { createContext, type RefObject } from 'react';

/** What the open prompt can use of the queue next to it. */
export interface InboxNeighbours {
  /** Whether the next one opens by itself from now on; null = that is not offered. */
  offer: ((on: boolean) => void) | null;
  /** The most needed open row that nobody else holds, offered after an answer. */
  next: PromptRow | null;
  /** Moves on to it: focus on its row, which does not arm the keys. */
  onNext: (promptId: string) => void;
  /** After an answer was recorded: moves on to the next one, if switched on. */
  onRecorded: (prompt: Prompt, decision: Decision) => void;
  /** The whole inbox: letters act while focus is in here. */
  rootRef: RefObject<HTMLElement | null>;
  /** Snoozes the selected prompts; null = none is selected. */
  onSnoozePicked: (() => void) | null;
}
export const InboxContext = createContext<InboxNeighbours | null>(null);
