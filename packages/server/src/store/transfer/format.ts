import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SqlValue } from '../port.ts';

/** Why a store was not exported or imported, for the person who asked for it. */
export class TransferError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TransferError';
  }
}

/** The version of the file's format; `docs/operations.md` describes it. */
export const formatVersion = 1;

const count = z.number().int().nonnegative();

export const headerSchema = z.object({
  format: z.literal('countersign-export'),
  version: count,
  /** The version of the tables: that of the newest migration of the embedded store. */
  schema: count,
  store: z.string(),
  /** The position of the last event. */
  head: count,
});
export type Header = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const tableEndSchema = z.object({ end: z.string(), rows: count, digest: z.string() });
export const fileEndSchema = z.object({ end: z.literal('export'), tables: count, rows: count });

const valueSchema = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.object({ base64: z.base64() }).transform(({ base64 }) => Buffer.from(base64, 'base64')),
]);
export const rowSchema = z.array(valueSchema);

/** A row as one line: an array, with bytes as `{"base64": …}`. */
export const rowLine = (row: readonly SqlValue[]): string =>
  JSON.stringify(
    row.map((value) =>
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ),
  );

const modulus = 1n << 256n;

/** The sum of the SHA-256 hashes of rows' lines, modulo 2^256: the same for the same rows in any order. */
export function createRowDigest() {
  let sum = 0n;
  let rows = 0;
  return {
    add(line: string | Uint8Array) {
      sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % modulus;
      rows += 1;
    },
    result: () => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  };
}
