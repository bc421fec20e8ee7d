import type { SavedView } from '@countersign/api/view';
import type { Connection } from '../journal/database.ts';

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

export function readView(reading: Pick<Connection, 'get'>, id: string): SavedView | null {
  const row = reading.get<ViewRow>('SELECT * FROM views WHERE id = ?', id);
  return row === undefined ? null : toView(row);
}

/** The views of an operator: their own and the shared ones, by name. */
export function listViews(reading: Pick<Connection, 'all'>, operatorId: string): SavedView[] {
  return reading
    .all<ViewRow>(
      'SELECT * FROM views WHERE owner = ? OR shared = 1 ORDER BY name COLLATE NOCASE, id',
      operatorId,
    )
    .map(toView);
}
