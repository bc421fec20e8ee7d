import { toStored } from '../../any-text.ts';
import type { SqlValue } from '../../port.ts';
import { toPostgres } from '../statement.ts';
import type { AskedConnection } from './asked-connection.ts';

/** Statements on one connection. They fail with a `DatabaseError`, or with `ConnectionLostError`. */
export interface PostgresConnection {
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Rows changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Inserts rows, given as columns: each `?` is an array. */
  insertColumns(sql: string, columns: readonly SqlValue[][]): Promise<void>;
  /** Statements without values and results. */
  exec(sql: string): Promise<void>;
  /** How many statements were sent over it since it was taken. */
  statements(): number;
}

/** Statements that each connection keeps prepared; those with lists of varying length could be any number. */
const maxPrepared = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const toParameter = (value: SqlValue | SqlValue[]) =>
  Array.isArray(value) ? value.map(toStored) : toStored(value);

export function connectionOf(client: Pick<AskedConnection, 'query'>): PostgresConnection {
  let statements = 0;
  const query = async (sql: string, values: readonly (SqlValue | SqlValue[])[]) => {
    const text = toPostgres(sql);
    const name = nameOf(text);
    const prepared = name === undefined ? { text } : { text, name };
    statements += 1;
    return client.query({ ...prepared, values: values.map(toParameter) });
  };
  return {
    get: async (sql, ...values) => (await query(sql, values)).rows[0],
    all: async (sql, ...values) => (await query(sql, values)).rows,
    async insertColumns(sql, columns) {
      await query(sql, columns);
    },
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
    async exec(sql) {
      statements += 1;
      await client.query(sql);
    },
    statements: () => statements,
  };
}
