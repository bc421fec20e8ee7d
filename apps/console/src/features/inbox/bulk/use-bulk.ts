import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { onlyReads } from '@countersign/desk/permissions';
import { useCallback, useMemo, useState } from 'react';
import { useDecideMany } from '../../../live/prompts/decide-many.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { type BulkDraft, bulkFeedback, whyNotSent } from './bulk-feedback.ts';
import { type FilledRows, filledRows } from './fill/filled-rows.ts';
import { type Fill, useFill } from './fill/use-fill.ts';
import { type OneQuestion, questionsOf } from './questions-of.ts';
import { lastIncluded } from './severity-sections.ts';
import { type Frozen, type FrozenRow, useFrozen } from './use-frozen.ts';
import { type ManyBody, type ManySent, useManySent } from './use-many-sent.ts';

/** Which of the frozen rows an answer is sent to: all that can be answered but critical ones, until changed. */
interface SelectedRows {
  rows: readonly Prompt[];
  /** Ids of `rows`. */
  included: ReadonlySet<string>;
  include: (promptId: string, included: boolean) => void;
  /** All rows, or those of one question. */
  includeAll: (included: boolean, among?: ReadonlySet<string>) => void;
  selectAgain: () => void;
}

const changed = (before: ReadonlyMap<string, boolean>, ids: readonly string[], included: boolean) =>
  new Map([...before, ...ids.map((id) => [id, included] as const)]);

function useSelectedRows(frozen: Frozen['rows']): SelectedRows {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const rows = useMemo(
    () =>
      frozen
        .filter(({ rowStatus, shown: { id, severity } }) => {
          const isIn = chosen.get(id) ?? severity !== 'critical';
          return rowStatus.kind === 'ready' && isIn;
        })
        .map((row) => row.shown),
    [frozen, chosen],
  );
  const include = useCallback(
    (promptId: string, included: boolean) =>
      setChosen((before) => changed(before, [promptId], included)),
    [],
  );
  return {
    rows,
    included: useMemo(() => new Set(rows.map((prompt) => prompt.id)), [rows]),
    include,
    includeAll(included, among) {
      const ids = frozen.map((row) => row.shown.id).filter((id) => among?.has(id) ?? true);
      setChosen(changed(chosen, ids, included));
    },
    selectAgain: () => setChosen(new Map()),
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
    Pick<
      ManySent,
      'sending' | 'recording' | 'sent' | 'shown' | 'recalled' | 'recalling' | 'recall'
    > {
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
  /** Critical rows that are included; they are confirmed apart. */
  critical: number;
  criticalConfirmed: boolean;
  confirmCritical: (on: boolean) => void;
  /** Rows that are included and were on screen. */
  seen: number;
  /** The operator has sorted the rows: their ends are known then. */
  onSorted: () => void;
}

interface BulkInput {
  live: readonly Prompt[];
  belonging: readonly Prompt[];
  total?: number | undefined;
  me: Operator | null;
  now: () => number;
  /** Rows that were on screen. */
  seen: ReadonlySet<string>;
}

/** Critical rows among those included, and whether exactly these were confirmed. */
function useCritical(rows: readonly Prompt[], type: BulkType | null) {
  const ids = rows.flatMap(({ id, severity }) => (severity === 'critical' ? [id] : []));
  const key = `${String(type)} ${ids.join(' ')}`;
  const [confirmed, setConfirmed] = useState<string | null>(null);
  return {
    critical: ids.length,
    criticalConfirmed: confirmed === key,
    confirmCritical: (on: boolean) => setConfirmed(on ? key : null),
  };
}

/** The state of one table: the rows, the answer, and its results. */
export function useBulk({ live, belonging, total, me, now, seen }: BulkInput): Bulk {
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
  const [isSorted, setSorted] = useState(false);
  const critical = useCritical(rows, draft.type);
  const ends = questions.map(({ prompts }) => lastIncluded(prompts, selected.included));
  const situation = {
    unseen: !isSorted && ends.some((id) => id !== null && !seen.has(id)),
    critical: critical.criticalConfirmed ? 0 : critical.critical,
  };
  const blocked =
    nothing ?? whyNotSent({ draft, included: rows, viewer, unconfirmed, unfilled, ...situation });

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
  const { sending, recording, sent, shown: receiptShown, recalled, recalling, recall } = manySent;
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
    ...critical,
    seen: rows.filter(({ id }) => seen.has(id)).length,
    onSorted: () => setSorted(true),
    ...{ sending, recording, shown: receiptShown, recalled, recalling, recall },
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
  };
}
