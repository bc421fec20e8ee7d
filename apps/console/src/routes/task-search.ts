export const taskTabs = ['stream', 'lineage', 'state', 'decisions'] as const;
export type TaskTab = (typeof taskTabs)[number];

/** The view of a task as it stands in the address: `?tab=state`. */
export function parseTaskTab(search: Readonly<Record<string, unknown>>): TaskTab {
  return taskTabs.find((tab) => tab === search['tab']) ?? 'stream';
}

/** The chosen node of the lineage as it stands in the address: `?node=…`. */
export function parseNode(search: Readonly<Record<string, unknown>>): string | null {
  const { node } = search;
  return typeof node === 'string' && node !== '' ? node : null;
}
