import { randomUUID } from 'node:crypto';
import { faultOf } from '../store/faults/store-fault.ts';
import { StoreTakenError } from '../store/faults/store-taken-error.ts';
import { openPool } from '../store/postgres/connection/pool.ts';
import { createGroupWriter, type GroupOutcome } from '../store/postgres/group-writer.ts';
import type { WriterRequest } from '../store/writer-protocol.ts';
import type { AnyOperation } from './operation.ts';

const nothing: GroupOutcome = { done: true, results: [], rows: [], lost: [], left: [] };

/** Some seconds: a group is short, and everything that is to be recorded waits for it. */
const statements = { database: 10_000, driver: 12_000 };

/**
 * Writes groups of requests to PostgreSQL. The database may be away: then the group is not written, or it is not known yet whether it
 * was, which the next call finds out. A write rejects with `StoreTakenError` when another server has taken over the duty for which
 * something was to be written.
 */
export function openPostgresGroups(
  { url, server, auditKey }: { url: string; server: string; auditKey?: string | undefined },
  operations: ReadonlyMap<string, AnyOperation>,
) {
  // One connection writes, and one finds out what became of a commit whose reply was lost.
  const pool = openPool(url, 2, { statements });
  let opening: ReturnType<typeof createGroupWriter> | null = null;
  /** Requests whose results were returned with those of others: they are not executed a second time. */
  let returned = new Set<number>();

  const toWork = ({ id, now, name, input, fence }: WriterRequest) => ({
    id,
    now,
    fence,
    announced: operations.get(name)?.announced?.(input as never),
    run(transaction: Parameters<AnyOperation['run']>[0]) {
      const operation = operations.get(name);
      if (operation === undefined) throw new Error(`The writer was not given ${name}.`);
      return operation.run(transaction, input as never);
    },
  });

  return {
    async write(requests: readonly WriterRequest[]): Promise<GroupOutcome> {
      const left = requests.filter(({ id }) => !returned.has(id));
      if (left.length === 0 && requests.length > 0) return nothing;
      try {
        opening ??= createGroupWriter(pool, { id: randomUUID(), server, auditKey });
        const outcome = await (await opening).write(left.map(toWork));
        if (!outcome.done) return outcome;
        const asked = new Set(left.map(({ id }) => id));
        const others = outcome.results.map(({ id }) => id).filter((id) => !asked.has(id));
        if (others.length > 0) returned = new Set(others);
        return outcome;
      } catch (error) {
        if (error instanceof StoreTakenError) throw error;
        opening = null;
        return { done: false, fault: faultOf(error) };
      }
    },
    doubt: pool.doubt,
    async close(): Promise<void> {
      await opening?.then((writer) => writer.close()).catch(() => {});
      await pool.close();
    },
  };
}
