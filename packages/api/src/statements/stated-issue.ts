import type { Statement } from '@countersign/json/statement';

/**
 * What a refinement of a schema says, in English and as data. The text is repeated here, and not taken from the catalogue, because the
 * console uses some of the schemas and has the texts in its own files.
 */
export const statedIssue = (message: string, statement: Statement) => ({
  message,
  params: { statement },
});
