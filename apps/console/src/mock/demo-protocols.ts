import type { Agent } from '@countersign/api/agent';
import type { Protocol } from '@countersign/api/protocol';

/** What a server says of its protocols, for the demonstration that has none. */
export const demoProtocols: readonly Protocol[] = [
  {
    id: 'detect',
    name: 'Detect',
    about: 'HAI or AG-UI: each event is read as what it is.',
    fields: ['feedback', 'control', 'tools'],
  },
  {
    id: 'hai',
    name: 'HAI',
    about: 'Events over HTTP and SSE; questions in UpFormat, answered in the open run.',
    fields: ['feedback', 'control', 'tools'],
  },
  {
    id: 'ag-ui',
    name: 'AG-UI',
    about: 'Events over HTTP and SSE; questions end the run and are answered by a new one.',
    fields: ['feedback', 'control', 'tools'],
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
