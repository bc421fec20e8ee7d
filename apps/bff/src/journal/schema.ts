/**
 * Steps from the first version of the tables to the newest, each run once. A store of a version that is not known here
 * is refused rather than guessed at.
 */
export const migrations: readonly string[] = [
  // Decisions done right: origins, leases, time, rules, views, webhooks.
  `
ALTER TABLE prompts ADD COLUMN origin TEXT NOT NULL DEFAULT 'upformat';
ALTER TABLE prompts ADD COLUMN source TEXT;
ALTER TABLE prompts ADD COLUMN together TEXT;
ALTER TABLE prompts ADD COLUMN class_key TEXT NOT NULL DEFAULT '';
ALTER TABLE prompts ADD COLUMN seen TEXT;
ALTER TABLE prompts ADD COLUMN extended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prompts ADD COLUMN escalation TEXT;
ALTER TABLE prompts ADD COLUMN escalate_at INTEGER;
ALTER TABLE prompts ADD COLUMN snooze TEXT;
ALTER TABLE prompts ADD COLUMN wake_at INTEGER;
CREATE INDEX prompts_escalate ON prompts(escalate_at) WHERE state = 'open' AND escalate_at IS NOT NULL;
CREATE INDEX prompts_wake ON prompts(wake_at) WHERE state = 'open' AND wake_at IS NOT NULL;
CREATE INDEX prompts_together ON prompts(together) WHERE together IS NOT NULL;
CREATE TABLE decisions_new(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL, by_kind TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL,
  feedback TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL, recorded INTEGER NOT NULL,
  delivered INTEGER, acknowledged INTEGER, attempts INTEGER NOT NULL DEFAULT 0, failure TEXT,
  rule TEXT, release_at INTEGER) WITHOUT ROWID;
INSERT INTO decisions_new SELECT id, prompt, by_kind, by_id, by_name, feedback, digest, state, recorded,
  delivered, acknowledged, attempts, failure, NULL, NULL FROM decisions;
DROP TABLE decisions;
ALTER TABLE decisions_new RENAME TO decisions;
CREATE UNIQUE INDEX decisions_prompt ON decisions(prompt) WHERE state <> 'recalled';
DROP TABLE claims;
CREATE TABLE claims(
  prompt TEXT PRIMARY KEY, operator TEXT NOT NULL, until INTEGER NOT NULL, granted_at INTEGER, body TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX claims_until ON claims(until);
ALTER TABLE operators ADD COLUMN groups TEXT NOT NULL DEFAULT '[]';
CREATE TABLE policies(version INTEGER PRIMARY KEY, classes TEXT NOT NULL, at INTEGER NOT NULL, operator TEXT NOT NULL);
CREATE TABLE views(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, shared INTEGER NOT NULL, owner TEXT NOT NULL, owner_name TEXT NOT NULL,
  search TEXT NOT NULL, updated INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE rules(
  id TEXT PRIMARY KEY, version INTEGER NOT NULL, enabled INTEGER NOT NULL, expires INTEGER NOT NULL,
  answered INTEGER NOT NULL DEFAULT 0, last_answered INTEGER, body TEXT NOT NULL, dry_run TEXT) WITHOUT ROWID;
CREATE TABLE webhooks(
  id TEXT PRIMARY KEY, body TEXT NOT NULL, secret TEXT NOT NULL, created INTEGER NOT NULL, last TEXT) WITHOUT ROWID;
CREATE TABLE webhook_calls(
  id TEXT PRIMARY KEY, webhook TEXT NOT NULL, prompt TEXT, body TEXT NOT NULL, state TEXT NOT NULL, due INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX webhook_calls_due ON webhook_calls(due) WHERE state = 'pending';
`,
  // What is looked up by prompt, and what has not left, without reading all that ever was. A run says that it is about to
  // be posted. Prompts of the first version are equal to no other; folds of an earlier version are made anew.
  `
ALTER TABLE runs ADD COLUMN posted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX decisions_of ON decisions(prompt);
CREATE INDEX prompts_open ON prompts(thread, together, sequence, id, origin) WHERE state = 'open';
CREATE INDEX outbox_unsent ON outbox(state) WHERE state IN ('pending', 'held');
UPDATE prompts SET class_key = id WHERE class_key = '';
DELETE FROM snapshots;
`,
  // Whom an answer is for stands with it, so that nobody's answers wait behind another's. Lists, and calls that a tool
  // answers itself, are found by index.
  `
ALTER TABLE outbox ADD COLUMN agent TEXT NOT NULL DEFAULT '';
UPDATE outbox SET agent = COALESCE((SELECT agent FROM runs WHERE id = outbox.run), '');
CREATE INDEX outbox_agent ON outbox(due, agent) WHERE state = 'pending';
CREATE INDEX prompts_opened ON prompts(opened, id);
CREATE INDEX prompts_call ON prompts(thread, json_extract(source, '$.id')) WHERE state = 'open' AND origin = 'tool-call';
`,
  // What nobody needs any more is found by its age.
  `
CREATE INDEX outbox_settled ON outbox(due) WHERE state NOT IN ('pending', 'held');
CREATE INDEX keys_at ON keys(at);
CREATE INDEX calls_created ON webhook_calls(created) WHERE state <> 'pending';
`,
  // The id of a prompt says nothing any more: it is found by its message, and those that one event asks have an order of
  // their own. Folds of an earlier version are made anew.
  `
ALTER TABLE prompts ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
CREATE INDEX prompts_message ON prompts(thread, message_id);
CREATE INDEX prompts_sequence ON prompts(thread, sequence);
DELETE FROM snapshots;
`,
  // A stream that was closed for an operator is not an agent that stopped. Folds are made anew, because they say so too.
  `
UPDATE controls SET state = 'cut-off' WHERE action = 'stop' AND means = 'close' AND state = 'settled';
UPDATE runs SET status = 'cut-off' WHERE status = 'stopped'
  AND id IN (SELECT run FROM controls WHERE action = 'stop' AND state = 'cut-off');
DELETE FROM snapshots;
`,
  // What was said is kept beside the folded thread; folds of an earlier version are made anew.
  `
DELETE FROM snapshots;
ALTER TABLE snapshots ADD COLUMN history TEXT NOT NULL DEFAULT '';
`,
  // Calls of tools that nobody wants to be asked about: they are shown, and no prompt is made of them.
  `
CREATE TABLE dismissed_tools(
  agent TEXT NOT NULL, tool TEXT NOT NULL, operator TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(agent, tool)) WITHOUT ROWID;
`,
  // What an agent was heard to speak stands with its health.
  `
ALTER TABLE contacts ADD COLUMN spoke TEXT;
`,
  // An answer that came to nothing leaves its question open: the next one stands beside it. States are declared by agent and
  // piece of work. What a run asks outlives it: folds are made anew.
  `
DROP INDEX decisions_prompt;
CREATE UNIQUE INDEX decisions_prompt ON decisions(prompt) WHERE state NOT IN ('recalled', 'refused', 'undeliverable');
CREATE INDEX prompts_run ON prompts(run) WHERE state = 'open';
DROP TABLE up_states;
CREATE TABLE up_messages(
  thread TEXT NOT NULL, agent TEXT NOT NULL, message TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(thread, agent, message)) WITHOUT ROWID;
CREATE TABLE up_lanes(
  thread TEXT NOT NULL, agent TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,
  PRIMARY KEY(thread, agent, lane)) WITHOUT ROWID;
CREATE TABLE comments(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL, at INTEGER NOT NULL,
  feedback TEXT NOT NULL);
CREATE INDEX comments_of ON comments(prompt, at);
DELETE FROM snapshots;
`,
  // A session has a second secret that no other port of the host gets to see. Sessions without one are over.
  `
DROP TABLE sessions;
CREATE TABLE sessions(
  token TEXT PRIMARY KEY, proof TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, created INTEGER NOT NULL,
  expires INTEGER NOT NULL) WITHOUT ROWID;
`,
  // The server's own facts are read without the events between them.
  `
CREATE INDEX events_notable ON events(position) WHERE notable = 1;
`,
  // Folds are kept compressed, with what they weigh beside the events. They are made anew within the budget of a task.
  `
DROP TABLE snapshots;
CREATE TABLE snapshots(
  thread TEXT NOT NULL, sequence INTEGER NOT NULL, events INTEGER NOT NULL, kept INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY(thread, sequence)) WITHOUT ROWID;
`,
  // What is looked for after each fact is found by index, however many prompts are open and however much has been.
  `
CREATE INDEX claims_granted ON claims(granted_at) WHERE granted_at IS NOT NULL;
CREATE INDEX controls_untold ON controls(run) WHERE events_since > told_count;
CREATE INDEX controls_requested ON controls(requested) WHERE state = 'requested';
CREATE INDEX runs_agent ON runs(agent, started) WHERE contacted = 1;
CREATE INDEX calls_of ON webhook_calls(webhook, prompt);
`,
  // A task has one run at a time: what cannot be heard by it waits in a queue of the task, in the order of `queued`. What a stop
  // was asked for meanwhile starts no run. Folds say what waits, and are made anew.
  `
ALTER TABLE outbox ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN queued INTEGER;
ALTER TABLE outbox ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET thread = COALESCE((SELECT thread FROM runs WHERE id = outbox.run), '');
CREATE INDEX outbox_queued ON outbox(queued) WHERE queued IS NOT NULL;
CREATE INDEX outbox_thread ON outbox(thread) WHERE state IN ('pending', 'held');
CREATE INDEX runs_going ON runs(thread, started) WHERE ended IS NULL;
DELETE FROM snapshots;
  `,
  // An agent is who its connection is: whom it says it speaks for stands apart from it. Old rows named the second as the
  // first; folds are made anew.
  `
ALTER TABLE prompts ADD COLUMN relayed TEXT;
UPDATE prompts SET relayed = agent, agent = (SELECT r.agent FROM runs r WHERE r.id = prompts.run)
  WHERE agent <> (SELECT r.agent FROM runs r WHERE r.id = prompts.run);
UPDATE tasks SET agents = (SELECT json_group_array(CASE
    WHEN EXISTS(SELECT 1 FROM runs r WHERE r.thread = tasks.id AND r.agent = j.value) THEN j.value
    ELSE 'relayed:' || tasks.agent || ':' || j.value END) FROM json_each(tasks.agents) j);
UPDATE up_messages SET agent = 'relayed:' || (SELECT t.agent FROM tasks t WHERE t.id = thread) || ':' || agent
  WHERE NOT EXISTS(SELECT 1 FROM runs r WHERE r.thread = up_messages.thread AND r.agent = up_messages.agent)
    AND EXISTS(SELECT 1 FROM tasks t WHERE t.id = thread);
UPDATE up_lanes SET agent = 'relayed:' || (SELECT t.agent FROM tasks t WHERE t.id = thread) || ':' || agent
  WHERE NOT EXISTS(SELECT 1 FROM runs r WHERE r.thread = up_lanes.thread AND r.agent = up_lanes.agent)
    AND EXISTS(SELECT 1 FROM tasks t WHERE t.id = thread);
DELETE FROM snapshots;
`,
  // What was closed is listed by when that was.
  `
CREATE INDEX prompts_closed ON prompts(closed, id) WHERE closed IS NOT NULL;
`,
  // A question that was closed because somebody stopped its run says who.
  `
ALTER TABLE prompts ADD COLUMN stopped_by TEXT;
UPDATE prompts SET stopped_by = (SELECT json_object('id', c.by_id, 'name', COALESCE(o.name, c.by_id)) FROM controls c
    LEFT JOIN operators o ON o.id = c.by_id WHERE c.run = prompts.run AND c.action = 'stop' AND c.state <> 'failed'
    ORDER BY c.requested DESC, c.id DESC LIMIT 1)
  WHERE closed_reason IN ('The run was stopped before an answer was given.', 'The stream of the run was closed before an answer was given.');
`,
  // What one agent did is counted without reading what the others did.
  `
CREATE INDEX prompts_agent ON prompts(agent, state, blocking);
CREATE INDEX runs_of_agent ON runs(agent, status, ended, thread);
CREATE INDEX tasks_agent ON tasks(agent, anomalies);
`,
  // What came after what is told by the log, for the clock on the wall may be set in between: each keeps how far the log had come.
  // What an older release wrote stands before, by its times.
  `
ALTER TABLE runs ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN ended_place INTEGER;
ALTER TABLE decisions ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controls ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
DROP INDEX runs_agent;
CREATE INDEX runs_agent ON runs(agent, place, started) WHERE contacted = 1;
`,
  // The queue is read in its order, without a look at what is asked.
  `
CREATE INDEX prompts_queue ON prompts(
  1 - blocking, IFNULL(expires, 9007199254740991), CASE severity WHEN 'critical' THEN 0 WHEN 'major' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END,
  opened, thread, sequence, place, id) WHERE state = 'open';
`,
];

