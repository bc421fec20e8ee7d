export const queryKeys = {
  me: ['me'] as const,
  /** Which rows a page of the queue contained; their current state is in the store of prompts. */
  queue: (wish: object) => ['queue', wish] as const,
  counts: ['queue-counts'] as const,
  /** That a prompt was read completely; its current state is in the same store. */
  prompt: (id: string) => ['prompt', id] as const,
  closedPrompts: (which: string, filter: object = {}) => ['closed-prompts', which, filter] as const,
  tasks: ['tasks'] as const,
  /** Whether there is any; read again with the list. */
  anyTask: ['tasks', '', 'any'] as const,
  task: (id: string) => ['tasks', id] as const,
  agents: ['agents'] as const,
  protocols: ['protocols'] as const,
  libraries: ['libraries'] as const,
  agentFigures: (id: string) => ['agents', id, 'figures'] as const,
  agentCard: (id: string) => ['agents', id, 'card'] as const,
  agentTasks: (id: string) => ['tasks', '', id] as const,
  views: ['views'] as const,
  presence: ['presence'] as const,
};
