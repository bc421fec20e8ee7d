import type { Reading } from '../port.ts';

/** Which database this is: one that was restored from a dump is another, whatever its name and its address. */
export async function placeOfDatabase(reading: Pick<Reading, 'get'>): Promise<string> {
  const row = await reading.get<{ oid: number; system: string }>(
    `SELECT CAST(oid AS bigint) AS oid, (SELECT CAST(system_identifier AS text) FROM pg_control_system()) AS system
     FROM pg_database WHERE datname = current_database()`,
  );
  return `database ${row?.system} ${row?.oid}`;
}
