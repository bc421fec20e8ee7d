import { originNameNow } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import {
  byAge,
  isFree,
  type KnownRule,
  type RuleStop,
  rulesInForce,
} from '@countersign/desk/rule-life';
import type { Connection } from '../journal/database.ts';
import type { Transaction } from '../journal/transaction.ts';
import { storedJson } from '../store/stored-json.ts';

type Reading = Pick<Connection, 'get' | 'all'>;

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
    match: matchNow(body.match),
    answered: row.answered,
    answeredByVersion: body.answeredByVersion ?? 0,
    lastAnsweredAt: row.last_answered,
    dryRun: row.dry_run === null ? null : storedJson(row.dry_run),
  };
}

/** A rule may be from an earlier version, which had other names for origins. */
const matchNow = ({ origin, ...match }: KnownRule['match']): KnownRule['match'] =>
  origin === undefined ? match : { ...match, origin: originNameNow(origin) };

/** Stores the current rule. Its answers are counted in the row. */
export function writeRule(transaction: Transaction, rule: KnownRule): void {
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
  transaction.run(
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
export function listRules(reading: Reading): KnownRule[] {
  return reading.all<RuleRow>('SELECT * FROM rules').map(toRule).sort(byAge);
}

export function readRule(reading: Reading, id: string): KnownRule | null {
  const row = reading.get<RuleRow>('SELECT * FROM rules WHERE id = ?', id);
  return row === undefined ? null : toRule(row);
}

export const stopKey = 'rules:stop';

export function readStop(reading: Reading): RuleStop {
  const row = reading.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', stopKey);
  return row === undefined ? { stopped: null, since: 0 } : JSON.parse(row.value);
}

/** The rules that may answer now, oldest first. */
export function readRulesInForce(reading: Reading, now: number): KnownRule[] {
  const stop = readStop(reading);
  const rows = reading.all<RuleRow>('SELECT * FROM rules WHERE enabled = 1 AND expires > ?', now);
  return rulesInForce(rows.map(toRule), stop, now);
}

/** Whether rules may answer a prompt at all. */
export function mayRulesAnswer(reading: Reading, prompt: Prompt, now: number): boolean {
  const recalled = `SELECT 1 FROM decisions WHERE prompt = ? AND state = 'recalled' LIMIT 1`;
  return isFree(prompt, { wasRecalled: reading.get(recalled, prompt.id) !== undefined, now });
}
