import { type Agent, createAgent } from '@countersign/agent/agent';
import { orchestratorDescription } from '../descriptors.ts';
import { type OrchestratorParts, orchestrate } from './orchestrate.ts';

/** The Orchestrator as an agent; what operators settled about fields is remembered as long as it lives. */
export function createOrchestrator(parts: Omit<OrchestratorParts, 'memory'>): Agent {
  const memory: OrchestratorParts['memory'] = new Map();
  return createAgent({
    id: 'orchestrator',
    name: 'Orchestrator',
    description: orchestratorDescription,
    run: (context) => orchestrate(context, { ...parts, memory }),
  });
}
