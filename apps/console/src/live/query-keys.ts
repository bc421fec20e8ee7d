export const queryKeys = {
  me: ['me'] as const,
  /** Rows of every prompt this tab has heard of. */
  prompts: ['prompts'] as const,
  /** Which of them a page of the queue held. */
  queue: (wish: object) => ['queue', wish] as const,
  counts: ['queue-counts'] as const,
  prompt: (id: string) => ['prompt', id] as const,
  closedPrompts: (which: string) => ['closed-prompts', which] as const,
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
