import type { GatewayPolicy } from '@countersign/api/gateway';
import { inJson } from '@countersign/server/store/any-text';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { Route } from '@countersign/uap/model/route';
import type { Service } from '@countersign/uap/model/service';
import type { TreeService } from '@countersign/uap/tree/registry-tree';

/** A policy with the index of its last change, which is its version. */
export type StoredPolicy = Omit<GatewayPolicy, 'version'> & { index: number };

/** A registry below this one, and what it has sent last. */
export interface StoredChild {
  /** Its id in the tree. */
  registry: string;
  services: readonly TreeService[];
  /** Id of the registrant that sends for it. */
  sent_by: string;
  /** Epoch ms. */
  sent_at: number;
  index: number;
}

/** What the registry of services keeps, by kind. */
export interface UapEntries {
  service: Service;
  /** Its key is its name. */
  route: Route;
  /** Of a route of the gateway; its key is the name of the route. */
  policy: StoredPolicy;
  /** Its key is the id of the registry. */
  registry: StoredChild;
}
export type UapKind = keyof UapEntries;

export async function listUapEntries<Kind extends UapKind>(
  reading: Reading,
  kind: Kind,
): Promise<UapEntries[Kind][]> {
  const rows = await reading.all<{ body: string }>(
    'SELECT body FROM uap_entries WHERE kind = ? ORDER BY id',
    kind,
  );
  return rows.map(({ body }) => storedJson<UapEntries[Kind]>(body));
}

/** null = there is none. */
export async function readUapEntry<Kind extends UapKind>(
  reading: Reading,
  kind: Kind,
  id: string,
): Promise<UapEntries[Kind] | null> {
  const row = await reading.get<{ body: string }>(
    'SELECT body FROM uap_entries WHERE kind = ? AND id = ?',
    kind,
    id,
  );
  return row === undefined ? null : storedJson<UapEntries[Kind]>(row.body);
}

/** The number of entries of a kind. */
export async function countUapEntries(reading: Reading, kind: UapKind): Promise<number> {
  const row = await reading.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM uap_entries WHERE kind = ?',
    kind,
  );
  return row?.count ?? 0;
}

/** The size of what is kept, in bytes of JSON, without one entry. Both engines know the length of a text without reading it. */
export async function uapBytesWithout(
  reading: Reading,
  kind: UapKind,
  id: string,
): Promise<number> {
  const row = await reading.get<{ bytes: number | null }>(
    'SELECT SUM(OCTET_LENGTH(body)) AS bytes FROM uap_entries WHERE NOT (kind = ? AND id = ?)',
    kind,
    id,
  );
  return row?.bytes ?? 0;
}

/** What a registrant has registered or sent, without one entry. What a service says of itself can contain the same members: only its own count. */
export async function uapShareOf(
  reading: Reading,
  owner: string,
  { kind, id }: { kind: UapKind; id: string },
): Promise<{ services: number; bytes: number }> {
  const row = await reading.get<{ services: number; bytes: number | null }>(
    `SELECT COUNT(CASE WHEN kind = 'service' THEN 1 END) AS services, SUM(OCTET_LENGTH(body)) AS bytes
     FROM uap_entries
     WHERE kind IN ('service', 'registry') AND NOT (kind = ? AND id = ?) AND CASE WHEN body LIKE ?
       THEN json_extract(body, CASE kind WHEN 'service' THEN '$.registered_by' ELSE '$.sent_by' END) END
       = json_extract(?, '$')`,
    ...[kind, id, `%"${owner}"%`, inJson(owner)],
  );
  return { services: row?.services ?? 0, bytes: row?.bytes ?? 0 };
}

/**
 * The index of the next change: higher than that of any entry. It is taken from the clock, so that an entry that was removed and
 * added again has another one than before.
 */
export async function nextUapIndex(reading: Reading, now: number): Promise<number> {
  const row = await reading.get<{ last: number | null }>(
    'SELECT MAX(place) AS last FROM uap_entries',
  );
  return Math.max(now, (row?.last ?? 0) + 1);
}

/** Adds or replaces an entry; its body contains its index. */
export async function putUapEntry<Kind extends UapKind>(
  writing: Writing,
  kind: Kind,
  id: string,
  entry: UapEntries[Kind],
): Promise<void> {
  await writing.run(
    `INSERT INTO uap_entries(kind, id, body, place) VALUES(?,?,?,?)
     ON CONFLICT(kind, id) DO UPDATE SET body = excluded.body, place = excluded.place`,
    kind,
    id,
    JSON.stringify(entry),
    entry.index,
  );
}

/** Returns the number of entries removed. */
export const deleteUapEntry = async (
  writing: Writing,
  kind: UapKind,
  id: string,
): Promise<number> => writing.run('DELETE FROM uap_entries WHERE kind = ? AND id = ?', kind, id);
