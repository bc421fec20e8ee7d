import type { DecisionReceipt } from '@countersign/api/bulk';
import type { Prompt } from '@countersign/api/prompt';
import { useState } from 'react';
import { errorText } from '../../../live/problem-text.ts';
import type { DecideMany, ManyAnswer } from '../../../live/prompts/decide-many.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { bulkText as text } from '../../../text/texts.ts';
import type { SentMany } from './receipt-counts.ts';

export type ManyBody = Omit<ManyAnswer, 'idempotencyKey' | 'awaitsReceipt'>;

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
  /** Ids of the rows that are being recorded. */
  recording: readonly string[];
  sent: SentMany | null;
  /** Why the last try to send this body failed; null once anything about it was changed. */
  failureOf: (body: ManyBody | null) => string | null;
  send: (what: ManyToSend) => void;
  dropSent: () => void;
  /** The receipt has been drawn: the time for a recall begins. */
  shown: () => void;
  /** By decision id, why it could not be recalled; null = it was. */
  recalled: ReadonlyMap<string, string | null>;
  recalling: boolean;
  /** Takes back what has not left, also while it is recorded. */
  recall: () => void;
}

const isSame = (before: ManyAnswer, body: ManyBody) => {
  const { idempotencyKey: _key, awaitsReceipt: _awaits, ...sent } = before;
  return JSON.stringify(sent) === JSON.stringify(body);
};

const recalls = (receipts: readonly DecisionReceipt[]) =>
  new Map(
    receipts.flatMap(({ decision }): [string, string | null][] =>
      decision === null ? [] : [[decision.id, decision.state === 'recalled' ? null : text.hasLeft]],
    ),
  );

const none: readonly string[] = [];

/** Takes an answer to many back, and remembers how that went. */
function useRecall(many: DecideMany): Pick<ManySent, 'recalled' | 'recalling'> & {
  recallOf: (answer: ManyAnswer) => void;
} {
  const [recalled, setRecalled] = useState<ManySent['recalled']>(new Map());
  const [recalling, setRecalling] = useState(false);
  return {
    recalled,
    recalling,
    recallOf(answer) {
      if (recalling) return;
      setRecalling(true);
      void many.recall(answer).then(
        (receipts) => {
          setRecalled(recalls(receipts));
          setRecalling(false);
        },
        // The rows show what became of them; it can be tried again.
        () => setRecalling(false),
      );
    },
  };
}

/** Sends one answer to many prompts; a try that failed is repeated under its key unless something was changed since. */
export function useManySent(
  many: DecideMany,
  now: () => number,
  onDone: (promptIds: string[]) => void,
): ManySent {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<(SentMany & { answer: ManyAnswer }) | null>(null);
  const { recallOf, ...recall } = useRecall(many);
  const failedWith = (body: ManyBody | null) =>
    attempt !== null && body !== null && isSame(attempt.answer, body) ? attempt : null;
  return {
    ...recall,
    sending,
    recording: sending ? (attempt?.answer.items.map(({ promptId }) => promptId) ?? none) : none,
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
          const releaseAt = answer.awaitsReceipt === true ? undefined : null;
          setSent({ type, rows, receipts: byId, words, at: now(), releaseAt, answer });
        },
        (error: unknown) => {
          setSending(false);
          setAttempt({ answer, failure: errorText(error) });
        },
      );
    },
    dropSent: () => setSent(null),
    shown() {
      if (sent === null || sent.releaseAt !== undefined) return;
      // Without this the server waits some minutes, and sends them then.
      void many.shown(sent.answer).then(
        (releaseAt) => setSent((before) => (before === sent ? { ...sent, releaseAt } : before)),
        () => {},
      );
    },
    recall() {
      const answer = sending ? attempt?.answer : sent?.answer;
      if (answer !== undefined) recallOf(answer);
    },
  };
}
