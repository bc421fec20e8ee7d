import type { TaskSource } from '../../live/task-source.ts';

/** Hands a text to the browser as a download. */
export function saveText(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

const pageSize = 5_000;

/** Reads every event of a task and saves them as lines. */
export async function saveLines(source: TaskSource, head: number): Promise<void> {
  const lines: string[] = [];
  for (let after = 0; after < head; after += pageSize) {
    for (const envelope of await source.events(after, pageSize))
      lines.push(JSON.stringify(envelope));
  }
  saveText(`${source.taskId}.jsonl`, `${lines.join('\n')}\n`);
}
