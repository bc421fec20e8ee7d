import type { SavedView } from '@countersign/api/prompts/view';
import type { Reading, Writing } from '@countersign/server/store/port';

interface ViewRow {
  id: string;
  name: string;
  shared: number;
  owner: string;
  owner_name: string;
  search: string;
  updated: number;
}

const toView = (row: ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  shared: row.shared === 1,
  owner: row.owner,
  ownerName: row.owner_name,
  search: JSON.parse(row.search),
  updatedAt: row.updated,
});

export async function readView(reading: Reading, id: string): Promise<SavedView | null> {
  const row = await reading.get<ViewRow>('SELECT * FROM views WHERE id = ?', id);
  return row === undefined ? null : toView(row);
}

/** The views of an operator: their own and the shared ones, by name. */
export async function listViews(reading: Reading, operatorId: string): Promise<SavedView[]> {
  const rows = await reading.all<ViewRow>(
    'SELECT * FROM views WHERE owner = ? OR shared = 1 ORDER BY lower(name), id',
    operatorId,
  );
  return rows.map(toView);
}

/** The number of views that an operator owns. */
export async function countViews(reading: Reading, operatorId: string): Promise<number> {
  const row = await reading.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM views WHERE owner = ?',
    operatorId,
  );
  return row?.count ?? 0;
}

/** Adds or replaces a view; its owner stays. */
export async function writeView(writing: Writing, view: SavedView): Promise<void> {
  await writing.run(
    `INSERT INTO views(id, name, shared, owner, owner_name, search, updated) VALUES(?,?,?,?,?,?,?)
     ON CONFLICT(id) DO UPDATE SET name = excluded.name, shared = excluded.shared, search = excluded.search,
      updated = excluded.updated`,
    view.id,
    view.name,
    view.shared ? 1 : 0,
    view.owner,
    view.ownerName,
    JSON.stringify(view.search),
    view.updatedAt,
  );
}

export async function deleteView(writing: Writing, id: string): Promise<void> {
  await writing.run('DELETE FROM views WHERE id = ?', id);
}
