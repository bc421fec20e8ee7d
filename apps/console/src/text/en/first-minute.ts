/** Texts of the inbox of a server without any task yet. */
export const firstMinuteText = {
  label: 'First steps',
  title: 'No agent has asked anything yet',
  lead: 'Agents work on tasks. When one of them needs a decision, its question appears in this inbox. You read what it proposes, approve, change or reject it, and the agent continues with your answer.',
  try: 'Try it',
  tryDetail:
    'One click starts a task with the agent’s example. You see it work; its question appears in the inbox.',
  noTry:
    'No agent here has an example. `npm start` starts demo agents with examples; your own agent works as well.',
  start: (name: string) => `Start ${name}`,
  startShort: 'Start',
  startFailed: 'The task was not started',
  example: 'Example',
  own: 'Add your own agent',
  ownDetail:
    'Any agent that uses HAI, AG-UI or A2A over HTTP, or an MCP server. Enter its URL and press Test to see what answers there.',
  ownAction: 'Add an agent',
  ownAdmin: 'An administrator adds agents.',
  keys: 'Keys',
  keyLines: [
    ['j', 'Next question'],
    ['Enter', 'Open it'],
    ['a', 'Approve'],
    ['$mod+Enter', 'Send the answer'],
    ['$mod+k', 'Search or run a command'],
    ['?', 'All keys'],
  ],
  more: 'Documentation',
  guide: 'Guide for operators: what each thing means',
  viewer: 'You can read everything here; operators start tasks and answer.',
} as const;
