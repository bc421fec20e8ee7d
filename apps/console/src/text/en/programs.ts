/** Texts of the MCP clients. */
export const programsText = {
  title: 'MCP clients',
  lead: 'Programs that ask people through this server: the agent of an editor, a script. Each has a token of its own; its name is shown with its questions.',
  add: 'Add an MCP client',
  none: 'No MCP clients yet',
  noneDetail:
    'Add one for each program, and paste its configuration there. It gets the tools ask_human, request_approval, notify and get_answer.',
  never: 'Has not called yet',
  contact: 'Last call',
  as: (name: string) => `as ${name}`,
  createdBy: (name: string) => `Added by ${name}`,
  revoke: (name: string) => `Revoke the token of ${name}`,
  revokeAsk: (name: string) => `Revoke the token of ${name}?`,
  revokeDetail:
    'Its calls are refused from now on, and its open questions are withdrawn. This cannot be undone.',
  revokeYes: 'Revoke token',
  form: {
    title: 'Add an MCP client',
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
  },
} as const;
