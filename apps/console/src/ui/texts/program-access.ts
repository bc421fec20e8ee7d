/** A token, and the address of the server in the browser. */
interface Access {
  token: string;
  /** Of the console, without a path. */
  origin: string;
}

const text = (server: object): string =>
  JSON.stringify({ mcpServers: { countersign: server } }, null, 2);

/** The configuration of a client that calls over HTTP. */
export const httpConfiguration = ({ token, origin }: Access): string =>
  text({
    type: 'http',
    url: `${origin}/mcp`,
    headers: { Authorization: `Bearer ${token}` },
  });

/** The configuration of a client that starts a program and uses stdio. */
export const stdioConfiguration = ({ token, origin }: Access): string =>
  text({
    command: 'node',
    args: ['/path/to/countersign/scripts/mcp.mjs', '--url', `${origin}/mcp`],
    env: { COUNTERSIGN_MCP_TOKEN: token },
  });

/** The same as a command of Claude Code. */
export const claudeLine = ({ token, origin }: Access): string =>
  `claude mcp add --transport http countersign ${origin}/mcp --header "Authorization: Bearer ${token}"`;

/** A question of a program over HTTP, as a command of a shell. */
export const curlLine = ({ token, origin }: Access): string =>
  [
    `curl ${origin}/api/questions`,
    `-H 'authorization: Bearer ${token}'`,
    `-H 'content-type: application/json'`,
    `-d '{"ask": "Deploy?"}'`,
  ].join(' \\\n  ');

/** A question of a program in TypeScript, by the library of that name. */
export const typescriptLines = ({ token, origin }: Access, library: string): string =>
  [
    `import { askOnce } from '${library}';`,
    '',
    `const answer = await askOnce('${origin}', '${token}', { ask: 'Deploy?' });`,
    'console.log(answer.type);',
  ].join('\n');

/** A question of a program in Python. */
export const pythonLines = ({ token, origin }: Access): string =>
  [
    'from countersign_agent import ask_once',
    '',
    `answer = ask_once("${origin}", "${token}", "Deploy?")`,
    'print(answer.type)',
  ].join('\n');
