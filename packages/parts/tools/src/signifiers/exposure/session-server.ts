import { Server } from '@modelcontextprotocol/server';
import { refused } from './call-result.ts';
import { type ControlDeps, callControl } from './control-server.ts';
import { controlNames, controlTools, readControlCall } from './control-tools.ts';
import { exchangeIn } from './exchange.ts';
import type { ProfileTools } from './profile-tools.ts';

/** What a session talks to. */
export interface SessionServer {
  server: Server;
  /** Something else may be offered for a profile; null = for any. */
  receive(profile: string | null): void;
}

/**
 * The fixed tools, and with them those that are recommended for the profile that this session has named last. Which one that is, is
 * known here only: neither another session nor a record has it.
 */
export function sessionServer(deps: ControlDeps & { tools: ProfileTools }): SessionServer {
  const { tools } = deps;
  const server = new Server(
    { name: 'countersign-session', title: 'Countersign', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'Say with register_profile what you are about to do, and with update_profile when that changes: the tools of this session are then those that fit it. A person may be asked before a call; a call that waits is no failure.',
    },
  );
  let chosen: string | null = null;
  let changing = 0;
  server.setRequestHandler('tools/list', async (_request, { http }) => {
    const exchange = exchangeIn(http?.authInfo);
    const own = chosen === null ? [] : await tools.list(exchange, chosen);
    return { tools: [...controlTools, ...own] };
  });
  server.setRequestHandler('tools/call', async ({ params }, { http, mcpReq }) => {
    const exchange = exchangeIn(http?.authInfo);
    const call = { params, request: mcpReq };
    if (!controlNames.includes(params.name)) {
      if (chosen === null) return refused(`There is no tool ${params.name}: name a profile first.`);
      return tools.call(exchange, chosen, call);
    }
    const named = profileNamedBy(params);
    if (named === null) return callControl(deps, exchange, call);
    changing += named.isSet ? 1 : 0;
    const result = await callControl(deps, exchange, call).finally(() => {
      changing -= named.isSet ? 1 : 0;
    });
    const before = chosen;
    if (result.isError !== true) chosen = named.id;
    if (named.isSet || chosen !== before) {
      // With the response: not every client listens beside its requests, and the result must not be there first.
      await mcpReq.notify({ method: 'notifications/tools/list_changed' });
    }
    return result;
  });
  return {
    server,
    receive(profile) {
      // What the session changes itself is in the response.
      if (chosen === null || changing > 0 || (profile !== null && profile !== chosen)) return;
      // A session without a stream receives no notices.
      void server.sendToolListChanged().catch(() => {});
    },
  };
}

/** The profile that a call chooses for its session; `isSet`: and whose context it sets. */
function profileNamedBy(params: {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}): { id: string; isSet: boolean } | null {
  const asked = readControlCall(params.name, params.arguments);
  if ('fault' in asked) return null;
  const isSet = asked.tool === 'register_profile' || asked.tool === 'update_profile';
  return isSet || asked.tool === 'read_signifiers' ? { id: asked.profile_id, isSet } : null;
}
