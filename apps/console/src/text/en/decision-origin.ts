import type { PromptOrigin } from '@countersign/api/prompt';

const plural = (count: number, one: string, many: string) =>
  `${String(count)} ${count === 1 ? one : many}`;

/** In which words a question came, and how its answer goes back. */
export const originWords: Record<
  PromptOrigin,
  { badge: string | null; goesBack: (tool: string | null) => string | null }
> = {
  upformat: { badge: null, goesBack: () => null },
  interrupt: {
    badge: 'Interrupt',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer resumes the run that stopped to ask.'
        : `Your answer resumes the run that stopped before ${tool}.`,
  },
  'tool-call': {
    badge: 'Tool call',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer is the result of the tool the agent called.'
        : `Your answer is the result of the tool ${tool}.`,
  },
  button: { badge: 'Button', goesBack: () => 'Your choice is said to the agent in your words.' },
  form: { badge: 'Form', goesBack: () => 'What you fill in is said to the agent.' },
  unread: { badge: 'Not read', goesBack: () => 'Your words go to the agent as a new message.' },
};

export const originText = {
  goesBack: 'Goes back',
  reason: (reason: string) => `Reason given: ${reason}`,
  together: (count: number) =>
    `${plural(count, 'other question', 'other questions')} of this run must be answered before anything is sent.`,
  choice: 'Your choice',
  dismissTool: (tool: string) => `Never ask about ${tool} again`,
} as const;
