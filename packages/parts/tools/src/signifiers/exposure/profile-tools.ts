import { ProblemError } from '@countersign/server/http/problem';
import type {
  CallToolRequestParams,
  CallToolResult,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { ToolServices } from '../../tool-services.ts';
import { planCall } from '../calls/call-plan.ts';
import { toolSchemaOf } from '../calls/tool-of-signifier.ts';
import { callResult, refused, waitOf } from './call-result.ts';
import type { Exchange } from './exchange.ts';
import type { ExposedProfiles, RankedFound } from './exposed-profiles.ts';

/** What is recommended for a profile, as tools. A profile that is not there, or not of the caller, has none. */
export interface ProfileTools {
  list(exchange: Exchange, profile: string): Promise<Tool[]>;
  call(
    exchange: Exchange,
    profile: string,
    call: { params: CallToolRequestParams; request: ServerContext['mcpReq'] },
  ): Promise<CallToolResult>;
}

export function createProfileTools(
  { affordanceCalls: calls }: Pick<ToolServices, 'affordanceCalls'>,
  profiles: ExposedProfiles,
): ProfileTools {
  const offered = async ({ caller }: Exchange, id: string) => {
    const profile = await profiles.find(caller, id);
    if (profile === null) return null;
    return { profile, ...(await profiles.offered(caller, profile)) };
  };
  return {
    async list(exchange, id) {
      const found = await offered(exchange, id);
      if (found === null) return [];
      await profiles.exposed(exchange.caller, found.profile, [...found.tools.keys()]);
      return [...found.tools].map(([name, one]) => toolOf(name, one));
    },
    async call(exchange, id, { params, request }) {
      const found = await offered(exchange, id);
      const tool = found?.tools.get(params.name);
      // The list may have changed since it was read; what is not in it is called by the fixed tools.
      if (tool === undefined)
        return refused(`There is no tool ${params.name} for this profile now.`);
      const { caller } = exchange;
      try {
        const begun = await calls.request(caller, {
          signifierId: tool.signifier.id,
          arguments: params.arguments,
          ...{ profile: id, task: null, key: null, approved: null },
        });
        const limit = waitOf(exchange, request);
        return callResult((await calls.outcome(caller, begun.callId, limit)) ?? begun);
      } catch (error) {
        if (error instanceof ProblemError) return refused(error.message);
        throw error;
      }
    },
  };
}

function toolOf(name: string, { signifier, ...found }: RankedFound): Tool {
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
