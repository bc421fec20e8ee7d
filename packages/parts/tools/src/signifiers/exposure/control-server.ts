import type { JsonObject } from '@countersign/json/json-object';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import {
  type CallToolRequestParams,
  type CallToolResult,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { StoredProfile } from '../../rows/environment-entries.ts';
import type { ToolServices } from '../../tool-services.ts';
import { profileId } from '../addresses.ts';
import { approvalOfRisk, planCall } from '../calls/call-plan.ts';
import { toolSchemaOf } from '../calls/tool-of-signifier.ts';
import { putProfile } from '../profile-operations.ts';
import { callResult, refused, valued, waitOf } from './call-result.ts';
import { controlTools, readControlCall } from './control-tools.ts';
import type { Exchange } from './exchange.ts';
import type { ExposedProfiles, Offered, RankedFound } from './exposed-profiles.ts';

export type ControlDeps = Pick<Kernel, 'journal'> &
  Pick<ToolServices, 'affordanceCalls' | 'environmentNews'> & {
    profiles: ExposedProfiles;
  };

/** At most this many signifiers are in one answer. */
const maxListed = 50;

/** What a request to the control endpoint talks to. Its tools are always the same: what changes are the tools of the profiles. */
export function controlServer(deps: ControlDeps, exchange: Exchange): Server {
  const server = new Server(
    { name: 'countersign-environment', title: 'Countersign environment', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: [...controlTools] }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    callControl(deps, exchange, { params, request: mcpReq }),
  );
  return server;
}

/** Carries out a call of one of the fixed tools. */
export async function callControl(
  deps: ControlDeps,
  exchange: Exchange,
  { params, request }: { params: CallToolRequestParams; request: ServerContext['mcpReq'] },
): Promise<CallToolResult> {
  try {
    const asked = readControlCall(params.name, params.arguments);
    if ('fault' in asked) return refused(asked.fault);
    return await answer(deps, exchange, { asked, request });
  } catch (error) {
    if (error instanceof ProblemError) return refused(error.message);
    throw error;
  }
}

type Asked = Exclude<ReturnType<typeof readControlCall>, { fault: string }>;

async function answer(
  deps: ControlDeps,
  exchange: Exchange,
  { asked, request }: { asked: Asked; request: ServerContext['mcpReq'] },
): Promise<CallToolResult> {
  const { affordanceCalls: calls, profiles } = deps;
  const { caller } = exchange;
  if (asked.tool === 'get_call' || asked.tool === 'cancel_call') {
    const { call_id: id } = asked;
    const found =
      asked.tool === 'cancel_call'
        ? await calls.cancel(caller, id)
        : await calls.outcome(caller, id, waitOf(exchange, request, asked.wait_seconds));
    return found === null ? refused(`There is no call ${id} of yours.`) : callResult(found);
  }
  if (asked.tool === 'register_profile' || asked.tool === 'update_profile') {
    return setProfile(deps, exchange, asked);
  }
  const profile = await profiles.find(caller, asked.profile_id);
  if (profile === null) return noProfile(asked.profile_id);
  if (asked.tool === 'read_signifiers') return read(deps, exchange, { profile, asked });
  if (asked.tool === 'find_signifiers') {
    const found = await profiles.offered(caller, profile, asked.query);
    const items = ofServices(found.ranked, asked.services)
      .filter(({ rank }) => rank.score > 0)
      .slice(0, maxListed);
    return valued({ items: items.map((one) => ({ ...itemOf(one), decision: one.rank.decision })) });
  }
  const { ranked } = await profiles.offered(caller, profile, '');
  const named = asked.signifier;
  const matches = ranked.filter(({ signifier: { id, label } }) => id === named || label === named);
  const [target] = matches;
  if (target === undefined) return refused(`There is no signifier ${named}. Nothing was called.`);
  if (matches.length > 1) return refused(`Several signifiers are called ${named}: give the id.`);
  const begun = await calls.request(caller, {
    signifierId: target.signifier.id,
    arguments: asked.arguments,
    ...{ profile: profile.id, task: asked.task ?? null, approved: null },
    key: asked.idempotency_key ?? null,
  });
  const limit = waitOf(exchange, request, asked.wait_seconds);
  return callResult((await calls.outcome(caller, begun.callId, limit)) ?? begun);
}

const noProfile = (id: string) => refused(`There is no profile ${id} of yours.`);

async function setProfile(
  { journal, environmentNews }: ControlDeps,
  { caller, at }: Exchange,
  asked: Extract<Asked, { tool: 'register_profile' | 'update_profile' }>,
): Promise<CallToolResult> {
  const { profile_id: id, context, abilities } = asked;
  if (!profileId.test(id))
    return refused('A profile_id has letters, digits, dots, dashes, underscores.');
  const given = { id, context, abilities, services: undefined, owner: undefined };
  const outcome = await journal.commit(putProfile, {
    ...{ profile: given, by: caller.id, as: caller.owner },
    isKnown: asked.tool === 'update_profile',
  });
  const isOfAnother = outcome.kind === 'foreign';
  if (outcome.kind === 'unknown' || (isOfAnother && asked.tool === 'update_profile'))
    return noProfile(id);
  if (isOfAnother) return refused(`The profile_id ${id} cannot be used. Choose another one.`);
  if (outcome.kind !== 'stored') return refused('The environment is full.');
  environmentNews.notify(id);
  const { abilities: able, services = null } = outcome.profile;
  return valued({
    profile: { id, context: outcome.profile.context, abilities: able, services },
    profile_url: at.profile(id),
    mcp_url: at.tools(id),
  });
}

async function read(
  { profiles }: ControlDeps,
  { caller, at }: Exchange,
  {
    profile,
    asked,
  }: { profile: StoredProfile; asked: Extract<Asked, { tool: 'read_signifiers' }> },
): Promise<CallToolResult> {
  const offered: Offered = await profiles.offered(caller, profile);
  const shown = ofServices([...offered.tools.values()], asked.services).sort(
    (one, other) => other.rank.score - one.rank.score,
  );
  const names = new Map([...offered.tools].map(([name, { signifier }]) => [signifier.id, name]));
  const count = (decision: string) =>
    offered.ranked.filter(({ rank }) => rank.decision === decision).length;
  return valued({
    version: offered.version,
    recommended: shown
      .slice(0, maxListed)
      .map((one) => ({ ...itemOf(one), tool: names.get(one.signifier.id) })),
    other_count: count('other'),
    blocked_count: count('blocked'),
    mcp_url: at.tools(profile.id),
    graph_url: at.signifiersFor(profile.id),
  });
}

const ofServices = (ranked: readonly RankedFound[], services: readonly string[] | undefined) =>
  ranked.filter(
    ({ signifier }) => services === undefined || services.includes(signifier.artifact.name),
  );

function itemOf({ signifier, rank, ...found }: RankedFound): JsonObject {
  const { id, label, context, input, artifact } = signifier;
  const plan = planCall(found, {});
  return {
    ...{ id, label, context, tool: plan.tool.name },
    service: { name: artifact.name, kind: artifact.kind },
    input_schema: input,
    tool_schema: toolSchemaOf(signifier),
    approval: approvalOfRisk(plan.risk),
    score: rank.score,
    reason: rank.reason.text,
  };
}
