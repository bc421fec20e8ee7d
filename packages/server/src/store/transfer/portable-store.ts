import type { SqlValue } from '../port.ts';

/** A table of both engines, with its columns in the order of its rows. */
export interface PortableTable {
  name: string;
  columns: readonly PortableColumn[];
  /** Whether its rows have an order of insertion beside their key. */
  inOrder: boolean;
}

export interface PortableColumn {
  name: string;
  type: 'INTEGER' | 'TEXT' | 'BLOB';
}

/** The table of settings of the store itself; the version of the tables is in it in one engine only, and does not move. */
export const metaTable = 'meta';
export const schemaKey = 'schema';

/** A store of any engine that no server uses meanwhile. */
export interface ReadableStore {
  readonly storeId: string;
  /** The position of the last event. */
  readonly head: number;
  /** Never all of them in memory; in the order of their insertion where that counts. */
  rows(table: PortableTable): AsyncIterable<SqlValue[]> | Iterable<SqlValue[]>;
  close(): Promise<void>;
}

/** A new store, in which nothing can be seen before it is complete. */
export interface WritableStore extends Pick<ReadableStore, 'rows'> {
  insert(table: PortableTable, rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Makes it a store that a server can use, whose last event has the position `head`. */
  finish(head: number): Promise<void>;
  /** Without `finish` before it, nothing of it remains. */
  close(): Promise<void>;
}
