import { createContext, type ReactNode, useContext } from 'react';
import { streamText } from '../../text/texts.ts';

/** What the feed needs from outside: names, the server clock, and where its links and buttons lead. */
export interface StreamEnvironment {
  /** Name of an agent id; the id itself when unknown. */
  agentName: (agentId: string) => string;
  /** Name of an operator id. */
  operatorName: (operatorId: string) => string;
  /** Id of the operator who looks. */
  me: string | null;
  /** Server clock, epoch ms. */
  now: () => number;
  /** Who looks may read questions and answer none. */
  readOnly?: boolean;
  /** Sends a message of the operator to the agent; null = not possible here. */
  say: ((text: string) => void) | null;
  /** A link to a prompt in the inbox. */
  promptLink: (promptId: string, children: ReactNode, className?: string) => ReactNode;
}

const plain: StreamEnvironment = {
  agentName: (id) => id,
  operatorName: (id) => id,
  me: null,
  now: Date.now,
  say: null,
  promptLink: (_, children) => children,
};

export const StreamContext = createContext<StreamEnvironment>(plain);
export const useStreamContext = () => useContext(StreamContext);

/** The sender of an item. */
export interface Sender {
  kind: 'agent' | 'person' | 'server';
  id: string;
  name: string;
  me: boolean;
}

/** Reads `agentId` of an item: an agent, `operator:<id>`, or `countersign`. */
export function authorOf(agentId: string, world: StreamEnvironment): Sender {
  if (agentId === 'countersign')
    return { kind: 'server', id: agentId, name: streamText.server, me: false };
  if (!agentId.startsWith('operator:')) {
    return { kind: 'agent', id: agentId, name: world.agentName(agentId), me: false };
  }
  const id = agentId.slice('operator:'.length);
  return { kind: 'person', id, name: world.operatorName(id), me: id === world.me };
}
