import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type CreatedProgram, createdProgramSchema } from '@countersign/api/agents/program';
import type { Prompt } from '@countersign/api/prompt';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

const bridge = fileURLToPath(new URL('../../../../scripts/mcp.mjs', import.meta.url));

export type Era = 'current' | '2025';
export type McpTransport = 'HTTP' | 'stdio';

/** The result of a tool, as the reference client returns it. */
export interface ToolOutcome {
  /** Empty if there is none. */
  data: JsonObject;
  text: string;
  isError: boolean;
}

/** A server with one MCP client, and the reference client to call it. */
export interface McpHarness {
  server: Harness;
  /** The address of the endpoint. */
  url(): string;
  /** The first client, with its token. */
  ide: CreatedProgram;
  addClient(name: string): Promise<CreatedProgram>;
  connect(options?: { era?: Era; way?: McpTransport; token?: string }): Promise<Client>;
  /** Calls a tool with the newest connection. */
  call(
    name: string,
    args: JsonObject,
    options?: Parameters<Client['callTool']>[1],
  ): Promise<ToolOutcome>;
  /** The newest open question, as soon as there is one. */
  asked(): Promise<Prompt & { taskId: string }>;
  /** Answers as the administrator; returns the id of the decision. */
  answer(prompt: Prompt, feedback: JsonObject): Promise<string>;
  /** Ends the server and starts another one on its store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startMcpHarness(options: HarnessOptions = {}): Promise<McpHarness> {
  let server = await startHarness(options);
  let address = await server.listen();
  const clients: Client[] = [];
  const addClient = async (name: string) => {
    const { body } = await server.request('POST', '/api/programs', { name });
    return createdProgramSchema.parse(body);
  };
  const ide = await addClient('Editor of Ana');
  const transport = (way: McpTransport, token: string): Transport => {
    const url = `${address}/mcp`;
    if (way === 'stdio') {
      const env = { COUNTERSIGN_MCP_TOKEN: token };
      return new StdioClientTransport({
        command: process.execPath,
        args: [bridge, '--url', url],
        env,
      });
    }
    const headers = { authorization: `Bearer ${token}` };
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  };
  const connect: McpHarness['connect'] = async ({
    era = 'current',
    way = 'HTTP',
    token = ide.token,
  } = {}) => {
    const negotiation =
      era === '2025' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } };
    const client = new Client({ name: 'test-editor', version: '9.1.0' }, negotiation);
    await client.connect(transport(way, token));
    clients.push(client);
    return client;
  };
  return {
    get server() {
      return server;
    },
    url: () => `${address}/mcp`,
    ide,
    addClient,
    connect,
    async call(name, args, more) {
      const client = clients.at(-1) ?? (await connect());
      const result = await client.callTool({ name, arguments: args }, more);
      const [first] = result.content;
      return {
        data: isObject(result.structuredContent) ? result.structuredContent : {},
        text: first?.type === 'text' ? first.text : '',
        isError: result.isError === true,
      };
    },
    async asked() {
      const { thread } = await server.until(() =>
        server.services.journal.read.get<{ thread: string }>(
          `SELECT thread FROM prompts WHERE state = 'open' ORDER BY opened DESC LIMIT 1`,
        ),
      );
      return { ...(await server.untilPrompt(thread, 'open')), taskId: thread };
    },
    async answer(prompt, feedback) {
      const { status, body } = await server.request('POST', `/api/prompts/${prompt.id}/decisions`, {
        feedback,
        digest: prompt.digest,
        idempotencyKey: randomUUID(),
      });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return String(body['decisionId']);
    },
    async restart() {
      const { directory } = server;
      await server.close('keep-directory');
      server = await startHarness({ ...options, directory });
      address = await server.listen();
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await server.close();
    },
  };
}
