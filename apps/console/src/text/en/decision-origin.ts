import type { AnsweredBy } from '@countersign/api/origin';
import { plural } from '../count.ts';
import type { KnownOrigin } from '../origin-names.ts';
/** The origin of a question, and how its answer is sent. */
export const originLabels: Record<
  KnownOrigin,
  { badge: string | null; goesBack: (tool: string | null) => string | null }
> = {
  'upformat/message': { badge: null, goesBack: () => null },
  'ag-ui/interrupt': {
    badge: 'Interrupt',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer resumes the run that stopped to ask.'
        : `Your answer resumes the run that stopped before ${tool}.`,
  },
  'ag-ui/tool-call': {
    badge: 'Tool call',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer is the result of the tool the agent called.'
        : `Your answer is the result of the tool ${tool}.`,
  },
  'hai/button': {
    badge: 'Button',
    goesBack: () => 'Your choice is sent to the agent as a message from you.',
  },
  'hai/form': { badge: 'Form', goesBack: () => 'What you fill in is sent to the agent.' },
  'upformat/unread': {
    badge: 'Unreadable',
    goesBack: () => 'Your words go to the agent as a new message.',
  },
  'a2a/input-required': {
    badge: 'Input required',
    goesBack: () => 'Your answer is the next message of the agent’s task.',
  },
  'a2a/auth-required': {
    badge: 'Sign-in required',
    goesBack: () => 'Your answer is the next message of the agent’s task. Write no password here.',
  },
  'acp/awaiting': {
    badge: 'Awaits an answer',
    goesBack: () => 'Your answer resumes the agent’s run.',
  },
  'mcp/approval': {
    badge: 'Tool call',
    goesBack: (tool) => `Your answer decides whether ${tool ?? 'the tool'} is called.`,
  },
  'mcp/elicitation': {
    badge: 'Elicitation',
    goesBack: () => 'Your answer is sent to the MCP server.',
  },
  'mcp/url': {
    badge: 'Address to open',
    goesBack: () => 'The MCP server receives whether you agree.',
  },
  'mcp/sampling': {
    badge: 'Sampling',
    goesBack: () => 'Your answer decides what the MCP server receives.',
  },
  'mcp/roots': {
    badge: 'Roots',
    goesBack: () => 'The MCP server receives the folders it may use.',
  },
};

/** How the answer to a question with an unknown origin is sent, as declared by its protocol. */
export const answerRouteText: Record<AnsweredBy, string | null> = {
  message: null,
  resume: 'Your answer resumes the run that stopped to ask.',
  result: 'Your answer is the result of what the agent called.',
  words: 'Your words go to the agent.',
  asker: 'Your answer is given to the asker inside the server.',
};

export const originText = {
  goesBack: 'Delivery',
  reason: (reason: string) => `Reason given: ${reason}`,
  together: (count: number) =>
    `${plural(count, { one: '# other question', other: '# other questions' })} of this run must be answered before anything is sent.`,
  choice: 'Your choice',
  dismissTool: (tool: string) => `Never ask about ${tool} again`,
} as const;
