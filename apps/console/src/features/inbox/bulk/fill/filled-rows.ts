import type { CreateDecisions } from '@countersign/api/bulk';
import type { Prompt } from '@countersign/api/prompt';
import { tokensOf } from '@countersign/json/json-pointer';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { oneLine } from '../../../../text/one-line.ts';
import { commonText, fillText as text } from '../../../../text/texts.ts';
import { labelOf } from '../../../../ui/forms/schema/label-of.ts';
import type { Fill, FilledRow } from './use-fill.ts';

/** What would be sent for the filled-in rows. */
export interface FilledRows {
  rows: readonly Prompt[];
  items: CreateDecisions['items'];
  /** What is sent for each, as text. */
  words: ReadonlyMap<string, string>;
  /** Included rows without input: they stay open. */
  untouched: number;
  /** Why nothing can be sent; null = it can. */
  unfilled: string | null;
}

/** The values filled into a row, as text, without secrets: `City Leipzig, Desks 2`. */
export function filledText({ schema, feedback }: FilledRow): string {
  return commonText.inRow(
    (feedback?.content.patch ?? []).map((step) => {
      const value = withoutSecrets(schema, step['value'], { path: tokensOf(step.path) });
      return `${labelOf(schema, step.path)} ${oneLine(value) || text.emptied}`;
    }),
  );
}

/** The errors of a row as it is filled in, as text; null = none. */
export function faultSentence({ schema, errors }: FilledRow): string | null {
  const [first] = errors;
  return first === undefined ? null : text.fault(labelOf(schema, first.path), first.message);
}

/** The rows that are sent as edits: those with valid input. An invalid one prevents sending all. */
export function filledRows(included: readonly Prompt[], fill: Fill): FilledRows {
  const known = included.flatMap((prompt) => {
    const row = fill.rowOf(prompt.id);
    return row === undefined ? [] : [{ prompt, row }];
  });
  const touched = known.flatMap(({ prompt, row }) =>
    row.feedback === null ? [] : [{ prompt, row, feedback: row.feedback }],
  );
  const faults = touched.flatMap(({ row }) => faultSentence(row) ?? []);
  const [fault] = faults;
  return {
    rows: touched.map(({ prompt }) => prompt),
    items: touched.map(({ prompt, feedback }) => ({
      promptId: prompt.id,
      digest: prompt.digest,
      feedback,
    })),
    words: new Map(touched.map(({ prompt, row }) => [prompt.id, filledText(row)])),
    untouched: included.length - touched.length,
    unfilled:
      fault !== undefined
        ? text.faulty(faults.length, fault)
        : touched.length === 0
          ? text.noneFilled
          : null,
  };
}
