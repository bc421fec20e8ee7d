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
  arguments: 'Arguments',
  noArguments: 'The tool takes no arguments.',
  approval:
    'The call becomes a task. Unless an administrator allowed the tool, the call is approved in the inbox first.',
  typed: 'The tool says that it is destructive: to approve the call, its name is typed.',
  faults: 'Correct the marked fields first',
  failed: 'The call was not started',
};
