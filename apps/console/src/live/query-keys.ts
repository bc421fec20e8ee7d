export const queryKeys = {
  me: ['me'] as const,
  /** Which rows a page of the queue held; what they are now stands in the store of prompts. */
  queue: (wish: object) => ['queue', wish] as const,
  counts: ['queue-counts'] as const,
  /** That a prompt was read whole; what it is now stands there too. */
  prompt: (id: string) => ['prompt', id] as const,
  closedPrompts: (which: string, filter: object = {}) => ['closed-prompts', which, filter] as const,
  tasks: ['tasks'] as const,
  /** Whether there is any; told anew with the list. */
  anyTask: ['tasks', '', 'any'] as const,
  task: (id: string) => ['tasks', id] as const,
  agents: ['agents'] as const,
  protocols: ['protocols'] as const,
  agentFigures: (id: string) => ['agents', id, 'figures'] as const,
  agentTasks: (id: string) => ['tasks', '', id] as const,
  views: ['views'] as const,
  presence: ['presence'] as const,
};
