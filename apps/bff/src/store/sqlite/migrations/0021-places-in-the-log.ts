/**
 * Order in time is decided by positions of the log, because the system clock may be set: each row keeps the position at its time.
 * Rows of an older release come before, in the order of their times.
 */
export const placesInTheLog = `
ALTER TABLE runs ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN ended_place INTEGER;
ALTER TABLE decisions ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controls ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
DROP INDEX runs_agent;
CREATE INDEX runs_agent ON runs(agent, place, started) WHERE contacted = 1;
`;
