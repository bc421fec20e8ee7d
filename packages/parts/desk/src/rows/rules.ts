import { byAge, type KnownRule, type RuleStop, rulesInForce } from '@countersign/desk/rule-life';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';

/** The JSON of the row of a rule, besides its columns. */
interface RuleBody
  extends Pick<
    KnownRule,
    'name' | 'match' | 'feedback' | 'createdBy' | 'createdAt' | 'updatedAt' | 'updatedBy' | 'since'
  > {
  passedOver: number;
  answeredByVersion?: number;
}

interface RuleRow {
  id: string;
  version: number;
  enabled: number;
  expires: number;
  answered: number;
  last_answered: number | null;
  body: string;
  dry_run: string | null;
}

function toRule(row: RuleRow): KnownRule {
  const body: RuleBody = storedJson(row.body);
  return {
    id: row.id,
    version: row.version,
    enabled: row.enabled === 1,
    expiresAt: row.expires,
    ...body,
    answered: row.answered,
    answeredByVersion: body.answeredByVersion ?? 0,
    lastAnsweredAt: row.last_answered,
    dryRun: row.dry_run === null ? null : storedJson(row.dry_run),
  };
}

/** Stores the current rule. Its answers are counted in the row. */
export async function writeRule(writing: Writing, rule: KnownRule): Promise<void> {
  const { name, match, feedback, createdBy, createdAt, updatedAt, updatedBy, since } = rule;
  const { passedOver = 0, answeredByVersion = 0 } = rule;
  const body: RuleBody = {
    name,
    match,
    feedback,
    createdBy,
    createdAt,
    updatedAt,
    updatedBy,
    since,
    passedOver,
    answeredByVersion,
  };
  await writing.run(
    `INSERT INTO rules(id, version, enabled, expires, body, dry_run) VALUES(?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET
      version = excluded.version, enabled = excluded.enabled, expires = excluded.expires, body = excluded.body,
      dry_run = excluded.dry_run`,
    rule.id,
    rule.version,
    rule.enabled ? 1 : 0,
    rule.expiresAt,
    JSON.stringify(body),
    rule.dryRun === null ? null : JSON.stringify(rule.dryRun),
  );
}

/** Oldest first: the order in which they are tried. */
export async function listRules(reading: Reading): Promise<KnownRule[]> {
  return (await reading.all<RuleRow>('SELECT * FROM rules')).map(toRule).sort(byAge);
}

export async function readRule(reading: Reading, id: string): Promise<KnownRule | null> {
  const row = await reading.get<RuleRow>('SELECT * FROM rules WHERE id = ?', id);
  return row === undefined ? null : toRule(row);
}

export async function deleteRule(writing: Writing, id: string): Promise<void> {
  await writing.run('DELETE FROM rules WHERE id = ?', id);
}

const stopKey = 'rules:stop';

export async function readStop(reading: Reading): Promise<RuleStop> {
  const row = await reading.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', stopKey);
  return row === undefined ? { stopped: null, since: 0 } : JSON.parse(row.value);
}

export async function writeStop(writing: Writing, stop: RuleStop): Promise<void> {
  await writing.run(
    'INSERT INTO meta(key, value) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
    stopKey,
    JSON.stringify(stop),
  );
}

/** The rules that may answer now, oldest first. */
export async function readRulesInForce(reading: Reading, now: number): Promise<KnownRule[]> {
  const stop = await readStop(reading);
  const rows = await reading.all<RuleRow>(
    'SELECT * FROM rules WHERE enabled = 1 AND expires > ?',
    now,
  );
  return rulesInForce(rows.map(toRule), stop, now);
}

/** Whether an answer to a prompt was taken back. */
export const wasRecalled = async (reading: Reading, promptId: string): Promise<boolean> =>
  (await reading.get(
    `SELECT 1 FROM decisions WHERE prompt = ? AND state = 'recalled' LIMIT 1`,
    promptId,
  )) !== undefined;

/** Open prompts that no person has seen, opened after `since`, oldest first. */
export async function unseenSince(reading: Reading, since: number): Promise<string[]> {
  const rows = await reading.all<{ id: string }>(
    `SELECT id FROM prompts WHERE state = 'open' AND seen IS NULL AND opened > ? ORDER BY opened, id`,
    since,
  );
  return rows.map(({ id }) => id);
}

/** Counts an answer of the rule, and of its version. */
export async function countAnswer(writing: Writing, id: string): Promise<void> {
  await writing.run(
    'UPDATE rules SET answered = answered + 1, last_answered = ? WHERE id = ?',
    writing.now,
    id,
  );
  await count(writing, id, 'answeredByVersion');
}

/** Counts a prompt that the rule has matched and not answered. */
export const countPassedOver = (writing: Writing, id: string): Promise<void> =>
  count(writing, id, 'passedOver');

async function count(
  writing: Writing,
  id: string,
  what: 'answeredByVersion' | 'passedOver',
): Promise<void> {
  const row = await writing.get<{ body: string }>('SELECT body FROM rules WHERE id = ?', id);
  if (row === undefined) return;
  const body: RuleBody = storedJson(row.body);
  const counted: RuleBody = { ...body, [what]: (body[what] ?? 0) + 1 };
  await writing.run('UPDATE rules SET body = ? WHERE id = ?', JSON.stringify(counted), id);
}
