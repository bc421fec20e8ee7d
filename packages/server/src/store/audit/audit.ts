import type { Decision } from '@countersign/api/prompt';
import type { Awaitable } from '../awaitable.ts';
import { isListed, isListedNumber, likePattern } from '../dialect.ts';
import type { Reading, SqlValue, Writing } from '../port.ts';
import { type AuditAbout, searchedWords, wordColumn } from './audit-about.ts';
import { insertAuditWords } from './audit-row.ts';

/** A row of the audit: its content as canonical JSON, and its link of the chain. */
export interface AuditRow {
  number: number;
  row: string;
  hash: string;
}

/** Which rows; a filter that is absent does not filter. */
export interface AuditWanted {
  task?: string | undefined;
  operator?: string | undefined;
  agent?: string | undefined;
  tool?: string | undefined;
  kind?: string | undefined;
  text?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
}

/** The place of a row in the order of the list: several rows are of one millisecond. */
export interface AuditPlace {
  at: number;
  number: number;
}

/** Rows with a word that so few have are fetched by it; those with a common word are found while the newest ones are read. */
const fewRows = 2_000;
/** Behind the last character that a word can continue with. */
const afterAll = '\u{10ffff}';

/** Newest first, before a place (null = from the newest). */
export async function newestAuditRows(
  reading: Reading,
  wanted: AuditWanted,
  { before, limit }: { before: AuditPlace | null; limit: number },
): Promise<StoredAuditRow[]> {
  const where: string[] = [];
  const values: SqlValue[] = [];
  const only = (condition: string, ...of: SqlValue[]) => {
    where.push(condition);
    values.push(...of);
  };
  for (const [column, value] of equalTo(wanted)) only(`${column} = ?`, value);
  if (wanted.from !== undefined) only('at >= ?', wanted.from);
  if (wanted.until !== undefined) only('at < ?', wanted.until);
  if (before !== null) only('(at, number) < (?, ?)', before.at, before.number);
  for (const [column, value] of await withWords(reading, wanted.text)) only(column, value);
  return reading.all<StoredAuditRow>(
    `SELECT number, at, operator, thread, row, hash, kind, agent, tool, words FROM audit
     ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} ORDER BY at DESC, number DESC LIMIT ?`,
    ...values,
    limit,
  );
}

const equalTo = ({ task, operator, agent, tool, kind }: AuditWanted) =>
  Object.entries({ thread: task, operator, agent, tool, kind }).flatMap(
    ([column, value]): [string, string][] => (value === undefined ? [] : [[column, value]]),
  );

/** Conditions for the words of a text: each must be there, and the last one may go on. */
async function withWords(reading: Reading, text = ''): Promise<[string, SqlValue][]> {
  const likes: [string, SqlValue][] = [];
  const rare: number[][] = [];
  const words = searchedWords(text);
  for (const [index, word] of words.entries()) {
    const goesOn = index === words.length - 1;
    const rows = await reading.all<{ number: number }>(
      'SELECT number FROM audit_words WHERE word >= ? AND word < ? LIMIT ?',
      word,
      goesOn ? `${word}${afterAll}` : `${word} `,
      fewRows + 1,
    );
    if (rows.length > fewRows) {
      likes.push([`words LIKE ? ESCAPE '\\'`, likePattern(goesOn ? ` ${word}` : ` ${word} `)]);
    } else {
      rare.push(rows.map(({ number }) => number));
    }
  }
  if (rare.length === 0) return likes;
  const [first = [], ...others] = rare;
  const inAll = first.filter((number) => others.every((numbers) => numbers.includes(number)));
  return [[`number ${isListedNumber}`, JSON.stringify(inAll)], ...likes];
}

/** As it is stored: what its columns say, and what its content says, must be the same. */
export interface StoredAuditRow extends AuditRow {
  at: number;
  operator: string;
  thread: string | null;
  /** NULL = of an earlier version, not described yet. */
  kind: string | null;
  agent: string | null;
  tool: string | null;
  words: string | null;
}

/** Oldest first, after a number. */
export const auditRowsAfter = async (
  reading: Reading,
  number: number,
  limit: number,
): Promise<StoredAuditRow[]> =>
  reading.all<StoredAuditRow>(
    'SELECT number, at, operator, thread, row, hash, kind, agent, tool, words FROM audit WHERE number > ? ORDER BY number LIMIT ?',
    number,
    limit,
  );

/** A decision as it is kept: what the audit binds, and how far it came. */
export interface DecisionRow {
  id: string;
  prompt: string;
  digest: string;
  by_id: string;
  by_kind: string;
  by_name: string;
  state: Decision['state'];
  delivered: number | null;
  acknowledged: number | null;
  failure: string | null;
  outcome: string | null;
  feedback: string;
  rule: string | null;
}

/** In no particular order; those that are not there are left out. */
export const decisionRowsOf = (
  reading: Reading,
  ids: readonly string[],
): Awaitable<DecisionRow[]> =>
  reading.all<DecisionRow>(`SELECT * FROM decisions WHERE id ${isListed}`, JSON.stringify(ids));

/** Receipts as signed, by their decisions. */
export const receiptsOf = (
  reading: Reading,
  ids: readonly string[],
): Awaitable<{ decision: string; receipt: string }[]> =>
  reading.all(
    `SELECT decision, receipt FROM receipts WHERE decision ${isListed}`,
    JSON.stringify(ids),
  );

/** One row; undefined = there is none. */
export const auditRow = (reading: Reading, number: number): Awaitable<StoredAuditRow | undefined> =>
  reading.get<StoredAuditRow>('SELECT * FROM audit WHERE number = ?', number);

/** Rows of earlier versions, the newest first, that are not described yet. */
export const undescribedRows = (
  reading: Reading,
  limit: number,
): Awaitable<{ number: number; row: string }[]> =>
  reading.all(
    'SELECT number, row FROM audit WHERE kind IS NULL ORDER BY at DESC, number DESC LIMIT ?',
    limit,
  );

/** What is kept beside a row of an earlier version from now on. */
export async function describeAuditRow(
  writing: Writing,
  number: number,
  { kind, agent, tool, words }: AuditAbout,
): Promise<void> {
  await writing.run(
    'UPDATE audit SET kind = ?, agent = ?, tool = ?, words = ? WHERE number = ?',
    ...[kind, agent, tool, wordColumn(words), number],
  );
  await writing.run(insertAuditWords, number, JSON.stringify(words));
}
