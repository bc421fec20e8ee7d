import { randomUUID } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import { type AgentDescriptor, agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import type { HaiEvent } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import {
  type ServerTool,
  startMcpServer,
  type TestMcpServer,
} from '@countersign/testkit/mcp-server';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** A server of ours with one MCP server, `workshop`, whose tools are those of a test. */
export interface Workshop {
  harness(): Harness;
  server: TestMcpServer;
  /** Starts a call; returns the id of its task. */
  call(tool: string, args?: JsonObject): Promise<string>;
  decide(prompt: Prompt, feedback: object): Promise<Awaited<ReturnType<Harness['request']>>>;
  stop(taskId: string): Promise<unknown>;
  events(taskId: string): HaiEvent[];
  resultOf(taskId: string): HaiEvent | undefined;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `mcp`: what an administrator decided; without it all tools are called without approval. */
export async function openWorkshop(
  era: 'current' | '2025',
  tools: Readonly<Record<string, ServerTool>>,
  {
    mcp = { direct: Object.keys(tools) },
    ...more
  }: HarnessOptions & { mcp?: AgentDescriptor['mcp'] } = {},
): Promise<Workshop> {
  const server = await startMcpServer(era, tools);
  const described = { id: 'workshop', name: 'Workshop', protocol: 'mcp', url: server.url, mcp };
  const headers = { authorization: 'Bearer workshop-secret' };
  const options = { ...more, agents: [agentDescriptorSchema.parse({ ...described, headers })] };
  let harness = await startHarness(options);
  const events = (taskId: string) => harness.events(taskId).map(({ event }) => event);
  return {
    harness: () => harness,
    server,
    async call(tool, args = {}) {
      const input = { tool, arguments: args };
      const { body } = await harness.request('POST', '/api/tasks', { agentId: 'workshop', input });
      return String(body['taskId']);
    },
    decide: (prompt, feedback) =>
      harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
        feedback,
        digest: prompt.digest,
        idempotencyKey: randomUUID(),
      }),
    stop: (taskId) =>
      harness.request('POST', `/api/tasks/${taskId}/control`, {
        action: 'stop',
        idempotencyKey: randomUUID(),
      }),
    events,
    resultOf: (taskId) => events(taskId).find(({ type }) => type === 'TOOL_CALL_RESULT'),
    async restart() {
      const { directory } = harness;
      await harness.close('keep-directory');
      harness = await startHarness({ ...options, directory });
    },
    async close() {
      await harness.close();
      await server.close();
    },
  };
}
