import { desk } from '@countersign/part-desk/part';
import { definePart } from '@countersign/server/part';
import { evidenceOperations } from './operations.ts';

/** Receipts of decisions, and what proves an entry of the audit. */
export const evidence = definePart({
  id: 'evidence',
  needs: { desk },
  operations: evidenceOperations,
  load: async () => (await import('./start.ts')).prepareEvidence,
});
