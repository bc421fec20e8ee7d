import { tables } from './migrations/0001-tables.ts';

/**
 * Steps from an empty file to the current tables, each run once and never changed; a new one is appended here as a separate file. The
 * resulting tables are those of PostgreSQL, as a test compares.
 */
export const migrations: readonly string[] = [tables];

/** What the first step makes: versions below are of tables from before it. */
export const firstVersion = 32;

/** Version of the tables of this server. */
export const schemaVersion = firstVersion + migrations.length - 1;
