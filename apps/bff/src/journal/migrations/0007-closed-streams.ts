/**
 * A stream that was closed for an operator is not an agent that stopped. Folds are made anew, because they say so too.
 */
export const closedStreams = `
UPDATE controls SET state = 'cut-off' WHERE action = 'stop' AND means = 'close' AND state = 'settled';
UPDATE runs SET status = 'cut-off' WHERE status = 'stopped'
  AND id IN (SELECT run FROM controls WHERE action = 'stop' AND state = 'cut-off');
DELETE FROM snapshots;
`;
