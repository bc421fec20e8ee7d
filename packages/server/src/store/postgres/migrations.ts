import { tables } from './migrations/0001-tables.ts';
import { linksOfEvents } from './migrations/0002-links-of-events.ts';
import { questionsOverHttp } from './migrations/0003-questions-over-http.ts';
import { decisionsInBulk } from './migrations/0004-decisions-in-bulk.ts';
import { groups } from './migrations/0005-groups.ts';
import { doorCalls } from './migrations/0006-door-calls.ts';
import { figures } from './migrations/0007-figures.ts';
import { policyTable } from './migrations/0008-policy-table.ts';
import { notObeyed } from './migrations/0009-not-obeyed.ts';
import { sessions } from './migrations/0010-sessions.ts';
import { passkeys } from './migrations/0011-passkeys.ts';
import { proof } from './migrations/0012-proof.ts';
import { shiftNotes } from './migrations/0013-shift-notes.ts';
import { identities } from './migrations/0014-identities.ts';

/**
 * Steps from an empty database to the current tables, each run once and never changed; a new one is appended here as a separate file. A
 * test compares the tables with those of the embedded store.
 */
export const migrations: readonly string[] = [
  tables,
  linksOfEvents,
  questionsOverHttp,
  decisionsInBulk,
  groups,
  doorCalls,
  figures,
  policyTable,
  notObeyed,
  sessions,
  passkeys,
  proof,
  shiftNotes,
  identities,
].map(bytewise);

/** What the first step makes: versions below are of tables from before it. */
export const firstVersion = 9;

/** Version of the tables of this server. */
export const schemaVersion = firstVersion + migrations.length - 1;

/** Columns of type `TEXT` are ordered by their bytes, as in the embedded store, regardless of the order of the database. */
function bytewise(sql: string): string {
  return sql.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}
