import type { Reading, Writing } from '@countersign/server/store/port';

/** What is kept of knowledge, by kind. */
export const knowledgeKinds = [
  'memory',
  /** A former version of a memory, which it is about. */
  'revision',
  'extraction',
  'shared',
  'rule',
  /** Where knowledge comes from of which a person has approved some. */
  'source',
  'incoming',
  'question',
  'pack',
  /** What a run was given; it is about the task. */
  'given',
  /** One memory that a run was given, which it is about; its state is what came of it. */
  'use',
  /** A task from which was learnt; its state is the run up to which. */
  'work',
  /** After which of its items the knowledge of a service is fetched next; none = from the first. */
  'fetch',
  'settings',
  /** Of this server and of others. */
  'key',
] as const;
export type KnowledgeKind = (typeof knowledgeKinds)[number];

/** A row without its place. `body`: JSON. */
export interface KnowledgeRow {
  id: string;
  /** By which its kind is filtered. */
  state: string;
  /** The id of what it belongs to. */
  about: string;
  body: string;
}
export type PlacedRow = KnowledgeRow & { place: number };

/** A removed memory stays as a row without a body: servers that have it in memory find out. */
export const removedState = 'removed';

const columns = 'id, state, about, body, place';

/** The place of the last change of a kind; 0 = none. */
export async function lastKnowledgePlace(reading: Reading, kind: KnowledgeKind): Promise<number> {
  const row = await reading.get<{ last: number | null }>(
    'SELECT MAX(place) AS last FROM knowledge_entries WHERE kind = ?',
    kind,
  );
  return row?.last ?? 0;
}

/** What has changed after a place, in order. */
export const knowledgeAfter = async (
  reading: Reading,
  kind: KnowledgeKind,
  { place, limit }: { place: number; limit: number },
): Promise<PlacedRow[]> =>
  reading.all<PlacedRow>(
    `SELECT ${columns} FROM knowledge_entries WHERE kind = ? AND place > ? ORDER BY place LIMIT ?`,
    kind,
    place,
    limit,
  );

/** null = there is none. */
export async function readKnowledge(
  reading: Reading,
  kind: KnowledgeKind,
  id: string,
): Promise<PlacedRow | null> {
  const row = await reading.get<PlacedRow>(
    `SELECT ${columns} FROM knowledge_entries WHERE kind = ? AND id = ?`,
    kind,
    id,
  );
  if (row === undefined) return null;
  const { state, about, body, place } = row;
  return { id, state, about, body, place };
}

/** The last changed first, before a place (0 = from the last). A filter that is absent lets all through. */
export async function pageOfKnowledge(
  reading: Reading,
  kind: KnowledgeKind,
  page: { state?: string; about?: string; before: number; limit: number },
): Promise<PlacedRow[]> {
  const { state, about, before, limit } = page;
  const where = [
    ...(state === undefined ? [] : [['state = ?', state] as const]),
    ...(about === undefined ? [] : [['about = ?', about] as const]),
    ...(before === 0 ? [] : [['place < ?', before] as const]),
  ];
  return reading.all<PlacedRow>(
    `SELECT ${columns} FROM knowledge_entries WHERE ${['kind = ?', ...where.map(([text]) => text)].join(' AND ')}
     ORDER BY place DESC LIMIT ?`,
    kind,
    ...where.map(([, value]) => value),
    limit,
  );
}

/** The place of the newest entry of a kind that is not among so many newest ones; 0 = there is none. */
export async function placeBeforeNewest(
  reading: Reading,
  kind: KnowledgeKind,
  newest: number,
): Promise<number> {
  const row = await reading.get<{ place: number }>(
    'SELECT place FROM knowledge_entries WHERE kind = ? ORDER BY place DESC LIMIT 1 OFFSET ?',
    kind,
    newest,
  );
  return row?.place ?? 0;
}

/** How many entries of a kind are in each state. */
export async function countKnowledge(
  reading: Reading,
  kind: KnowledgeKind,
): Promise<ReadonlyMap<string, number>> {
  const rows = await reading.all<{ state: string; count: number }>(
    'SELECT state, COUNT(*) AS count FROM knowledge_entries WHERE kind = ? GROUP BY state',
    kind,
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** How often what it is about has each state, of one kind. */
export const countKnowledgeAbout = async (
  reading: Reading,
  kind: KnowledgeKind,
): Promise<{ about: string; state: string; count: number }[]> =>
  reading.all(
    `SELECT about, state, COUNT(*) AS count FROM knowledge_entries WHERE kind = ?
     GROUP BY about, state ORDER BY about, state`,
    kind,
  );

/** Of the newest tasks, those that have ended and from whose last run nothing was learnt, the last started first. */
export async function tasksToLearnFrom(reading: Reading, newest: number): Promise<string[]> {
  const rows = await reading.all<{ id: string }>(
    `SELECT newest.id AS id FROM (SELECT id, run, started FROM tasks ORDER BY started DESC, id DESC LIMIT ?) newest
     JOIN runs r ON r.id = newest.run
     LEFT JOIN knowledge_entries k ON k.kind = 'work' AND k.id = newest.id
     WHERE r.ended IS NOT NULL AND (k.id IS NULL OR k.state <> r.id)
     ORDER BY newest.started DESC, newest.id DESC`,
    newest,
  );
  return rows.map(({ id }) => id);
}

/** Adds or replaces an entry at a place, which is higher than any of its kind. */
export async function putKnowledge(
  writing: Writing,
  kind: KnowledgeKind,
  { id, state, about, body, place }: PlacedRow,
): Promise<void> {
  await writing.run(
    `INSERT INTO knowledge_entries(kind, id, place, state, about, body) VALUES(?,?,?,?,?,?)
     ON CONFLICT(kind, id) DO UPDATE SET place = excluded.place, state = excluded.state,
      about = excluded.about, body = excluded.body`,
    kind,
    id,
    place,
    state,
    about,
    body,
  );
}

/** Returns the number of entries removed. */
export const deleteKnowledge = async (
  writing: Writing,
  kind: KnowledgeKind,
  id: string,
): Promise<number> =>
  writing.run('DELETE FROM knowledge_entries WHERE kind = ? AND id = ?', kind, id);

/** Removes all that belongs to something. */
export const deleteKnowledgeAbout = async (
  writing: Writing,
  kind: KnowledgeKind,
  about: string,
): Promise<number> =>
  writing.run('DELETE FROM knowledge_entries WHERE kind = ? AND about = ?', kind, about);
