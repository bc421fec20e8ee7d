/** Keys of what is kept in another form than a route answers it; all else has the key of its route (`use-route.ts`). */
export const queryKeys = {
  me: ['me'] as const,
  /** Which rows a page of the queue contained; their current state is in the store of prompts. */
  queue: (wish: object) => ['queue', wish] as const,
  counts: ['queue-counts'] as const,
  /** That a prompt was read completely; its current state is in the same store. */
  prompt: (id: string) => ['prompt', id] as const,
  closedPrompts: (which: string, filter: object = {}) => ['closed-prompts', which, filter] as const,
  tasks: ['tasks'] as const,
  task: (id: string) => ['tasks', id] as const,
  views: ['views'] as const,
  presence: ['presence'] as const,
};
