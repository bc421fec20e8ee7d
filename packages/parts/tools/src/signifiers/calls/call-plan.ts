import { type CallRisk, riskOf } from '@countersign/adapters/mcp-server/risk';
import type { McpTool } from '@countersign/adapters/mcp-server/tool';
import type { CallApproval } from '@countersign/api/affordance-call';
import { checkSchema } from '@countersign/desk/content/schema-check';
import type { Fault } from '@countersign/json/fault';
import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { AgentDirectory } from '@countersign/part-desk/agents/agent-directory';
import { headersTo, type KnownAgent } from '@countersign/part-desk/agents/secret-headers';
import { buildRequest } from '@countersign/signifiers/call/build-request';
import type { BuiltRequest } from '@countersign/signifiers/call/place-arguments';
import { requestDigest, shownIds } from '@countersign/signifiers/call/request-digest';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import type { FoundSignifier } from '../environment.ts';
import { ownArguments, toolOfSignifier } from './tool-of-signifier.ts';

/** How a call would be made. */
export interface CallPlan {
  tool: McpTool;
  risk: CallRisk;
  /** It changes nothing, so it may be repeated. */
  isReading: boolean;
  /** What it does to the world, as a sentence; null = known only from the words of the service. */
  effect: WrittenStatement | null;
  /** The request with the ids that are shown; null = the arguments do not fit. */
  request: BuiltRequest | null;
  faults: Fault[];
  /** Of the request; `''` = there is none. */
  digest: string;
}

/** The approvals of tools in the words of the contract. */
export const approvalOfRisk = ({ approval }: CallRisk): CallApproval =>
  approval === 'approve' ? 'ask' : approval;

/** What a call with these arguments would send, and how it would be approved. Nothing is sent. */
export function planCall({ artifact, known }: FoundSignifier, args: JsonObject): CallPlan {
  const { signifier } = known;
  const { tool, direct, isReading, effect } = toolOfSignifier(signifier, artifact.policy);
  const risk = riskOf(tool, { direct });
  const way = { tool, risk, isReading, effect };
  const { faults } = checkSchema(tool.inputSchema, args);
  if (faults.length > 0) return { ...way, request: null, faults: [...faults], digest: '' };
  const built = buildRequest(signifier, ownArguments(signifier, args), shownIds);
  if (!built.ok) return { ...way, request: null, faults: built.faults, digest: '' };
  const { request } = built;
  return { ...way, request, faults: [], digest: requestDigest(signifier, request) };
}

/** Whether calls of a signifier need a session, which the server keeps. */
export const needsSession = ({ binding }: Pick<Signifier, 'binding'>): boolean =>
  (binding.kind === 'mcp-tool' || binding.kind === 'mcp-resource') &&
  binding.version < '2026-07-28';

/** The agent whose headers a service is called with; null = it is called without any. */
export const credentialsOf = async (
  agents: AgentDirectory,
  { artifact }: Pick<FoundSignifier, 'artifact'>,
): Promise<KnownAgent | null> => {
  const { agentId } = artifact.source;
  return agentId === null ? null : agents.descriptor(agentId);
};

/** Names of the headers that are added to a request when it is sent. */
export const secretNames = (agent: KnownAgent | null, url: string): string[] =>
  agent === null || agent.secretLost === true ? [] : Object.keys(headersTo(agent, url));
