import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import type { AppDeps } from '../../app-deps.ts';
import { ProblemError } from '../../http/problem.ts';
import { planCall } from '../calls/call-plan.ts';
import { toolSchemaOf } from '../calls/tool-of-signifier.ts';
import { callResult, refused, waitOf } from './call-result.ts';
import type { Exchange } from './endpoint.ts';
import type { ExposedProfiles, RankedFound } from './exposed-profiles.ts';

type Deps = Pick<AppDeps, 'affordanceCalls'> & { profiles: ExposedProfiles };

/** What a request to the endpoint of a profile talks to: the tools that the context of the profile recommends. */
export function profileServer(
  { affordanceCalls: calls, profiles }: Deps,
  { caller }: Exchange,
  id: string,
): Server {
  const server = new Server(
    { name: `countersign-${id}`, title: `Countersign: ${id}`, version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'The tools are those that fit what you are about to do: say that with update_profile at /mcp/environment. A person may be asked before a call; a call that waits is no failure.',
    },
  );
  const offered = async () => {
    const profile = await profiles.find(caller, id);
    if (profile === null) return null;
    return { profile, ...(await profiles.offered(caller, profile)) };
  };
  server.setRequestHandler('tools/list', async () => {
    const found = await offered();
    if (found === null) return { tools: [] };
    await profiles.exposed(caller, found.profile, [...found.tools.keys()]);
    return { tools: [...found.tools].map(([name, one]) => toolOf(name, one)) };
  });
  server.setRequestHandler(
    'tools/call',
    async ({ params }, { mcpReq }): Promise<CallToolResult> => {
      const found = await offered();
      const tool = found?.tools.get(params.name);
      // The list may have changed since it was read; whatever is not in it is called by the fixed tools.
      if (tool === undefined)
        return refused(`There is no tool ${params.name} for this profile now.`);
      try {
        const begun = await calls.request(caller, {
          signifierId: tool.signifier.id,
          arguments: params.arguments,
          ...{ profile: id, task: null, key: null, approved: null },
        });
        return callResult((await calls.outcome(caller, begun.callId, waitOf(mcpReq))) ?? begun);
      } catch (error) {
        if (error instanceof ProblemError) return refused(error.message);
        throw error;
      }
    },
  );
  return server;
}

function toolOf(name: string, { signifier, ...found }: RankedFound) {
  const { hints } = planCall(found, {}).tool;
  return {
    name,
    title: signifier.label,
    description: signifier.context,
    inputSchema: toolSchemaOf(signifier),
    annotations: {
      readOnlyHint: hints.readOnly === true,
      destructiveHint: signifier.safety.destructive,
      idempotentHint: signifier.safety.idempotent,
    },
  };
}
