// An MCP server of the reference library that talks over its pipes. Arguments: `legacy` ends at any request before `initialize`.
import { spawn } from 'node:child_process';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

const isLegacy = process.argv.includes('legacy');
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const form = {
  type: 'object',
  properties: { colour: { type: 'string', title: 'Colour' } },
  required: ['colour'],
};

const tools = {
  environment: async () => text({ variables: process.env, folder: process.cwd() }),
  echo: async ({ params }) => text(params.arguments),
  /** Starts a program of its own, and never answers. */
  linger() {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], {
      stdio: 'ignore',
    });
    process.stderr.write(`lingering ${process.pid} ${child.pid}\n`);
    return new Promise(() => {});
  },
  /** Ends without an answer, with last words that contain a secret. */
  fall() {
    process.stderr.write(`out of paint, key ${process.env.WORKSHOP_KEY}\n`, () => process.exit(7));
    return new Promise(() => {});
  },
  flood() {
    process.stdout.write('x'.repeat(9 * 1024 * 1024));
    return new Promise(() => {});
  },
  async ask(_request, { mcpReq }, server) {
    const params = { message: 'Which colour?', requestedSchema: form };
    if (mcpReq.inputResponses !== undefined) return text(mcpReq.inputResponses.colour);
    if (!isLegacy && server.getClientCapabilities() === undefined) {
      const colour = { method: 'elicitation/create', params };
      return { resultType: 'input_required', inputRequests: { colour } };
    }
    return text(await server.elicitInput(params));
  },
};

const build = () => {
  const server = new Server(
    { name: 'command', title: 'Workshop at hand', version: '3.1.4' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
  }));
  server.setRequestHandler('tools/call', (request, context) =>
    tools[request.params.name](request, context, server),
  );
  return server;
};

process.stdin.on('data', (chunk) => {
  const given = /"arguments":(\{"id":[^}]*\})/.exec(chunk)?.[1];
  if (given) process.stderr.write(`received ${given}\n`);
});
process.stdout.write('Programs print what they like before they speak.\n');
if (isLegacy) {
  const transport = new StdioServerTransport();
  process.stdin.on('data', (chunk) => {
    if (chunk.includes('server/discover')) process.exit(1);
  });
  await build().connect(transport);
} else serveStdio(build);
