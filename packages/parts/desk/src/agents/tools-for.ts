import { declaredTools } from '@countersign/adapters/hai/any-tool';
import type { Tool } from '@countersign/hai/run-input';
import type { AgentDirectory } from './agent-directory.ts';

/** The tools that an agent is offered in a task. */
export type ToolsFor = (agentId: string | null, threadId: string) => Promise<readonly Tool[]>;

/** Those that a person answers, and those that the agent's descriptor declares; the same in each of its tasks. */
export const toolsOfPeople =
  (directory: AgentDirectory): ToolsFor =>
  async (agentId) =>
    declaredTools(agentId === null ? [] : (await directory.descriptor(agentId))?.tools);
