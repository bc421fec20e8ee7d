import { riskOf } from '@countersign/adapters/mcp-server/risk';
import { toolsIn } from '@countersign/adapters/mcp-server/tool';
import { calledBy } from '@countersign/adapters/mcp-server/tool-call';
import type { Carrier } from '@countersign/part-desk/agents/carrier';
import type { SamplingModel } from '@countersign/server/models/sampling-model';
import type { Clock } from '@countersign/server/runtime/clock';
import { type CommandLog, connectMcp, listingOf } from './connect.ts';
import { createRunCarrier } from './run-carrier.ts';
import { startToolRun } from './tool-run.ts';

export interface McpCarrierOptions {
  clock: Clock;
  model: SamplingModel | null;
  /** Receives what the programs of commands write to their standard error; null = commands are not started. */
  commands: CommandLog | null;
}

/** Carries calls of tools to MCP servers: each run has a session of its own, so that what a server asks belongs to one call. */
export const createMcpCarrier = ({ clock, model, commands }: McpCarrierOptions): Carrier =>
  createRunCarrier({
    async start({ agent, signal, answerMs }, { input, ...opening }) {
      const { threadId, runId } = input;
      const call = calledBy(input);
      if ('why' in call) return call;
      const connect = (during: AbortSignal, goOn?: string) =>
        connectMcp({ agent, clock, commands, signal: during, answerMs, goOn });
      const link = await connect(signal);
      const listing = await listingOf(link, answerMs).finally(link.close);
      const tool = toolsIn(listing['tools']).find(({ name }) => name === call.tool);
      if (tool === undefined) return { why: `${agent.name} has no tool ${call.tool}.` };
      const risk = riskOf(tool, { direct: agent.mcp?.direct ?? [] });
      const place = { threadId, runId };
      return startToolRun({ ...opening, place, agent, clock, model, call, tool, risk, connect });
    },
    async describe(agent, line) {
      const link = await connectMcp({ ...line, agent, commands, answerMs: line.timeoutMs });
      return JSON.stringify(await listingOf(link, line.timeoutMs).finally(link.close));
    },
  });
