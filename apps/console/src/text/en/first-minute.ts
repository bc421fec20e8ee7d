/** Texts of the first steps on a server. */
export const firstMinuteText = {
  label: 'First steps',
  title: 'Which agent do you use?',
  lead: 'Its questions come here. You read what it proposes, approve, change or reject it, and it continues with your answer.',
  ways: {
    editor: ['The agent of an editor', 'Claude Code, Codex, Cursor: any MCP client'],
    code: ['My own code', 'A script, a job, a web application'],
    agent: ['An agent with an address', 'HAI, AG-UI, A2A, or an MCP server with tools'],
    demo: ['Just show me', 'An agent that is here already works on its example'],
  },
  token: 'Give it a token',
  tokenDetail: {
    editor:
      'With the token the client may ask people here, and nothing else. It gets the tools ask_human, request_approval, notify and get_answer.',
    code: 'With the token the program may ask people here, and nothing else.',
  },
  tokenAction: 'Make a token',
  tokenAdmin: 'An administrator makes the token, under Settings → Programs that ask.',
  programName: {
    editor: (name: string) => (name === '' ? 'Editor' : `Editor of ${name}`),
    code: (name: string) => (name === '' ? 'Program' : `Program of ${name}`),
  },
  once: 'The token is shown only now. It can be revoked under Settings → Programs that ask.',
  paste: {
    editor: 'Paste this into the settings of the client',
    code: 'Ask from your code',
  },
  client: 'Settings of the client',
  claude: 'Or, for Claude Code, a command',
  language: 'Language',
  install: 'Install the library',
  ask: 'Ask a question',
  curlHelp:
    'It returns the id of the question; GET /api/questions/{id}?wait=50 returns the answer.',
  tell: 'Tell the agent to ask',
  tellTitle: 'For example',
  tellWords: 'Ask me with request_approval before you change anything.',
  wait: 'Answer it',
  waiting: 'Waiting for its first question…',
  asked: (ask: string) => `It asks: ${ask}`,
  try: 'Start a task',
  tryDetail:
    'One click starts a task with the agent’s example. You see it work; its question appears in the inbox.',
  noTry:
    'No agent here has an example. `npm start` and `countersign --demo` start demo agents with examples; your own agent works as well.',
  start: (name: string) => `Start ${name}`,
  startShort: 'Start',
  startFailed: 'The task was not started',
  example: 'Example',
  own: 'Add it by its address',
  ownDetail:
    'Any agent that uses HAI, AG-UI or A2A over HTTP, or an MCP server. Enter its URL and press Test to see what answers there.',
  ownAction: 'Add an agent',
  ownAdmin: 'An administrator adds agents.',
  guide: 'Guide for operators: what each thing means',
  viewer: 'You can read everything here. Operators start tasks and answer questions.',
} as const;
