import { mcpServerProtocol } from '@countersign/adapters/mcp-server/protocol';
import type { ProtocolDescription } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { Agent } from '@countersign/api/agent';
import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { commandIn, commandWords } from '@countersign/hai/command-url';
import { faultAt } from '@countersign/json/fault';
import type { WrittenStatement } from '@countersign/json/statement';
import { faultyRequest, ProblemError } from '@countersign/server/http/problem';
import { objectionToUrl } from '@countersign/server/outgoing/address';
import { isAddable } from '../../agents/called-in.ts';
import type { DeskDeps } from '../../desk-services.ts';

/** The agent; throws a problem if there is none. */
export async function existingAgent(registry: DeskDeps['registry'], id: string): Promise<Agent> {
  const agent = await registry.find(id);
  if (agent === null) throw new ProblemError('not-found', say('agent.unknown', { id }));
  return agent;
}

/** Throws a problem if the agent is described elsewhere. */
export function requireChangeable({ source }: Agent): void {
  if (source === 'config') throw new ProblemError('forbidden', say('agent.from-file'));
  if (source !== 'api') throw new ProblemError('forbidden', say('agent.is-program'));
}

/** Why a URL may not be the one of an agent; null = it may. A command only for a protocol that takes it on this server. */
function objectionToAddress(
  { url, protocol }: Pick<AgentDescriptor, 'url' | 'protocol'>,
  protocols: Protocols,
): WrittenStatement | null {
  const command = commandIn(url);
  if (command === null) return objectionToUrl(url);
  if (protocol !== mcpServerProtocol.id) return say('url.command-protocol');
  const takesIt = protocols.of(protocol)?.describe().fields.includes('command') === true;
  if (!takesIt) return say('url.command-off');
  return commandWords(command) === null ? say('url.command-unreadable') : null;
}

/** Throws a problem if an address of the agent may not be called. */
export function requireReachable(descriptor: AgentDescriptor, protocols: Protocols): void {
  const urls = {
    '/control/url': descriptor.control?.url,
    '/feedback/url': descriptor.feedback?.url,
  };
  const own = objectionToAddress(descriptor, protocols);
  const others = Object.entries(urls).flatMap(([path, url]) => {
    const objection = url === undefined ? null : objectionToUrl(url);
    return objection === null ? [] : [faultAt(path, objection)];
  });
  const errors = [...(own === null ? [] : [faultAt('/url', own)]), ...others];
  const first = errors[0];
  if (first !== undefined) throw faultyRequest(first, errors);
}

/** Throws a problem if this server cannot call agents of the protocol, or the agent's control is not one of it. */
export function requireProtocol(
  { protocol, control }: AgentDescriptor,
  protocols: Protocols,
): void {
  const spoken = protocols.of(protocol);
  if (spoken !== null && isAddable(spoken)) {
    requireControl(spoken.describe(), control?.template);
    return;
  }
  const addable = protocols.list.filter(isAddable);
  const known = addable.map(({ id }) => id).join(', ');
  const said = say('agent.protocol-unknown', { protocol, known });
  throw new ProblemError('invalid-request', said, { errors: [faultAt('/protocol', said)] });
}

function requireControl({ name, controls }: ProtocolDescription, template?: string): void {
  if (template === undefined || controls.some(({ id }) => id === template)) return;
  const known = controls.map(({ id }) => id).join(', ') || 'none';
  const said = say('agent.control-unknown', { name, template, known });
  throw new ProblemError('invalid-request', said, {
    errors: [faultAt('/control/template', said)],
  });
}
