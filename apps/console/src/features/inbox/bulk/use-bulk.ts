import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { useMemo, useState } from 'react';
import { type DecideMany, type ManyAnswer, useDecideMany } from '../../../live/decide-many.ts';
import { errorWords } from '../../../live/problem-words.ts';
import type { BulkType } from '../../../text/bulk.ts';
import { type BulkDraft, bulkFeedback, whyNotSent } from './bulk-feedback.ts';
import { type FilledRows, filledRows } from './filled-rows.ts';
import { notPossibleFor } from './not-possible.ts';
import { type OneQuestion, questionsOf } from './questions-of.ts';
import type { SentMany } from './receipt-counts.ts';
import { type Fill, useFill } from './use-fill.ts';
import { type Frozen, useFrozen } from './use-frozen.ts';

/** An attempt to send: exactly what, and its status. */
interface Attempt {
  answer: ManyAnswer;
  type: BulkType;
  rows: readonly Prompt[];
  failure: string | null;
}

export interface Bulk extends Frozen {
  draft: BulkDraft;
  setDraft: (draft: BulkDraft) => void;
  /** Ids of the rows an answer goes to now. */
  included: ReadonlySet<string>;
  include: (promptId: string, included: boolean) => void;
  /** All rows, or those of one question. */
  includeAll: (included: boolean, among?: ReadonlySet<string>) => void;
  /** Keys of questions whose answer was confirmed; each of several needs it. */
  confirmed: ReadonlySet<string>;
  confirm: (key: string, on: boolean) => void;
  fill: Fill;
  filled: FilledRows;
  /** How many rows an answer would leave for now. */
  leaving: number;
  blocked: string | null;
  /** Which rows cannot get the chosen answer, and why; null = all can. */
  notPossible: string | null;
  sending: boolean;
  failure: string | null;
  send: () => void;
  sent: SentMany | null;
  /** From the receipt back to what was not answered. */
  goOn: () => void;
  recalled: ReadonlyMap<string, string | null>;
  recalling: boolean;
  recall: (decisionIds: readonly string[]) => void;
}

interface BulkInput {
  live: readonly Prompt[];
  belonging: readonly Prompt[];
  total?: number | undefined;
  me: Operator | null;
  now: () => number;
}

type Body = Omit<ManyAnswer, 'idempotencyKey'>;

function isSame({ idempotencyKey: _key, ...before }: ManyAnswer, body: Body): boolean {
  return JSON.stringify(before) === JSON.stringify(body);
}

/** Takes answers back, and remembers how that went. */
function useRecall(many: DecideMany): Pick<Bulk, 'recalled' | 'recalling' | 'recall'> {
  const [recalled, setRecalled] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [recalling, setRecalling] = useState(false);
  return {
    recalled,
    recalling,
    recall(decisionIds) {
      if (recalling || decisionIds.length === 0) return;
      setRecalling(true);
      void many.recall(decisionIds).then((results) => {
        setRecalled((before) => new Map([...before, ...results]));
        setRecalling(false);
      });
    },
  };
}

/** The state of one table: the rows, the answer, and its results. */
export function useBulk({ live, belonging, total, me, now }: BulkInput): Bulk {
  const many = useDecideMany();
  const [draft, setDraft] = useState<BulkDraft>({ type: null, text: '' });
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<SentMany | null>(null);
  const frozen = useFrozen({ live, belonging, total, me, type: draft.type });
  const rows = useMemo(
    () =>
      frozen.rows
        .filter((row) => row.standing.kind === 'ready' && !left.has(row.shown.id))
        .map((row) => row.shown),
    [frozen.rows, left],
  );
  const questions = useMemo(() => questionsOf(frozen.rows.map((row) => row.shown)), [frozen.rows]);
  const isOpen = ({ key, prompts }: OneQuestion) =>
    !confirmed.has(key) && prompts.some((prompt) => rows.includes(prompt));
  const unconfirmed = questions.length < 2 ? 0 : questions.filter(isOpen).length;
  const viewer = me?.role === 'viewer';
  const notPossible = notPossibleFor(draft.type, frozen.rows);
  const nothing = rows.length === 0 && !viewer ? notPossible : null;
  const shown = useMemo(() => frozen.rows.map((row) => row.shown), [frozen.rows]);
  const fill = useFill(shown, me?.id ?? null);
  const filled = useMemo(() => filledRows(rows, fill), [rows, fill]);
  const { unfilled } = filled;
  const blocked = nothing ?? whyNotSent({ draft, included: rows, viewer, unconfirmed, unfilled });

  const feedback = useMemo(() => bulkFeedback(draft), [draft]);
  const body = useMemo(() => {
    if (draft.type === 'edit') return { items: filled.items };
    return (
      feedback && {
        items: rows.map((prompt) => ({ promptId: prompt.id, digest: prompt.digest })),
        feedback,
      }
    );
  }, [rows, feedback, filled, draft.type]);
  const leaving = draft.type === 'edit' ? filled.rows : rows;
  /** A try that failed is repeated as it was only if nothing about it was changed since. */
  const failed = attempt !== null && body !== null && isSame(attempt.answer, body) ? attempt : null;
  const send = () => {
    const { type } = draft;
    if (sending || blocked !== null || body === null || type === null) return;
    const answer = failed?.answer ?? many.prepare(body);
    const attempt = { answer, type, rows: leaving };
    setAttempt({ ...attempt, failure: null });
    setSending(true);
    void many.send(answer).then(
      (receipts) => {
        setSending(false);
        setAttempt(null);
        const byId = new Map(receipts.map((receipt) => [receipt.promptId, receipt]));
        fill.forget(
          receipts.filter(({ result }) => result === 'done').map(({ promptId }) => promptId),
        );
        const words = type === 'edit' ? filled.words : new Map();
        setSent({ type, rows: leaving, receipts: byId, words, at: now() });
      },
      (error: unknown) => {
        setSending(false);
        setAttempt({ ...attempt, failure: errorWords(error) });
      },
    );
  };
  return {
    ...frozen,
    draft,
    setDraft(next) {
      // Another kind of answer is another thing to confirm.
      if (next.type !== draft.type) setConfirmed(new Set());
      setDraft(next);
    },
    confirmed,
    confirm(key, on) {
      const next = new Set(confirmed);
      if (on) next.add(key);
      else next.delete(key);
      setConfirmed(next);
    },
    included: useMemo(() => new Set(rows.map((prompt) => prompt.id)), [rows]),
    include(promptId, included) {
      const next = new Set(left);
      if (included) next.delete(promptId);
      else next.add(promptId);
      setLeft(next);
    },
    includeAll(included, among) {
      const ids = frozen.rows.map((row) => row.shown.id).filter((id) => among?.has(id) ?? true);
      const next = new Set(left);
      for (const id of ids) {
        if (included) next.delete(id);
        else next.add(id);
      }
      setLeft(next);
    },
    fill,
    filled,
    leaving: leaving.length,
    blocked,
    notPossible,
    sending,
    failure: failed?.failure ?? null,
    send,
    sent,
    goOn() {
      setSent(null);
      setLeft(new Set());
      frozen.dropClosed();
      fill.clear();
      setDraft({ type: null, text: '' });
      setConfirmed(new Set());
    },
    ...useRecall(many),
  };
}
