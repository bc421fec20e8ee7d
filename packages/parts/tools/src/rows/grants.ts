import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import type { StoredGrant } from './environment-entries.ts';

export interface OpenGrant {
  id: string;
  grant: StoredGrant;
  task: { id: string; title: string };
}

/** What is allowed for tasks that have not ended: nothing else counts. */
export async function openGrants(reading: Reading): Promise<OpenGrant[]> {
  const rows = await reading.all<{ id: string; body: string; task: string; title: string }>(
    `SELECT e.id AS id, e.body AS body, t.id AS task, t.title AS title FROM environment_entries e
     JOIN tasks t ON t.id = json_extract(e.body, '$.task') JOIN runs r ON r.id = t.run
     WHERE e.kind = 'grant' AND r.ended IS NULL ORDER BY e.id`,
  );
  return rows.map(({ id, body, task, title }) => ({
    ...{ id, grant: storedJson<StoredGrant>(body) },
    task: { id: task, title },
  }));
}
