import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { onlyReads } from '@countersign/desk/permissions';
import { useMemo, useState } from 'react';
import { type DecideMany, useDecideMany } from '../../../live/prompts/decide-many.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { type BulkDraft, bulkFeedback, whyNotSent } from './bulk-feedback.ts';
import { type FilledRows, filledRows } from './fill/filled-rows.ts';
import { type Fill, useFill } from './fill/use-fill.ts';
import { type OneQuestion, questionsOf } from './questions-of.ts';
import { type Frozen, type FrozenRow, useFrozen } from './use-frozen.ts';
import { type ManyBody, type ManySent, useManySent } from './use-many-sent.ts';

/** Which of the frozen rows an answer is sent to: all that can be answered, except those that were left out. */
interface SelectedRows {
  rows: readonly Prompt[];
  /** Ids of `rows`. */
  included: ReadonlySet<string>;
  include: (promptId: string, included: boolean) => void;
  /** All rows, or those of one question. */
  includeAll: (included: boolean, among?: ReadonlySet<string>) => void;
  selectAgain: () => void;
}

const changed = (before: ReadonlySet<string>, ids: readonly string[], included: boolean) => {
  const next = new Set(before);
  for (const id of ids) {
    if (included) next.delete(id);
    else next.add(id);
  }
  return next;
};

function useSelectedRows(frozen: Frozen['rows']): SelectedRows {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () =>
      frozen
        .filter((row) => row.rowStatus.kind === 'ready' && !left.has(row.shown.id))
        .map((row) => row.shown),
    [frozen, left],
  );
  return {
    rows,
    included: useMemo(() => new Set(rows.map((prompt) => prompt.id)), [rows]),
    include: (promptId, included) => setLeft(changed(left, [promptId], included)),
    includeAll(included, among) {
      const ids = frozen.map((row) => row.shown.id).filter((id) => among?.has(id) ?? true);
      setLeft(changed(left, ids, included));
    },
    selectAgain: () => setLeft(new Set()),
  };
}

/** Which rows cannot get an answer of a kind, with the reason that most of them have; null = all can, as far as it depends on the kind. */
function notPossibleFor(type: BulkType | null, rows: readonly FrozenRow[]): string | null {
  if (type === null) return null;
  const reasons = rows.flatMap(({ rowStatus }) =>
    rowStatus.kind === 'not-taken' ? [rowStatus.reason] : [],
  );
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  if (most === undefined) return null;
  const [reason, count] = most;
  const others = reasons.length - count;
  const why = others === 0 ? reason : text.otherReasons(reason, others);
  return text.notPossible(type, { count: reasons.length, all: rows.length, why });
}

export interface Bulk
  extends Frozen,
    Pick<SelectedRows, 'included' | 'include' | 'includeAll'>,
    Pick<ManySent, 'sending' | 'sent'> {
  draft: BulkDraft;
  setDraft: (draft: BulkDraft) => void;
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
  failure: string | null;
  send: () => void;
  /** From the receipt back to what was not answered. */
  continueRun: () => void;
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
  const frozen = useFrozen({ live, belonging, total, me, type: draft.type });
  const { rows, selectAgain, ...selected } = useSelectedRows(frozen.rows);
  const questions = useMemo(() => questionsOf(frozen.rows.map((row) => row.shown)), [frozen.rows]);
  const isOpen = ({ key, prompts }: OneQuestion) =>
    !confirmed.has(key) && prompts.some((prompt) => rows.includes(prompt));
  const unconfirmed = questions.length < 2 ? 0 : questions.filter(isOpen).length;
  const viewer = onlyReads(me);
  const notPossible = notPossibleFor(draft.type, frozen.rows);
  const nothing = rows.length === 0 && !viewer ? notPossible : null;
  const shown = useMemo(() => frozen.rows.map((row) => row.shown), [frozen.rows]);
  const fill = useFill(shown, me?.id ?? null);
  const filled = useMemo(() => filledRows(rows, fill), [rows, fill]);
  const { unfilled } = filled;
  const blocked = nothing ?? whyNotSent({ draft, included: rows, viewer, unconfirmed, unfilled });

  const feedback = useMemo(() => bulkFeedback(draft), [draft]);
  const body = useMemo((): ManyBody | null => {
    if (draft.type === 'edit') return { items: filled.items };
    return (
      feedback && {
        items: rows.map((prompt) => ({ promptId: prompt.id, digest: prompt.digest })),
        feedback,
      }
    );
  }, [rows, feedback, filled, draft.type]);
  const leaving = draft.type === 'edit' ? filled.rows : rows;
  const manySent = useManySent(many, now, fill.forget);
  const { sending, sent } = manySent;
  const send = () => {
    const { type } = draft;
    if (sending || blocked !== null || body === null || type === null) return;
    manySent.send({ body, type, rows: leaving, words: type === 'edit' ? filled.words : new Map() });
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
    ...selected,
    fill,
    filled,
    leaving: leaving.length,
    blocked,
    notPossible,
    sending,
    failure: manySent.failureOf(body),
    send,
    sent,
    continueRun() {
      manySent.dropSent();
      selectAgain();
      frozen.dropClosed();
      fill.clear();
      setDraft({ type: null, text: '' });
      setConfirmed(new Set());
    },
    ...useRecall(many),
  };
}
