import { figure } from '../count.ts';

/** Texts of the programs that ask. */
export const programsText = {
  title: 'Programs that ask',
  lead: 'The agent of an editor, a script, a job: they ask people through this server, over MCP or HTTP. Each has a token of its own; its name is shown with its questions.',
  add: 'Add a program',
  none: 'No programs yet',
  noneDetail:
    'Add one for each program. Over MCP it gets the tools ask_human, request_approval, notify and get_answer; over HTTP it posts its questions.',
  via: { mcp: 'MCP', http: 'HTTP' },
  never: 'Has not called yet',
  contact: 'Last call',
  as: (name: string) => `as ${name}`,
  createdBy: (name: string) => `Added by ${name}`,
  revoke: (name: string) => `Revoke the token of ${name}`,
  revokeAsk: (name: string) => `Revoke the token of ${name}?`,
  revokeDetail:
    'Its calls are refused from now on, and its open questions are withdrawn. This cannot be undone.',
  revokeYes: 'Revoke token',
  newSecret: {
    title: (name: string) => `New secret for callbacks of ${name}`,
    ask: (name: string) => `Make a new secret for callbacks of ${name}?`,
    made: 'A new secret was made',
    detail:
      'Callbacks are signed with the new secret, and also with the one before it until you make the next: put the new one into the program meanwhile.',
    yes: 'Make a new secret',
  },
  form: {
    title: 'Add a program that asks',
    via: 'How it asks',
    viaHelp: {
      http: 'With requests of its own, such as curl, a job or a web application.',
      mcp: 'With the tools of an MCP client, such as the agent of an editor.',
    },
    name: 'Name',
    nameHelp: 'Shown as the asker, for example “Editor of Ana”.',
    nameBad: 'Enter a name of at most 80 characters',
    add: 'Add',
  },
  token: {
    title: (name: string) => `${name} was added`,
    label: 'Token',
    how: 'Paste one of these configurations into the settings of the client. The token is in both.',
    http: 'Over HTTP',
    stdio: 'Over stdio, for clients that start a program',
    stdioHelp: 'The path is that of this program in the Countersign folder; it needs Node 20.',
    copyHttp: 'the configuration for HTTP',
    copyStdio: 'the configuration for stdio',
    howHttp: 'This asks a question. The token is in it; another request fetches the answer.',
    curl: 'A question from a shell',
    copyCurl: 'the command',
    secret: 'Secret of its callbacks',
    secretHelp: 'It signs what is posted to the callback of a question, as webhooks are signed.',
    copySecret: 'the secret',
  },
} as const;

/** Texts of what an MCP server offers. */
export const offersText = {
  server: 'MCP server',
  tools: 'Tools to call',
  noTools: 'The server lists no tool.',
  resources: 'Resources',
  prompts: 'Prompts',
  claims: 'Claims of the server, not verified:',
  readOnly: 'read-only',
  destructive: 'destructive',
  idempotent: 'repeatable',
  openWorld: 'reaches other systems',
  call: 'Call',
  callTool: (name: string) => `Call ${name}`,
  titled: (title: string, name: string) => `${title} (${name})`,
  arguments: 'Arguments',
  noArguments: 'The tool has no arguments.',
  approval:
    'The call becomes a task. It needs approval in the inbox first, unless an administrator has allowed the tool.',
  typed: 'The tool describes itself as destructive: type its name to approve the call.',
  faults: 'Correct the marked fields first',
  failed: 'The call was not started',
  unknown: 'The call may have been started',
  isDirect: 'Called without approval',
  notDirect: 'Allowed without approval, but needs it, because it describes itself as destructive.',
  notListed: (names: string) => `Allowed without approval, but not listed: ${names}`,
  roots: 'Folders',
  noRoots: 'None',
  settings: {
    direct: 'Tools called without approval',
    directHelp:
      'One name per line. Each call of another tool, or of one that describes itself as destructive, needs approval in the inbox.',
    folders: 'Folders it may use',
    foldersHelp: 'Sent to the server when it requests roots. The server decides how it uses them.',
    ask: 'Ask a person in each call',
    these: 'The same in every call',
    roots: 'Folders',
    rootsHelp:
      'One absolute path or file: address per line. Empty: the server receives an empty list.',
    tooMany: (most: number) => `${figure(most)} lines at most`,
    nameLong: 'A name has 500 characters at most',
    noFolder: (line: string) => `${line} is neither an absolute path nor a file: address`,
  },
  lookFirst: 'Call again: if it was started, no second call is made.',
};

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
