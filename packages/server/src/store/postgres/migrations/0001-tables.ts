/**
 * All tables of the embedded store under the same names: `store/sqlite/migrations/0001-tables.ts` explains them. Two functions that
 * statements use, as that engine has them. Texts in JSON may hold what PostgreSQL cannot make a text of, and fails at: NUL, and halves of
 * characters. NUL is read as it is stored elsewhere (`any-text.ts`), a half as the sign for what cannot be read.
 *
 * And what servers share. `positions` is one row, locked while a group of operations is written, so that positions become visible in
 * their order; its `owner` is the number of the server that may write: each that takes the database over counts it on, and finds an
 * older one's groups refused. `writers` holds the number of the last group of each server, by which it finds out whether a commit
 * without a reply has happened. `leases`: what only one of the servers does at a time; the one that holds it counts on `beats`, and
 * `holder` is its id, NULL = it has released the lease.
 */
export const tables = String.raw`
CREATE FUNCTION json_readable(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN strpos(source, '\u') = 0 THEN source ELSE
    regexp_replace(regexp_replace(regexp_replace(source,
      '(?<!\\)((?:\\\\)*)\\u0000', '\1${'\u{10FFFE}'}0', 'g'),
      '(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})', '\1${'\ufffd'}', 'g'),
      '(?<!\\)(?<!\\u[dD][89abAB][0-9a-fA-F]{2})((?:\\\\)*)\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\1${'\ufffd'}', 'g')
  END;
$$;
CREATE FUNCTION json_extract(source text, path text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  RETURN json_readable(source)::json #>> string_to_array(substr(path, 3), '.');
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;
CREATE FUNCTION json_each(list text) RETURNS TABLE(value text) LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT json_array_elements_text(json_readable(list)::json) COLLATE "C";
$$;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE events(
  position BIGINT PRIMARY KEY, thread TEXT NOT NULL, sequence BIGINT NOT NULL, run TEXT, agent TEXT NOT NULL,
  received BIGINT NOT NULL, notable BIGINT NOT NULL, data TEXT NOT NULL);
CREATE UNIQUE INDEX events_thread ON events(thread, sequence);
CREATE INDEX events_notable ON events(position) WHERE notable = 1;
CREATE TABLE snapshots(
  thread TEXT NOT NULL, sequence BIGINT NOT NULL, events BIGINT NOT NULL, kept BIGINT NOT NULL, data BYTEA NOT NULL,
  PRIMARY KEY(thread, sequence));
CREATE TABLE audit(
  number BIGINT PRIMARY KEY, at BIGINT NOT NULL, operator TEXT NOT NULL, thread TEXT, row TEXT NOT NULL, hash TEXT NOT NULL);
CREATE INDEX audit_thread ON audit(thread);
CREATE TABLE keys(
  scope TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, answer TEXT NOT NULL, at BIGINT NOT NULL,
  PRIMARY KEY(scope, key));
CREATE INDEX keys_at ON keys(at);
CREATE TABLE tasks(
  id TEXT PRIMARY KEY, title TEXT NOT NULL, agent TEXT NOT NULL, agents TEXT NOT NULL, run TEXT NOT NULL, state TEXT,
  started BIGINT NOT NULL, updated BIGINT NOT NULL, events BIGINT NOT NULL DEFAULT 0, anomalies BIGINT NOT NULL DEFAULT 0,
  reads BIGINT NOT NULL DEFAULT 0);
CREATE INDEX tasks_started ON tasks(started, id);
CREATE INDEX tasks_agent ON tasks(agent, anomalies);
CREATE TABLE runs(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, agent TEXT NOT NULL, status TEXT NOT NULL, input TEXT NOT NULL,
  resumable BIGINT NOT NULL DEFAULT 0, contacted BIGINT NOT NULL DEFAULT 0, last_event TEXT, carries TEXT,
  started BIGINT NOT NULL, ended BIGINT, posted BIGINT NOT NULL DEFAULT 0, place BIGINT NOT NULL DEFAULT 0,
  ended_place BIGINT);
CREATE INDEX runs_thread ON runs(thread, started);
CREATE INDEX runs_open ON runs(status) WHERE ended IS NULL;
CREATE INDEX runs_going ON runs(thread, started) WHERE ended IS NULL;
CREATE INDEX runs_agent ON runs(agent, place, started) WHERE contacted = 1;
CREATE INDEX runs_of_agent ON runs(agent, status, ended, thread);
CREATE TABLE controls(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, run TEXT NOT NULL, action TEXT NOT NULL, means TEXT NOT NULL, reason TEXT,
  by_id TEXT NOT NULL, state TEXT NOT NULL, requested BIGINT NOT NULL, delivered BIGINT, acknowledged BIGINT,
  settled BIGINT, failure TEXT, events_since BIGINT NOT NULL DEFAULT 0, told_count BIGINT NOT NULL DEFAULT 0,
  told_at BIGINT NOT NULL DEFAULT 0, place BIGINT NOT NULL DEFAULT 0, failure_statement TEXT);
CREATE INDEX controls_run ON controls(run);
CREATE INDEX controls_thread ON controls(thread, requested);
CREATE INDEX controls_untold ON controls(run) WHERE events_since > told_count;
CREATE INDEX controls_requested ON controls(requested) WHERE state = 'requested';
CREATE TABLE up_messages(
  thread TEXT NOT NULL, agent TEXT NOT NULL, message TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL,
  PRIMARY KEY(thread, agent, message));
CREATE TABLE up_lanes(
  thread TEXT NOT NULL, agent TEXT NOT NULL, lane TEXT NOT NULL, state TEXT NOT NULL, run TEXT NOT NULL,
  PRIMARY KEY(thread, agent, lane));
CREATE TABLE prompts(
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, run TEXT NOT NULL, source_run TEXT, message_id TEXT NOT NULL,
  agent TEXT NOT NULL, blocking BIGINT NOT NULL, state TEXT NOT NULL, severity TEXT NOT NULL, revision BIGINT NOT NULL,
  sequence BIGINT NOT NULL, ask TEXT NOT NULL, message TEXT NOT NULL, digest TEXT NOT NULL, opened BIGINT NOT NULL,
  revised BIGINT, expires BIGINT, closed BIGINT, closed_reason TEXT, origin TEXT NOT NULL DEFAULT 'upformat', source TEXT,
  together TEXT, class_key TEXT NOT NULL DEFAULT '', seen TEXT, extended BIGINT NOT NULL DEFAULT 0, escalation TEXT,
  escalate_at BIGINT, snooze TEXT, wake_at BIGINT, place BIGINT NOT NULL DEFAULT 0, relayed TEXT, stopped_by TEXT,
  answered_by TEXT NOT NULL DEFAULT 'message', origin_label TEXT, asker TEXT, closed_statement TEXT);
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
CREATE INDEX prompts_queue ON prompts(
  (1 - blocking), COALESCE(expires, 9007199254740991),
  (CASE severity WHEN 'critical' THEN 0 WHEN 'major' THEN 1 WHEN 'minor' THEN 2 ELSE 3 END),
  opened, thread, sequence, place, id) WHERE state = 'open';
CREATE TABLE decisions(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL, by_kind TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL,
  feedback TEXT NOT NULL, digest TEXT NOT NULL, state TEXT NOT NULL, recorded BIGINT NOT NULL, delivered BIGINT,
  acknowledged BIGINT, attempts BIGINT NOT NULL DEFAULT 0, failure TEXT, rule TEXT, release_at BIGINT,
  place BIGINT NOT NULL DEFAULT 0, failure_statement TEXT);
CREATE INDEX decisions_of ON decisions(prompt);
CREATE UNIQUE INDEX decisions_prompt ON decisions(prompt) WHERE state NOT IN ('recalled', 'refused', 'undeliverable');
CREATE TABLE comments(
  id TEXT PRIMARY KEY, prompt TEXT NOT NULL, by_id TEXT NOT NULL, by_name TEXT NOT NULL, at BIGINT NOT NULL,
  feedback TEXT NOT NULL);
CREATE INDEX comments_of ON comments(prompt, at);
CREATE TABLE outbox(
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, run TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, due BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0, agent TEXT NOT NULL DEFAULT '', thread TEXT NOT NULL DEFAULT '', queued BIGINT,
  stopped BIGINT NOT NULL DEFAULT 0);
CREATE INDEX outbox_due ON outbox(due) WHERE state = 'pending';
CREATE INDEX outbox_agent ON outbox(due, agent) WHERE state = 'pending';
CREATE INDEX outbox_unsent ON outbox(state) WHERE state IN ('pending', 'held');
CREATE INDEX outbox_thread ON outbox(thread) WHERE state IN ('pending', 'held');
CREATE INDEX outbox_queued ON outbox(queued) WHERE queued IS NOT NULL;
CREATE INDEX outbox_settled ON outbox(due) WHERE state NOT IN ('pending', 'held');
CREATE TABLE claims(
  prompt TEXT PRIMARY KEY, operator TEXT NOT NULL, until BIGINT NOT NULL, granted_at BIGINT, body TEXT NOT NULL);
CREATE INDEX claims_until ON claims(until);
CREATE INDEX claims_granted ON claims(granted_at) WHERE granted_at IS NOT NULL;
CREATE TABLE drafts(
  prompt TEXT NOT NULL, operator TEXT NOT NULL, body TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY(prompt, operator));
CREATE TABLE operators(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, token TEXT NOT NULL UNIQUE, created BIGINT NOT NULL,
  groups TEXT NOT NULL DEFAULT '[]');
CREATE TABLE sessions(
  token TEXT PRIMARY KEY, proof TEXT NOT NULL UNIQUE, operator TEXT NOT NULL, created BIGINT NOT NULL,
  expires BIGINT NOT NULL);
CREATE TABLE views(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, shared BIGINT NOT NULL, owner TEXT NOT NULL, owner_name TEXT NOT NULL,
  search TEXT NOT NULL, updated BIGINT NOT NULL);
CREATE TABLE agents(
  id TEXT PRIMARY KEY, name TEXT NOT NULL, descriptor TEXT NOT NULL, headers TEXT, source TEXT NOT NULL,
  created BIGINT NOT NULL);
CREATE TABLE contacts(agent TEXT PRIMARY KEY, at BIGINT NOT NULL, ok BIGINT NOT NULL, detail TEXT, spoke TEXT, statement TEXT);
CREATE TABLE dismissed_tools(
  agent TEXT NOT NULL, tool TEXT NOT NULL, operator TEXT NOT NULL, name TEXT NOT NULL, at BIGINT NOT NULL,
  PRIMARY KEY(agent, tool));
CREATE TABLE policies(version BIGINT PRIMARY KEY, classes TEXT NOT NULL, at BIGINT NOT NULL, operator TEXT NOT NULL);
CREATE TABLE rules(
  id TEXT PRIMARY KEY, version BIGINT NOT NULL, enabled BIGINT NOT NULL, expires BIGINT NOT NULL,
  answered BIGINT NOT NULL DEFAULT 0, last_answered BIGINT, body TEXT NOT NULL, dry_run TEXT);
CREATE TABLE webhooks(id TEXT PRIMARY KEY, body TEXT NOT NULL, secret TEXT NOT NULL, created BIGINT NOT NULL, last TEXT);
CREATE TABLE webhook_calls(
  id TEXT PRIMARY KEY, webhook TEXT NOT NULL, prompt TEXT, body TEXT NOT NULL, state TEXT NOT NULL, due BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0, created BIGINT NOT NULL);
CREATE INDEX webhook_calls_due ON webhook_calls(due) WHERE state = 'pending';
CREATE INDEX calls_of ON webhook_calls(webhook, prompt);
CREATE INDEX calls_created ON webhook_calls(created) WHERE state <> 'pending';
CREATE TABLE mcp_clients(
  id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, created_by TEXT NOT NULL, created BIGINT NOT NULL);
CREATE TABLE mcp_questions(
  id TEXT PRIMARY KEY, client TEXT NOT NULL, key TEXT, body TEXT NOT NULL, thread TEXT NOT NULL, prompt TEXT NOT NULL,
  kind TEXT NOT NULL, wrapped BIGINT NOT NULL, state TEXT NOT NULL, asked BIGINT NOT NULL);
CREATE UNIQUE INDEX mcp_questions_key ON mcp_questions(client, key) WHERE key IS NOT NULL;
CREATE INDEX mcp_questions_open ON mcp_questions(thread) WHERE state = 'open';
CREATE INDEX mcp_questions_of ON mcp_questions(client) WHERE state = 'open';
CREATE TABLE mcp_words(
  number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE, thread TEXT NOT NULL,
  sender TEXT NOT NULL, content TEXT NOT NULL, said BIGINT NOT NULL, given TEXT);
CREATE INDEX mcp_words_of ON mcp_words(thread, given);
CREATE TABLE uap_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, place BIGINT NOT NULL, PRIMARY KEY(kind, id));
CREATE INDEX uap_entries_place ON uap_entries(place);
CREATE TABLE environment_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(kind, id));
CREATE TABLE knowledge_entries(
  kind TEXT NOT NULL, id TEXT NOT NULL, place BIGINT NOT NULL, state TEXT NOT NULL, about TEXT NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY(kind, id));
CREATE INDEX knowledge_entries_place ON knowledge_entries(kind, place);
CREATE INDEX knowledge_entries_state ON knowledge_entries(kind, state, place);
CREATE INDEX knowledge_entries_about ON knowledge_entries(kind, about, place);
CREATE TABLE positions(
  id BIGINT PRIMARY KEY CHECK (id = 1), head BIGINT NOT NULL, owner BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 10);
INSERT INTO positions(id, head) VALUES(1, 0);
CREATE TABLE writers(id TEXT PRIMARY KEY, groups BIGINT NOT NULL, at BIGINT NOT NULL) WITH (fillfactor = 10);
CREATE TABLE leases(name TEXT PRIMARY KEY, owner BIGINT NOT NULL, beats BIGINT NOT NULL, holder TEXT);
INSERT INTO leases(name, owner, beats, holder) VALUES('duty', 0, 0, NULL);
`;
