import type { AgentAddress } from '@countersign/agent/child-run';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { agentDocument } from '@countersign/uap/model/service';
import type { FoundService, RegistryClient } from './registry-client.ts';

/** An agent that was found, and why. */
export interface FoundAgent {
  address: AgentAddress;
  name: string;
  /** 0 to 1; null = the registry does not say. */
  score: number | null;
  why: string[];
}

/** Finds agents by what they can do, best first. Throws if the registry does not answer. */
export type FindAgents = (query: string, signal: AbortSignal) => Promise<FoundAgent[]>;

/** Finds agents that the crew can call: healthy ones of HAI, with a valid descriptor. */
export const createFindAgents =
  (registry: RegistryClient): FindAgents =>
  async (query, signal) =>
    (await registry.search(query, signal)).flatMap((found) => agentOf(found) ?? []);

function agentOf({ service, score, why }: FoundService): FoundAgent | null {
  if (service.agent_protocol !== 'hai' || service.health_status === 'unhealthy') return null;
  const read = agentDescriptorSchema.safeParse(agentDocument(service));
  if (!read.success) return null;
  const { id, name, url, control, feedback } = read.data;
  return { address: { id, name, url, control, feedback }, name, score, why };
}
