/** Origins, leases, time, rules, views, webhooks. */
export const decisionsInTime = `
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
`;
