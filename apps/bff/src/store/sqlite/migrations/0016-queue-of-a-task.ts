/**
 * A task has one run at a time: what that run cannot receive waits in a queue of the task, in the order of `queued`. Items for which
 * a stop was requested meanwhile start no run. Folds contain the queue, and are computed again.
 */
export const queueOfATask = `
ALTER TABLE outbox ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN queued INTEGER;
ALTER TABLE outbox ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET thread = COALESCE((SELECT thread FROM runs WHERE id = outbox.run), '');
CREATE INDEX outbox_queued ON outbox(queued) WHERE queued IS NOT NULL;
CREATE INDEX outbox_thread ON outbox(thread) WHERE state IN ('pending', 'held');
CREATE INDEX runs_going ON runs(thread, started) WHERE ended IS NULL;
DELETE FROM snapshots;
`;
