import type { Agent } from '@countersign/api/agent';
import type { Protocol } from '@countersign/api/protocol';

const controls: Protocol['controls'] = [
  {
    id: 'langgraph',
    name: 'LangGraph',
    urlLabel: 'URL of the LangGraph API',
    urlHelp: 'For example http://localhost:2024, without a path.',
    actions: ['stop', 'status'],
  },
  {
    id: 'copilotkit',
    name: 'CopilotKit',
    urlLabel: 'URL of the CopilotKit runtime',
    urlHelp: 'The part of its URL before /agent.',
    actions: ['stop'],
    agentUrlEnds: '/agent/{id}/run',
  },
];

/** The descriptions of its protocols that a server sends, for the demo that has none. */
export const demoProtocols: readonly Protocol[] = [
  {
    id: 'detect',
    name: 'Detect',
    about: 'HAI or AG-UI, recognised by what the agent sends.',
    fields: ['feedback', 'control', 'tools'],
    origins: [],
    attachments: ['text', 'file'],
    controls,
  },
  {
    id: 'hai',
    name: 'HAI',
    about: 'Events over HTTP and SSE; questions in UpFormat, answered in the open run.',
    fields: ['feedback', 'control', 'tools'],
    origins: [
      { protocol: 'hai', kind: 'button', answeredBy: 'words' },
      { protocol: 'hai', kind: 'form', answeredBy: 'words' },
    ],
    attachments: ['text', 'file'],
    controls,
  },
  {
    id: 'ag-ui',
    name: 'AG-UI',
    about: 'Events over HTTP and SSE; questions end the run and are answered by a new one.',
    fields: ['feedback', 'control', 'tools'],
    origins: [
      { protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' },
      { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' },
    ],
    attachments: ['text', 'file'],
    controls,
  },
];

const nameOf = (protocol: string) =>
  demoProtocols.find(({ id }) => id === protocol)?.name ?? protocol;

/** An agent with what its protocols are called. */
export const withProtocolNames = (agent: Agent): Agent => ({
  ...agent,
  protocolNames: {
    protocol: nameOf(agent.protocol),
    spoke: agent.spoke === null ? null : nameOf(agent.spoke),
  },
});
