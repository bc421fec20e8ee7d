import type { Agent } from '@countersign/api/agent';
import type { Protocol } from '@countersign/api/protocol';

/** What a server says of its protocols, for the demonstration that has none. */
export const demoProtocols: readonly Protocol[] = [
  {
    id: 'detect',
    name: 'Detect',
    about: 'HAI or AG-UI: each event is read as what it is.',
    fields: ['feedback', 'control', 'tools'],
    origins: [],
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
