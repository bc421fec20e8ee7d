import type { Decision, Prompt } from '@countersign/api/prompt';
import { useEffect, useRef } from 'react';
import type { Answer } from './use-answer.ts';
import { receiptOf } from './use-sent.ts';

/** A draft is kept until its answer has been sent: until then it can be recalled, and the text is needed again. */
export function useLeft({ prompt, sent, forget }: Answer): void {
  const latest = useRef({ dismiss: sent.dismiss, forget });
  useEffect(() => {
    latest.current = { dismiss: sent.dismiss, forget };
  });
  const mine = receiptOf(sent.entry);
  const { decision } = prompt;
  const hasLeft =
    decision !== null &&
    decision.id === mine?.id &&
    (decision.deliveredAt !== null || decision.attempts > 0);
  useEffect(() => {
    if (!hasLeft) return;
    latest.current.dismiss();
    latest.current.forget();
  }, [hasLeft]);
}

/** Calls back once when the server has recorded an answer given in this panel; not for one recorded earlier. */
export function useRecorded(
  { prompt, sent }: Answer,
  notify: ((prompt: Prompt, decision: Decision) => void) | undefined,
): void {
  const receipt = receiptOf(sent.entry);
  const reported = useRef(receipt?.id);
  useEffect(() => {
    if (receipt === null || receipt.id === reported.current) return;
    reported.current = receipt.id;
    notify?.(prompt, receipt);
  }, [receipt, prompt, notify]);
}
