/**
 * What came after what is told by the log, for the clock on the wall may be set in between: each keeps how far the log
 * had come. What an older release wrote stands before, by its times.
 */
export const placesInTheLog = `
ALTER TABLE runs ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN ended_place INTEGER;
ALTER TABLE decisions ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controls ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
DROP INDEX runs_agent;
CREATE INDEX runs_agent ON runs(agent, place, started) WHERE contacted = 1;
`;
