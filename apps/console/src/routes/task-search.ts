export const taskTabs = ['stream', 'state', 'decisions'] as const;
export type TaskTab = (typeof taskTabs)[number];

/** The view of a task as it stands in the address: `?tab=state`. */
export function parseTaskTab(search: Readonly<Record<string, unknown>>): TaskTab {
  return taskTabs.find((tab) => tab === search['tab']) ?? 'stream';
}
