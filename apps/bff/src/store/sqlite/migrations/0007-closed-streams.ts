/**
 * A stream closed for an operator is distinguished from a stopped agent. Folds are computed again, because they contain this state.
 */
export const closedStreams = `
UPDATE controls SET state = 'cut-off' WHERE action = 'stop' AND means = 'close' AND state = 'settled';
UPDATE runs SET status = 'cut-off' WHERE status = 'stopped'
  AND id IN (SELECT run FROM controls WHERE action = 'stop' AND state = 'cut-off');
DELETE FROM snapshots;
`;
