import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import { obstacleOf } from '@countersign/desk/accept-answer';
import { missingValues } from '@countersign/json-schema/missing-values';
import { allowedAnswers } from '@countersign/upformat/answers';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import { useCallback, useMemo, useState } from 'react';
import { refusalSentence } from '../../../text/answers/answer-refusal.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import { bulkText as text } from '../../../text/texts.ts';
import { labelOf } from '../../../ui/forms/schema/label-of.ts';
import { MAX_ROWS } from './max-rows.ts';

/** The state of a row compared to what was shown of it. Only `ready` rows can be answered. */
export type RowStatus =
  | { kind: 'ready' }
  | { kind: 'changed'; to: Prompt }
  | { kind: 'held'; name: string }
  | { kind: 'closed'; as: Prompt }
  | { kind: 'not-taken'; reason: string };

export interface FrozenRow {
  /** As it is shown, and bound by its digest. */
  shown: Prompt;
  /** Its current state: used for the clock only. */
  live: Prompt;
  rowStatus: RowStatus;
  /** The operator has opened a later revision in this table. */
  looked: boolean;
}

export interface Frozen {
  rows: readonly FrozenRow[];
  /** Open prompts that belong here and were opened after the table was drawn. */
  newcomers: readonly Prompt[];
  /** All that belonged here when it was drawn, shown or not. */
  total: number;
  admit: () => void;
  /** Takes out what is not open any more. */
  dropClosed: () => void;
  /** Shows the revision of a changed row. */
  look: (promptId: string) => void;
}

/** What a proposal lacks to be approved, by the labels of its fields. */
function emptyFields({ message }: Prompt): string[] {
  const schema = formSchemaOf(message);
  return missingValues(schema, message.payload).map(
    ({ path, name }) => labelOf(schema, path) || name,
  );
}

function questionStatusOf(
  shown: Prompt,
  live: Prompt,
  me: Operator | null,
  type: BulkType | null,
): RowStatus {
  const { claim } = live;
  // The server reports when a lease ends: until then it is valid, regardless of the clock of this machine.
  const holder = claim?.operator ?? null;
  const obstacle = obstacleOf(live, { by: me?.id ?? null, digest: shown.digest, holder });
  if (obstacle === 'changed') return { kind: 'changed', to: live };
  if (obstacle === 'claimed') return { kind: 'held', name: claim?.name ?? '' };
  if (obstacle !== null) return { kind: 'closed', as: live };
  if (type === null) return { kind: 'ready' };
  const allowed = allowedAnswers(shown.message)[type];
  if (allowed.allowed) return { kind: 'ready' };
  const empty = type === 'approve' ? emptyFields(shown) : [];
  // A column has space for the name of what is missing, not for a sentence.
  return {
    kind: 'not-taken',
    reason: empty.length > 0 ? text.empty(empty) : refusalSentence(allowed.refusal, type),
  };
}

interface FrozenInput {
  /** All known prompts, live. */
  live: readonly Prompt[];
  /** Open prompts that belong in the table now, in order. */
  belonging: readonly Prompt[];
  /** How many belong in it, when that is more than are here. */
  total?: number | undefined;
  me: Operator | null;
  type: BulkType | null;
}

/** The rows of a table that stay what they were when it was drawn: what is decided is what is rendered. */
export function useFrozen({ live, belonging, total = 0, me, type }: FrozenInput): Frozen {
  const [frozen, setFrozen] = useState(() => ({
    rows: belonging.slice(0, MAX_ROWS),
    total: Math.max(total, belonging.length),
  }));
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set());
  const byId = useMemo(() => new Map(live.map((prompt) => [prompt.id, prompt])), [live]);
  const rows = useMemo(
    () =>
      frozen.rows.map((shown) => {
        const now = byId.get(shown.id) ?? shown;
        const rowStatus = questionStatusOf(shown, now, me, type);
        return { shown, live: now, rowStatus, looked: looked.has(shown.id) };
      }),
    [frozen.rows, byId, me, type, looked],
  );
  const known = useMemo(() => new Set(frozen.rows.map((prompt) => prompt.id)), [frozen.rows]);
  const newcomers = useMemo(
    () =>
      frozen.total > frozen.rows.length ? [] : belonging.filter((prompt) => !known.has(prompt.id)),
    [belonging, known, frozen],
  );
  const admit = useCallback(
    () =>
      setFrozen((before) => {
        const all = [...before.rows, ...newcomers];
        return { rows: all.slice(0, MAX_ROWS), total: all.length };
      }),
    [newcomers],
  );
  const dropClosed = useCallback(
    () =>
      setFrozen((before) => {
        const open = before.rows.filter(({ id }) => byId.get(id)?.state === 'open');
        return { rows: open, total: before.total - before.rows.length + open.length };
      }),
    [byId],
  );
  const look = useCallback(
    (promptId: string) => {
      const now = byId.get(promptId);
      if (now === undefined) return;
      setFrozen((before) => ({
        ...before,
        rows: before.rows.map((shown) => (shown.id === promptId ? now : shown)),
      }));
      setLooked((before) => new Set([...before, promptId]));
    },
    [byId],
  );
  return { rows, newcomers, total: frozen.total, admit, dropClosed, look };
}
