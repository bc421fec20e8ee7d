import { figure } from '../count.ts';

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
