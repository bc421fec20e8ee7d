import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import type { JsonObject } from '@countersign/json/json-object';
import {
  agentMessage,
  artifactUpdate,
  cardAt,
  startA2aAgent,
  statusUpdate,
  taskIn,
} from '@countersign/testkit/a2a-agent';
import {
  acpAwaiting,
  acpMessage,
  acpRun,
  acpRunId,
  acpText,
  startAcpAgent,
} from '@countersign/testkit/acp-agent';
import { startMcpServer } from '@countersign/testkit/mcp-server';

/** An agent that asks “May I?” once, and then says “Done.”; its n-th task is the n-th that it is given. */
export interface AskingAgent {
  service: JsonObject;
  /** Does its part of a task, for agents that do nothing by themselves. Resolves when it has been answered. */
  play(task: number): Promise<void>;
  close(): Promise<void>;
}

const here = (name: string, url: string) => ({
  ...{ name, protocol: 'http', host: '127.0.0.1', port: Number(new URL(url).port) },
  agent_protocol: name,
});
const idle = () => Promise.resolve();

/** An agent of HAI or AG-UI, by the name of its protocol. */
async function startRunAgent(protocol: 'hai' | 'ag-ui'): Promise<AskingAgent> {
  const agent = createAgent({
    ...{ id: protocol, name: protocol, protocol },
    async run(context) {
      await context.ask({ state: 'needsHumanDecision', ask: 'May I?', payload: { n: 1 } });
      await context.say('Done.');
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  return {
    service: {
      ...here(protocol, served.url),
      agent_info: { agent_descriptor: agent.descriptor(served.url) },
    },
    play: idle,
    async close() {
      await agent.close();
      await served.close();
    },
  };
}

async function startAskingA2a(): Promise<AskingAgent> {
  const agent = await startA2aAgent();
  const card = {
    ...cardAt(`${agent.origin}/a2a`),
    name: 'a2a',
    defaultInputModes: [],
    defaultOutputModes: [],
  };
  return {
    service: { ...here('a2a', agent.url), agent_info: { a2a_agent_card: card } },
    async play(task) {
      await agent.called('SendStreamingMessage', 2 * task);
      agent.say({ task: taskIn('SUBMITTED') });
      agent.say(statusUpdate('INPUT_REQUIRED', agentMessage(`ask-${task}`, { text: 'May I?' })));
      await agent.called('SendStreamingMessage', 2 * task + 1);
      agent.say(artifactUpdate(`done-${task}`, [{ text: 'Done.' }]));
      agent.say(statusUpdate('COMPLETED'));
    },
    close: agent.close,
  };
}

async function startAskingAcp(): Promise<AskingAgent> {
  const agent = await startAcpAgent();
  return {
    service: {
      ...here('acp', agent.url),
      agent_info: { acp_agent_manifest: agent.manifests[0] },
    },
    async play(task) {
      await agent.called('POST /runs', task);
      agent.say({ type: 'run.created', run: acpRun('created') });
      agent.say({ type: 'run.awaiting', run: acpAwaiting(acpText('May I?')) });
      agent.end();
      await agent.called(`POST /runs/${acpRunId}`, task);
      agent.say({ type: 'run.in-progress', run: acpRun('in-progress') });
      agent.say({ type: 'message.created', message: acpMessage() });
      agent.say({ type: 'message.part', part: acpText('Done.') });
      agent.say({ type: 'message.completed', message: acpMessage(acpText('Done.')) });
      agent.say({ type: 'run.completed', run: acpRun('completed') });
      agent.end();
    },
    close: agent.close,
  };
}

/** A server of tools asks nothing itself: a person allows the call. */
async function startAskingMcp(): Promise<AskingAgent> {
  const server = await startMcpServer('current', {
    paint: {
      listed: { description: 'Paints.' },
      call: async () => ({ content: [{ type: 'text', text: 'Done.' }] }),
    },
  });
  const info = { serverInfo: { name: 'mcp', version: '1' }, url: server.url };
  return {
    service: { ...here('mcp', server.url), agent_info: { mcp_server_info: info } },
    play: idle,
    close: server.close,
  };
}

/** An agent of each protocol. */
export const askingAgents = {
  hai: () => startRunAgent('hai'),
  'ag-ui': () => startRunAgent('ag-ui'),
  a2a: startAskingA2a,
  acp: startAskingAcp,
  mcp: startAskingMcp,
} as const;
