/** As `0004-decisions-in-bulk` of the embedded store. */
export const decisionsInBulk = 'ALTER TABLE decisions ADD COLUMN in_bulk BIGINT NOT NULL DEFAULT 0';
