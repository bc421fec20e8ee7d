export interface InboxSearch {
  /** Words to find in ask, agent and task. */
  q?: string;
  agent?: string;
  kind?: 'blocking' | 'followup';
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;

/** The inbox's filters as they stand in the address; anything else is dropped. */
export function parseInboxSearch(search: Record<string, unknown>): InboxSearch {
  const q = text(search['q']);
  const agent = text(search['agent']);
  const { kind } = search;
  return {
    ...(q === undefined ? {} : { q }),
    ...(agent === undefined ? {} : { agent }),
    ...(kind === 'blocking' || kind === 'followup' ? { kind } : {}),
  };
}
