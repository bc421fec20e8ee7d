import { tables } from './migrations/0001-tables.ts';

/**
 * Steps from an empty file to the current tables, each run once and never changed; a new one is appended here as a separate file. The
 * resulting tables are those of PostgreSQL, as a test compares.
 */
export const migrations: readonly string[] = [
  tables,
  // What binds an event to all before it (`event-chain.ts`); null: an earlier version has written it.
  'ALTER TABLE events ADD COLUMN link TEXT',
];

/** What the first step makes: versions below are of tables from before it. */
export const firstVersion = 31;

/** Version of the tables of this server. */
export const schemaVersion = firstVersion + migrations.length - 1;
