/**
 * The tables of the store. `events` is the truth; every other table can be explained by it and is written in the same transaction. Columns
 * stand in the order in which they came. Times are epoch milliseconds. Yes and no are 1 and 0. A `place` is how far the log had come, for
 * what came after what; the clock on the wall may be set in between. `thread` is the id of a log: of a task, or of who asks without one
 * (`asker:…`). Tokens and secrets of people are kept as hashes.
 */
export const tables = `
-- The store itself: \`schema\` (number of the newest migration), \`store\` (its id), \`clock\`, \`budget\`, \`rules:stop\`,
-- \`audit-head\` and \`events-end\` (sealed).
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- ------------------------------------------------------------------------------------------------------------ What happened

-- Each event once: \`position\` orders the whole log, \`sequence\` is gap-free per task. A notable one is a fact that every browser hears.
CREATE TABLE events(
  position INTEGER PRIMARY KEY,
  thread TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  run TEXT,
  agent TEXT NOT NULL, -- whose connection it came on
  received INTEGER NOT NULL,
  notable INTEGER NOT NULL,
  data TEXT NOT NULL -- the event, JSON
);
CREATE UNIQUE INDEX events_thread ON events(thread, sequence);
CREATE INDEX events_notable ON events(position) WHERE notable = 1;

-- Folds of tasks, compressed, that spare a reader the events before them. A migration that changes the fold drops them.
CREATE TABLE snapshots(
  thread TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  events INTEGER NOT NULL, -- what the events up to it weigh, characters
  kept INTEGER NOT NULL, -- what the kept folds of the task weigh with this one, bytes
  data BLOB NOT NULL,
  PRIMARY KEY(thread, sequence)
) WITHOUT ROWID;

-- What people and rules did, each row with the hash of the one before it in its own.
CREATE TABLE audit(
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  operator TEXT NOT NULL,
  thread TEXT,
  row TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_thread ON audit(thread);

-- What was answered to a request that names a key, so that it can be made again; and tasks with damage (\`damaged\`).
CREATE TABLE keys(
  scope TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL, -- hash of what was asked
  answer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(scope, key)
) WITHOUT ROWID;
CREATE INDEX keys_at ON keys(at);

-- ------------------------------------------------------------------------------------------------------------ Tasks and runs

-- A row for the list of tasks.
CREATE TABLE tasks(
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  agent TEXT NOT NULL, -- that it was given to
  agents TEXT NOT NULL, -- who spoke in it, JSON
  run TEXT NOT NULL, -- the newest
  state TEXT, -- the newest that was declared in UpFormat
  started INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  events INTEGER NOT NULL DEFAULT 0,
  anomalies INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0 -- 1: a call of an agent that changes nothing
) WITHOUT ROWID;
CREATE INDEX tasks_started ON tasks(started, id);
CREATE INDEX tasks_agent ON tasks(agent, anomalies);

-- At most one of a task has no \`ended\`.
CREATE TABLE runs(
  id TEXT PRIMARY KEY,
  thread TEXT NOT NULL,
  agent TEXT NOT NULL,
  status TEXT NOT NULL,
  input TEXT NOT NULL, -- what its agent was sent, JSON
  resumable INTEGER NOT NULL DEFAULT 0, -- its stream can be joined again
  contacted INTEGER NOT NULL DEFAULT 0, -- its agent has answered
  last_event TEXT, -- the id its stream is joined again behind
  carries TEXT, -- what of the outbox it brings to the agent
  started INTEGER NOT NULL,
  ended INTEGER,
  posted INTEGER NOT NULL DEFAULT 0, -- it was about to be sent: its agent may have begun
  place INTEGER NOT NULL DEFAULT 0,
  ended_place INTEGER
) WITHOUT ROWID;
CREATE INDEX runs_thread ON runs(thread, started);
CREATE INDEX runs_open ON runs(status) WHERE ended IS NULL;
CREATE INDEX runs_going ON runs(thread, started) WHERE ended IS NULL;
CREATE INDEX runs_agent ON runs(agent, place, started) WHERE contacted = 1;
CREATE INDEX runs_of_agent ON runs(agent, status, ended, thread);

-- Pause, resume and stop, on their ladder: requested, delivered, acknowledged, settled.
CREATE TABLE controls(
  id TEXT PRIMARY KEY,
  thread TEXT NOT NULL,
  run TEXT NOT NULL,
  action TEXT NOT NULL,
  means TEXT NOT NULL, -- asked of the agent, or by closing its stream
  reason TEXT,
  by_id TEXT NOT NULL,
  state TEXT NOT NULL,
  requested INTEGER NOT NULL,
  delivered INTEGER,
  acknowledged INTEGER,
  settled INTEGER,
  failure TEXT,
  events_since INTEGER NOT NULL DEFAULT 0, -- that came after it was asked
  told_count INTEGER NOT NULL DEFAULT 0, -- of them, that browsers were told of
  told_at INTEGER NOT NULL DEFAULT 0,
  place INTEGER NOT NULL DEFAULT 0,
  failure_statement TEXT -- the failure as data, JSON
) WITHOUT ROWID;
CREATE INDEX controls_run ON controls(run);
CREATE INDEX controls_thread ON controls(thread, requested);
CREATE INDEX controls_untold ON controls(run) WHERE events_since > told_count;
CREATE INDEX controls_requested ON controls(requested) WHERE state = 'requested';

-- The state that each message in UpFormat declared, and the last of each piece of work (\`lane\`), by which steps are judged.
CREATE TABLE up_messages(
  thread TEXT NOT NULL,
  agent TEXT NOT NULL,
  message TEXT NOT NULL,
  lane TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY(thread, agent, message)
) WITHOUT ROWID;
CREATE TABLE up_lanes(
  thread TEXT NOT NULL,
  agent TEXT NOT NULL,
  lane TEXT NOT NULL,
  state TEXT NOT NULL,
  run TEXT NOT NULL,
  PRIMARY KEY(thread, agent, lane)
) WITHOUT ROWID;

-- ------------------------------------------------------------------------------------------------------------ Prompts and answers

-- What agents ask, whatever became of it.
CREATE TABLE prompts(
  id TEXT PRIMARY KEY,
  thread TEXT NOT NULL,
  run TEXT NOT NULL, -- empty: no run has asked it
  source_run TEXT, -- the run in the agent's own words
  message_id TEXT NOT NULL,
  agent TEXT NOT NULL, -- whose connection it came on
  blocking INTEGER NOT NULL,
  state TEXT NOT NULL,
  severity TEXT NOT NULL,
  revision INTEGER NOT NULL,
  sequence INTEGER NOT NULL, -- of the event that asked
  ask TEXT NOT NULL,
  message TEXT NOT NULL, -- in UpFormat, JSON
  digest TEXT NOT NULL, -- of what is shown: answers name it
  opened INTEGER NOT NULL,
  revised INTEGER,
  expires INTEGER,
  closed INTEGER,
  closed_reason TEXT,
  origin TEXT NOT NULL DEFAULT 'upformat', -- in which words it came: protocol/kind
  source TEXT, -- the question as it came, where that is not UpFormat, JSON
  together TEXT, -- prompts with the same are answered in one run
  class_key TEXT NOT NULL DEFAULT '', -- prompts with the same are equal
  seen TEXT, -- who had it open first, JSON
  extended INTEGER NOT NULL DEFAULT 0, -- how often
  escalation TEXT, -- JSON
  escalate_at INTEGER,
  snooze TEXT, -- JSON
  wake_at INTEGER,
  place INTEGER NOT NULL DEFAULT 0, -- among those that one event asks
  relayed TEXT, -- whom its agent says it speaks for
  stopped_by TEXT, -- who stopped its run, JSON
  answered_by TEXT NOT NULL DEFAULT 'message', -- how its answer goes back: message, resume, result, words, asker
  origin_label TEXT, -- what its protocol calls it
  asker TEXT, -- name of who asks; null = it is part of a task
  closed_statement TEXT -- the reason as data, JSON
) WITHOUT ROWID;
CREATE INDEX prompts_thread ON prompts(thread, state);
CREATE INDEX prompts_sequence ON prompts(thread, sequence);
CREATE INDEX prompts_message ON prompts(thread, message_id);
CREATE INDEX prompts_run ON prompts(run) WHERE state = 'open';
CREATE INDEX prompts_open ON prompts(thread, together, sequence, id, answered_by) WHERE state = 'open';
CREATE INDEX prompts_call ON prompts(thread, json_extract(source, '$.id')) WHERE state = 'open' AND answered_by = 'result';
CREATE INDEX prompts_together ON prompts(together) WHERE together IS NOT NULL;
CREATE INDEX prompts_state ON prompts(state, opened, id);
CREATE INDEX prompts_opened ON prompts(opened, id);
CREATE INDEX prompts_closed ON prompts(closed, id) WHERE closed IS NOT NULL;
CREATE INDEX prompts_agent ON prompts(agent, state, blocking);
CREATE INDEX prompts_expiry ON prompts(expires) WHERE state = 'open' AND expires IS NOT NULL;
CREATE INDEX prompts_escalate ON prompts(escalate_at) WHERE state = 'open' AND escalate_at IS NOT NULL;
CREATE INDEX prompts_wake ON prompts(wake_at) WHERE state = 'open' AND wake_at IS NOT NULL;
-- The order of the queue.
CREATE INDEX prompts_queue ON prompts(
  1 - blocking,
  IFNULL(expires, 9007199254740991),
  CASE severity WHEN 'critical' THEN 0 WHEN 'major' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END,
  opened, thread, sequence, place, id
) WHERE state = 'open';

-- Answers, by whom or what. One that was taken back or came to nothing leaves its prompt to another.
CREATE TABLE decisions(
  id TEXT PRIMARY KEY,
  prompt TEXT NOT NULL,
  by_kind TEXT NOT NULL, -- operator, default, escalation, rule
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  feedback TEXT NOT NULL, -- in UpFormat, JSON
  digest TEXT NOT NULL, -- of what was shown
  state TEXT NOT NULL,
  recorded INTEGER NOT NULL,
  delivered INTEGER,
  acknowledged INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  rule TEXT,
  release_at INTEGER, -- until then it can be recalled
  place INTEGER NOT NULL DEFAULT 0,
  failure_statement TEXT -- the failure as data, JSON
) WITHOUT ROWID;
CREATE INDEX decisions_of ON decisions(prompt);
CREATE UNIQUE INDEX decisions_prompt ON decisions(prompt) WHERE state NOT IN ('recalled', 'refused', 'undeliverable');

-- Told to the agent beside an answer; the prompt stays open.
CREATE TABLE comments(
  id TEXT PRIMARY KEY,
  prompt TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL,
  feedback TEXT NOT NULL
);
CREATE INDEX comments_of ON comments(prompt, at);

-- What is on its way to agents and askers: decisions by their id, messages, notices, words.
CREATE TABLE outbox(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  run TEXT NOT NULL, -- empty: an asker in the server receives it
  body TEXT NOT NULL, -- the very same at every attempt
  state TEXT NOT NULL, -- pending, held or settled in one of several ways
  due INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  agent TEXT NOT NULL DEFAULT '',
  thread TEXT NOT NULL DEFAULT '',
  queued INTEGER, -- its number among what waits for the end of a run
  stopped INTEGER NOT NULL DEFAULT 0 -- a stop was asked for meanwhile: it starts no run
) WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox(due) WHERE state = 'pending';
CREATE INDEX outbox_agent ON outbox(due, agent) WHERE state = 'pending';
CREATE INDEX outbox_unsent ON outbox(state) WHERE state IN ('pending', 'held');
CREATE INDEX outbox_thread ON outbox(thread) WHERE state IN ('pending', 'held');
CREATE INDEX outbox_queued ON outbox(queued) WHERE queued IS NOT NULL;
CREATE INDEX outbox_settled ON outbox(due) WHERE state NOT IN ('pending', 'held');

-- Who is answering a prompt, and until when nobody else may.
CREATE TABLE claims(
  prompt TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  until INTEGER NOT NULL,
  granted_at INTEGER, -- when it goes to who asked to take over
  body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX claims_until ON claims(until);
CREATE INDEX claims_granted ON claims(granted_at) WHERE granted_at IS NOT NULL;

-- Answers that are being written, one a person and prompt.
CREATE TABLE drafts(
  prompt TEXT NOT NULL,
  operator TEXT NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(prompt, operator)
) WITHOUT ROWID;

-- ------------------------------------------------------------------------------------------------------------ People

CREATE TABLE operators(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  groups TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;

-- Each with two secrets: of the cookie, and one that no other port of the host gets to see.
CREATE TABLE sessions(
  token TEXT PRIMARY KEY,
  proof TEXT NOT NULL UNIQUE,
  operator TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL
) WITHOUT ROWID;

-- What people made of the queue and of the archive, to find it again.
CREATE TABLE views(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  shared INTEGER NOT NULL,
  owner TEXT NOT NULL,
  owner_name TEXT NOT NULL,
  search TEXT NOT NULL,
  updated INTEGER NOT NULL
) WITHOUT ROWID;

-- ------------------------------------------------------------------------------------------------------------ Settings

-- The registered agents, with what is sent along to them.
CREATE TABLE agents(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  descriptor TEXT NOT NULL,
  headers TEXT,
  source TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;

-- How each was reached the last time, and what protocol it was heard to speak.
CREATE TABLE contacts(
  agent TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  detail TEXT,
  spoke TEXT,
  statement TEXT -- the detail as data, JSON
) WITHOUT ROWID;

-- Calls of tools that nobody wants to be asked about.
CREATE TABLE dismissed_tools(
  agent TEXT NOT NULL,
  tool TEXT NOT NULL,
  operator TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(agent, tool)
) WITHOUT ROWID;

-- Each version of the policy; the newest holds.
CREATE TABLE policies(
  version INTEGER PRIMARY KEY,
  classes TEXT NOT NULL,
  at INTEGER NOT NULL,
  operator TEXT NOT NULL
);

-- What answers by itself, under which conditions, until when.
CREATE TABLE rules(
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  answered INTEGER NOT NULL DEFAULT 0,
  last_answered INTEGER,
  body TEXT NOT NULL,
  dry_run TEXT
) WITHOUT ROWID;

-- Addresses that are told of blocking prompts, and the calls to them.
CREATE TABLE webhooks(
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  secret TEXT NOT NULL, -- readable: it signs
  created INTEGER NOT NULL,
  last TEXT
) WITHOUT ROWID;
CREATE TABLE webhook_calls(
  id TEXT PRIMARY KEY,
  webhook TEXT NOT NULL,
  prompt TEXT,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  due INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX webhook_calls_due ON webhook_calls(due) WHERE state = 'pending';
CREATE INDEX calls_of ON webhook_calls(webhook, prompt);
CREATE INDEX calls_created ON webhook_calls(created) WHERE state <> 'pending';

-- Clients of the MCP endpoint; each is an agent of the same id.
CREATE TABLE mcp_clients(
  id TEXT PRIMARY KEY,
  token TEXT NOT NULL UNIQUE, -- its hash
  created_by TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;

-- What they have asked: a client knows a question by this id, which is that of its message.
CREATE TABLE mcp_questions(
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  key TEXT, -- the client's own id of the call
  body TEXT NOT NULL, -- hash of what was asked
  thread TEXT NOT NULL,
  prompt TEXT NOT NULL,
  kind TEXT NOT NULL, -- ask or approval
  wrapped INTEGER NOT NULL, -- the answer is in one field of the form
  state TEXT NOT NULL, -- open until its prompt is closed and the answer lies ready
  asked INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX mcp_questions_key ON mcp_questions(client, key) WHERE key IS NOT NULL;
CREATE INDEX mcp_questions_open ON mcp_questions(thread) WHERE state = 'open';
CREATE INDEX mcp_questions_of ON mcp_questions(client) WHERE state = 'open';

-- What operators said in their tasks, given to them with the next result.
CREATE TABLE mcp_words(
  number INTEGER PRIMARY KEY, -- in order of arrival
  id TEXT NOT NULL UNIQUE,
  thread TEXT NOT NULL,
  sender TEXT NOT NULL,
  content TEXT NOT NULL,
  said INTEGER NOT NULL,
  given TEXT -- the question they were given with
);
CREATE INDEX mcp_words_of ON mcp_words(thread, given);

-- The registry of services: services and routes, as they are on the wire.
CREATE TABLE uap_entries(
  kind TEXT NOT NULL, -- service or route
  id TEXT NOT NULL, -- of a route: its name
  body TEXT NOT NULL, -- JSON, with everything
  place INTEGER NOT NULL, -- its index: higher with each change of any entry
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
CREATE INDEX uap_entries_place ON uap_entries(place);

-- The environment of agents: services with their signifiers, profiles, notes of operators.
CREATE TABLE environment_entries(
  kind TEXT NOT NULL, -- artifact, profile, note (of a signifier) or revision (of all artifacts)
  id TEXT NOT NULL,
  body TEXT NOT NULL, -- JSON, with everything
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;

-- Memories, their former versions, what leaves and what comes, what runs were given.
CREATE TABLE knowledge_entries(
  kind TEXT NOT NULL, -- memory, revision, extraction, shared, … (knowledge-entries.ts)
  id TEXT NOT NULL,
  place INTEGER NOT NULL, -- of the last change, counted for each kind
  state TEXT NOT NULL,
  about TEXT NOT NULL, -- the id of what it belongs to
  body TEXT NOT NULL, -- JSON, with everything
  PRIMARY KEY(kind, id)
) WITHOUT ROWID;
CREATE INDEX knowledge_entries_place ON knowledge_entries(kind, place);
CREATE INDEX knowledge_entries_state ON knowledge_entries(kind, state, place);
CREATE INDEX knowledge_entries_about ON knowledge_entries(kind, about, place);
`;
