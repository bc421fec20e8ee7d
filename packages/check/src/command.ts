import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { checkAgent } from './check-agent.ts';
import { hasFailed } from './finding.ts';
import { textReport } from './text-report.ts';

/** How the command is used. */
export const usage = `Checks an agent against the protocol, by real runs.

countersign check <url> [options]      (as a package of its own: countersign-check <url> [options])

  <url>               of the agent, or of its descriptor (…/card)
  --protocol <name>   hai, ag-ui, a2a or mcp (default: as its descriptor says, or detected)
  --message <text>    starts each run; it should make the agent ask (default: "Hello")
  --input <file>      JSON for agents that take a structured input; of a tool, its arguments
  --tool <name>       the tool of an MCP server to call (default: one that says that it only reads)
  --descriptor <file> the descriptor, if the agent serves none
  --header <n: v>     sent with every request; may be repeated
  --patience <s>      how long to wait for an agent that is silent (default: 30)
  --json              print the report as JSON

With the address of a server in COUNTERSIGN_URL, findings name their pages there.
Each run is real: the agent does the work, and what it asks is answered. Exit code: 0 if nothing failed, 1 if something did,
2 if the check could not begin, or the agent has no address to check.
`;

/** The descriptor that the agent serves, or one made from its address alone. */
async function descriptorAt(
  url: string,
  headers: Record<string, string>,
): Promise<AgentDescriptor> {
  const bare = { id: 'checked', name: url, protocol: 'detect', url, headers };
  const card = url.endsWith('/card')
    ? url
    : new URL('card', url.endsWith('/') ? url : `${url}/`).href;
  const response = await fetch(card, { headers }).catch(() => null);
  if (response?.ok !== true) return agentDescriptorSchema.parse(bare);
  const read = agentDescriptorSchema.safeParse(await response.json().catch(() => null));
  return read.success ? { ...read.data, headers } : agentDescriptorSchema.parse(bare);
}

/** A server has the pages of its version. */
const docsOf = ({ COUNTERSIGN_URL: server }: NodeJS.ProcessEnv): string | null =>
  server === undefined || server === '' ? null : `${server.replace(/\/+$/, '')}/docs`;

/** The check as a command with these words. Resolves with its exit code: 0 nothing failed, 1 something did, 2 it could not begin. */
export async function runCheck(args: readonly string[]): Promise<number> {
  return check(args).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  });
}

async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      message: { type: 'string', default: 'Hello' },
      input: { type: 'string' },
      descriptor: { type: 'string' },
      protocol: { type: 'string' },
      tool: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      patience: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [url] = positionals;
  const patienceMs = Number(values.patience) * 1_000;
  if (values.help || url === undefined || !(patienceMs > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const headers = Object.fromEntries(
    values.header.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const described =
    values.descriptor === undefined
      ? await descriptorAt(url, headers)
      : agentDescriptorSchema.parse(read(values.descriptor));
  const { protocol = described.protocol } = values;
  const agent = agentDescriptorSchema.parse({ ...described, protocol });
  const report = await checkAgent({
    agent,
    message: values.message,
    patienceMs,
    ...(values.tool === undefined ? {} : { tool: values.tool }),
    ...(values.input === undefined ? {} : { input: read(values.input) }),
  });
  process.stdout.write(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : textReport(report, docsOf(process.env)),
  );
  if (report.findings.some(({ id, verdict }) => id === 'check.protocol' && verdict === 'skip')) {
    return 2;
  }
  return hasFailed(report) ? 1 : 0;
}