/** Version of the tables as this server knows them. */
export const schemaVersion = 1 + migrations.length;

/**
 * The tables of the store in their first version; `migrations` lead on from there. Times are epoch milliseconds. `events` is the truth;
 * every other table can be explained by it and is written in the same transaction.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events(
  position INTEGER PRIMARY KEY, thread TEXT NOT NULL, sequence INTEGER NOT NULL, run TEXT,
  agent TEXT NOT NULL, received INTEGER NOT NULL, notable INTEGER NOT NULL, data TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS events_thread ON events(thread, sequence);
CREATE TABLE IF NOT EXISTS tasks(
  id TEXT PRIMARY KEY, title TEXT NOT NULL, agent TEXT NOT NULL, agents TEXT NOT NULL, run TEXT NOT NULL,
  state TEXT, started INTEGER NOT NULL, updated INTEGER NOT NULL, events INTEGER NOT NULL DEFAULT 0,
  anomalies INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tasks_started ON tasks(started, id);
CREATE TABLE IF NOT EXISTS runs(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, agent TEXT NOT NULL, status TEXT NOT NULL, input TEXT NOT NULL,
  resumable INTEGER NOT NULL DEFAULT 0, contacted INTEGER NOT NULL DEFAULT 0, last_event TEXT,
  carries TEXT, started INTEGER NOT NULL, ended INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_thread ON runs(thread, started);
CREATE INDEX IF NOT EXISTS runs_open ON runs(status) WHERE ended IS NULL;
CREATE TABLE IF NOT EXISTS up_states(
  thread TEXT NOT NULL, agent TEXT NOT NULL, message TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(thread, agent, message)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS prompts(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, run TEXT NOT NULL, source_run TEXT, message_id TEXT NOT NULL,
  agent TEXT NOT NULL, blocking INTEGER NOT NULL, state TEXT NOT NULL, severity TEXT NOT NULL,
  revision INTEGER NOT NULL, sequence INTEGER NOT NULL, ask TEXT NOT NULL, message TEXT NOT NULL,
  digest TEXT NOT NULL, opened INTEGER NOT NULL, revised INTEGER, expires INTEGER, closed INTEGER,
  closed_reason TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS prompts_thread ON prompts(thread, state);
CREATE INDEX IF NOT EXISTS prompts_state ON prompts(state, opened, id);
CREATE INDEX IF NOT EXISTS prompts_expiry ON prompts(expires) WHERE state = 'open' AND expires IS NOT NULL;
CREATE TABLE IF NOT EXISTS decisions(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL UNIQUE, by_kind TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL,
  feedback TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL, recorded INTEGER NOT NULL,
  delivered INTEGER, acknowledged INTEGER, attempts INTEGER NOT NULL DEFAULT 0, failure TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outbox(
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, run TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL,
  due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox(due) WHERE state = 'pending';
CREATE TABLE IF NOT EXISTS controls(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, run TEXT NOT NULL, action TEXT NOT NULL, means TEXT NOT NULL,
  reason TEXT, by_id TEXT NOT NULL, state TEXT NOT NULL, requested INTEGER NOT NULL, delivered INTEGER,
  acknowledged INTEGER, settled INTEGER, failure TEXT, events_since INTEGER NOT NULL DEFAULT 0,
  told_count INTEGER NOT NULL DEFAULT 0, told_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS controls_run ON controls(run);
CREATE INDEX IF NOT EXISTS controls_thread ON controls(thread, requested);
CREATE TABLE IF NOT EXISTS keys(
  scope TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(scope, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audit(
  number INTEGER PRIMARY KEY, at INTEGER NOT NULL, operator TEXT NOT NULL, thread TEXT, row TEXT NOT NULL,
  hash TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS audit_thread ON audit(thread);
CREATE TABLE IF NOT EXISTS snapshots(
  thread TEXT NOT NULL, sequence INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY(thread, sequence)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS operators(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, token TEXT NOT NULL UNIQUE, created INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions(
  token TEXT PRIMARY KEY, operator TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS agents(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, descriptor TEXT NOT NULL, headers TEXT, source TEXT NOT NULL,
  created INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contacts(
  agent TEXT PRIMARY KEY, at INTEGER NOT NULL, ok INTEGER NOT NULL, detail TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS drafts(
  prompt TEXT NOT NULL, operator TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY(prompt, operator)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims(
  prompt TEXT PRIMARY KEY, operator TEXT NOT NULL, name TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
`;
