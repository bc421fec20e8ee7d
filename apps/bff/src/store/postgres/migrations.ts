import { firstTables } from './migrations/0001-first-tables.ts';
import { reasonsAsData } from './migrations/0002-reasons-as-data.ts';
import { registeredServices } from './migrations/0003-registered-services.ts';
import { owner } from './migrations/0004-owner.ts';
import { dutyLease } from './migrations/0005-duty-lease.ts';
import { environment } from './migrations/0006-environment.ts';
import { knowledge } from './migrations/0007-knowledge.ts';
import { readingTasks } from './migrations/0008-reading-tasks.ts';
import { jsonOfAnyText } from './migrations/0009-json-of-any-text.ts';
import { linksOfEvents } from './migrations/0010-links-of-events.ts';

/**
 * Steps from an empty database to the current tables, each run once and never changed after its release; a new one is appended here
 * as a separate file. A test compares the tables with those of the embedded store.
 */
export const migrations: readonly string[] = [
  firstTables,
  reasonsAsData,
  registeredServices,
  owner,
  dutyLease,
  environment,
  knowledge,
  readingTasks,
  jsonOfAnyText,
  linksOfEvents,
].map(bytewise);

/** Columns of type `TEXT` are ordered by their bytes, as in the embedded store, regardless of the order of the database. */
function bytewise(sql: string): string {
  return sql.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}
