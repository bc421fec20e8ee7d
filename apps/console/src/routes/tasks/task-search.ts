export const taskTabs = [
  'stream',
  'lineage',
  'flow',
  'timeline',
  'state',
  'decisions',
  'events',
] as const;
export type TaskTab = (typeof taskTabs)[number];

type Search = Readonly<Record<string, unknown>>;

/** The view of a task in the address: `?tab=state`. */
export function parseTaskTab(search: Search): TaskTab {
  return taskTabs.find((tab) => tab === search['tab']) ?? 'stream';
}

function word(search: Search, name: string): string | null {
  const held = search[name];
  return typeof held === 'string' && held !== '' ? held : null;
}

/** The chosen node of the lineage in the address: `?node=…`. */
export const parseNode = (search: Search): string | null => word(search, 'node');

/** The place of the stream that is asked for: `?item=…`. */
export const parseItem = (search: Search): string | null => word(search, 'item');

/** The recording of a demo in the address: `?recording=…`. */
export const parseRecording = (search: Search): string | null => word(search, 'recording');

/** A sequence in the address: `?at=812`, `?from=1`, `?event=4`. */
export function parsePosition(search: Search, name: 'at' | 'from' | 'event'): number | null {
  const held = search[name];
  const position = typeof held === 'string' ? Number(held) : held;
  return typeof position === 'number' && Number.isSafeInteger(position) && position >= 1
    ? position
    : null;
}
