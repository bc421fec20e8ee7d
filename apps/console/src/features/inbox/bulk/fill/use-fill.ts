import type { Prompt } from '@countersign/api/prompt';
import { diffValues } from '@countersign/json/diff';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import type { UpFeedback } from '@countersign/upformat/message';
import { answerForm } from '@countersign/upformat/reading/answer-form';
import { useEffect, useMemo, useState } from 'react';
import { setAt } from '../../../../ui/forms/pointer.ts';
import { initialValue } from '../../../../ui/forms/schema/initial-value.ts';
import { type FieldError, validateValue } from '../../../../ui/forms/schema/validate.ts';
import { type FillField, fillFields } from './fill-fields.ts';
import { type PasteReport, pasteInto, type Values } from './paste-into.ts';
import { cellOf, keepFilled, loadFilled } from './stored-fill.ts';

/** A row as it is filled in. */
export interface FilledRow {
  schema: SchemaNode;
  value: unknown;
  errors: readonly FieldError[];
  /** What is sent for it; null = unchanged. */
  feedback: Extract<UpFeedback, { type: 'edit' }> | null;
}

/** Fields filled in for many rows: for all, with exceptions, or from a spreadsheet. */
export interface Fill {
  /** What can be filled in: fields that every row has. */
  fields: readonly FillField[];
  /** Those that have columns. */
  columns: readonly FillField[];
  rowOf: (promptId: string) => FilledRow | undefined;
  /** Adds the column of a field to the table. */
  show: (pointer: string) => void;
  /** The same value in all of these rows except those with their own; returns how many were left unchanged. */
  setAll: (promptIds: readonly string[], field: FillField, value: unknown) => void;
  setOne: (promptId: string, field: FillField, value: unknown) => void;
  /** Pastes from a cell downwards. */
  paste: (
    text: string,
    at: { promptId: string; field: FillField; order: readonly string[] },
  ) => void;
  report: PasteReport | { set: number; kept: number; title: string } | { restored: number } | null;
  clear: () => void;
  /** Forgets the input of these rows: it has been sent. */
  forget: (promptIds: readonly string[]) => void;
}

interface Start {
  schema: SchemaNode;
  payload: unknown;
  start: unknown;
}

/** What each row starts from, by its id; rows without a form have none. */
function startsOf(prompts: readonly Prompt[]): Map<string, Start> {
  const starts = new Map<string, Start>();
  for (const { id, message } of prompts) {
    const form = answerForm(message);
    if (form === null) continue;
    const { schema } = form;
    const start = initialValue(schema, message.payload);
    starts.set(id, { schema, payload: message.payload ?? {}, start });
  }
  return starts;
}

/** Fields that every row has, in the order of the first. */
function commonFields(starts: ReadonlyMap<string, Start>, rows: number): FillField[] {
  if (starts.size < rows) return [];
  const [first = [], ...rest] = [...starts.values()].map(({ schema }) => fillFields(schema));
  const others = rest.map((fields) => new Set(fields.map(({ pointer }) => pointer)));
  return first.filter(({ pointer }) => others.every((pointers) => pointers.has(pointer)));
}

function filledOf({ schema, payload, start }: Start, values: Values | undefined): FilledRow {
  let value = start;
  for (const [path, next] of values?.values() ?? []) value = setAt(value, path, next);
  // The defaults of the form do not count as filled in.
  const patch = values === undefined ? [] : diffValues(payload, value);
  return {
    schema,
    value,
    errors: validateValue(schema, value),
    feedback: patch.length === 0 ? null : { type: 'edit', content: { patch, value } },
  };
}

const none: ReadonlyMap<string, Values> = new Map();

/** What is filled in over the rows of a table, stored in this browser until it is sent; it sends nothing itself. */
export function useFill(prompts: readonly Prompt[], operatorId: string | null): Fill {
  const [values, setValues] = useState<ReadonlyMap<string, Values>>(none);
  /** Cells with their own value: setting a value for all rows does not change them. */
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [report, setReport] = useState<Fill['report']>(null);
  const [isRestored, setRestored] = useState(false);
  if (!isRestored && prompts.length > 0 && operatorId !== null) {
    const kept = loadFilled(operatorId, prompts);
    setRestored(true);
    setValues(kept.values);
    setOwn(kept.own);
    setChosen([...new Set([...kept.values.values()].flatMap((cells) => [...cells.keys()]))]);
    if (kept.values.size > 0) setReport({ restored: kept.values.size });
  }
  useEffect(() => {
    if (isRestored && operatorId !== null) keepFilled(operatorId, prompts, { values, own });
  }, [isRestored, operatorId, prompts, values, own]);
  const starts = useMemo(() => startsOf(prompts), [prompts]);
  const fields = useMemo(() => commonFields(starts, prompts.length), [starts, prompts]);
  const rows = useMemo(
    () => new Map([...starts].map(([id, start]) => [id, filledOf(start, values.get(id))])),
    [starts, values],
  );
  const columns = useMemo(() => {
    const lacking = new Set(
      [...starts.values()].flatMap(({ schema, start }) =>
        validateValue(schema, start).map(({ path }) => path),
      ),
    );
    return fields.filter(({ pointer }) => lacking.has(pointer) || chosen.includes(pointer));
  }, [fields, starts, chosen]);
  const put = (ids: readonly string[], { pointer, path }: FillField, value: unknown) =>
    setValues((before) => {
      const next = new Map(before);
      for (const id of ids) next.set(id, new Map(next.get(id)).set(pointer, [path, value]));
      return next;
    });
  return {
    fields,
    columns,
    rowOf: (promptId) => rows.get(promptId),
    show: (pointer) => setChosen((before) => [...before, pointer]),
    setAll(ids, field, value) {
      const free = ids.filter((id) => !own.has(cellOf(id, field.pointer)));
      put(free, field, value);
      setReport({ set: free.length, kept: ids.length - free.length, title: field.title });
    },
    setOne(id, field, value) {
      put([id], field, value);
      setOwn((before) => new Set(before).add(cellOf(id, field.pointer)));
    },
    paste(text, at) {
      const pasted = pasteInto(text, { ...at, columns, starts: rows, values });
      setValues(pasted.values);
      setOwn((before) => new Set([...before, ...pasted.cells]));
      setReport(pasted.report);
    },
    report,
    forget(promptIds) {
      const gone = new Set(promptIds);
      setValues((before) => new Map([...before].filter(([id]) => !gone.has(id))));
    },
    clear() {
      setValues(none);
      setOwn(new Set());
      setReport(null);
    },
  };
}
