import type { Client } from '@countersign/client/client';
import { saveFile } from '../../ui/files/save-file.ts';

/** Saves all of a task as JSON lines. */
export async function saveTask({ api }: Pick<Client, 'api'>, taskId: string): Promise<void> {
  const name = `${taskId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}.jsonl`;
  saveFile(name, await api.exportTask(taskId));
}
