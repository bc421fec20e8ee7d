import type { Prompt } from '@countersign/api/prompt';
import { type Severity, severities } from '@countersign/upformat/message';

/** Rows of one severity, as they follow each other in a table. */
interface SeveritySection<Row> {
  severity: Severity;
  rows: readonly Row[];
}

/** The most severe rows first: critical ones are a section of their own. */
export function sectionsOf<Row>(
  rows: readonly Row[],
  promptOf: (row: Row) => Pick<Prompt, 'severity'>,
): SeveritySection<Row>[] {
  return severities.toReversed().flatMap((severity) => {
    const of = rows.filter((row) => promptOf(row).severity === severity);
    return of.length === 0 ? [] : [{ severity, rows: of }];
  });
}

/** The last of these rows on screen that is included; null = none is. */
export const lastIncluded = (
  prompts: readonly Prompt[],
  included: ReadonlySet<string>,
): string | null =>
  sectionsOf(prompts, (prompt) => prompt)
    .flatMap(({ rows }) => rows)
    .findLast(({ id }) => included.has(id))?.id ?? null;
