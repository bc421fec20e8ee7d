import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export interface PolicyRow {
  version: number;
  classes: string;
  at: number;
  operator: string;
}

export const insertPolicy = (
  writing: Writing,
  {
    version,
    classes,
    at,
    operator,
  }: { version: number; classes: string; at: number; operator: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO policies(version, classes, at, operator) VALUES(?,?,?,?) ON CONFLICT DO NOTHING',
    version,
    classes,
    at,
    operator,
  );

export const policyOfVersion = (
  reading: Reading,
  version: number,
): Awaitable<PolicyRow | undefined> =>
  reading.get<PolicyRow>('SELECT * FROM policies WHERE version = ?', version);

export const newestPolicy = (reading: Reading): Awaitable<PolicyRow | undefined> =>
  reading.get<PolicyRow>('SELECT * FROM policies ORDER BY version DESC LIMIT 1');
