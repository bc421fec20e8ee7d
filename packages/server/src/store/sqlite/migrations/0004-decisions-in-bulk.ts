/** Whether a decision was made together with those of other prompts, by one answer. */
export const decisionsInBulk =
  'ALTER TABLE decisions ADD COLUMN in_bulk INTEGER NOT NULL DEFAULT 0';
