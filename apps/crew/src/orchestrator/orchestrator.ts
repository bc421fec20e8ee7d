import { type Agent, createAgent } from '@countersign/agent/agent';
import { orchestratorDescription } from '../descriptors.ts';
import { type OrchestratorParts, orchestrate } from './orchestrate.ts';

/** The Orchestrator as an agent; confirmed mappings are remembered as long as it runs. */
export function createOrchestrator(parts: Omit<OrchestratorParts, 'memory'>): Agent {
  const memory: OrchestratorParts['memory'] = new Map();
  return createAgent({
    id: 'orchestrator',
    name: 'Orchestrator',
    description: orchestratorDescription,
    run: (context) => orchestrate(context, { ...parts, memory }),
  });
}
