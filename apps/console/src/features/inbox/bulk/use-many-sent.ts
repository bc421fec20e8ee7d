import type { Prompt } from '@countersign/api/prompt';
import { useState } from 'react';
import { errorText } from '../../../live/problem-text.ts';
import type { DecideMany, ManyAnswer } from '../../../live/prompts/decide-many.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import type { SentMany } from './receipt-counts.ts';

export type ManyBody = Omit<ManyAnswer, 'idempotencyKey'>;

/** What is about to be sent: the request, and what the receipt needs to show of it. */
export interface ManyToSend {
  body: ManyBody;
  type: BulkType;
  rows: readonly Prompt[];
  words: SentMany['words'];
}

/** A try to send that has no receipts yet. */
interface Attempt {
  answer: ManyAnswer;
  failure: string | null;
}

export interface ManySent {
  sending: boolean;
  sent: SentMany | null;
  /** Why the last try to send this body failed; null once anything about it was changed. */
  failureOf: (body: ManyBody | null) => string | null;
  send: (what: ManyToSend) => void;
  dropSent: () => void;
}

const isSame = ({ idempotencyKey: _key, ...before }: ManyAnswer, body: ManyBody) =>
  JSON.stringify(before) === JSON.stringify(body);

/** Sends one answer to many prompts; a try that failed is repeated under its key unless something was changed since. */
export function useManySent(
  many: DecideMany,
  now: () => number,
  onDone: (promptIds: string[]) => void,
): ManySent {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<SentMany | null>(null);
  const failedWith = (body: ManyBody | null) =>
    attempt !== null && body !== null && isSame(attempt.answer, body) ? attempt : null;
  return {
    sending,
    sent,
    failureOf: (body) => failedWith(body)?.failure ?? null,
    send({ body, type, rows, words }) {
      const answer = failedWith(body)?.answer ?? many.prepare(body);
      setAttempt({ answer, failure: null });
      setSending(true);
      void many.send(answer).then(
        (receipts) => {
          setSending(false);
          setAttempt(null);
          onDone(receipts.flatMap((to) => (to.result === 'done' ? [to.promptId] : [])));
          const byId = new Map(receipts.map((receipt) => [receipt.promptId, receipt]));
          setSent({ type, rows, receipts: byId, words, at: now() });
        },
        (error: unknown) => {
          setSending(false);
          setAttempt({ answer, failure: errorText(error) });
        },
      );
    },
    dropSent: () => setSent(null),
  };
}
