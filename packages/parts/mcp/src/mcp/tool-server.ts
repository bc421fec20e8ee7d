import { instructions, tools } from '@countersign/adapters/mcp-client/tools';
import type { Prompt } from '@countersign/api/prompt';
import { isObject } from '@countersign/json/json-object';
import { sessionHeader } from '@countersign/server/http/web-exchange';
import type { KnownProgram } from '@countersign/server/identity';
import { type McpRequestContext, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { ProgramQuestions } from '../programs/questions.ts';
import type { CallsInProgress } from './calls-in-progress.ts';
import { callTool } from './tool-calls.ts';
import type { ToolSet } from './tool-set.ts';

async function firstOf<Result>(
  sets: readonly ToolSet[],
  look: (set: ToolSet) => Promise<Result | null>,
): Promise<Result | null> {
  for (const set of sets) {
    const found = await look(set);
    if (found !== null) return found;
  }
  return null;
}

/** What a request of an authenticated client talks to: the tools that ask people, and those of other subjects. */
export const toolServer =
  (questions: ProgramQuestions, calls: CallsInProgress, sets: readonly ToolSet[]) =>
  ({ era, authInfo, requestInfo }: McpRequestContext): Server => {
    const client = clientIn(authInfo?.extra);
    const session = requestInfo?.headers.get(sessionHeader) ?? '';
    const server = new Server(
      { name: 'countersign', title: 'Countersign', version: '1.0.0' },
      { capabilities: { tools: {}, resources: {} }, instructions },
    );
    server.setRequestHandler('tools/list', async () => ({
      tools: [...tools, ...sets.flatMap((set) => set.tools)].map((tool) => ({ ...tool })),
    }));
    server.setRequestHandler('resources/list', async () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', async () => ({
      resourceTemplates: sets.flatMap(({ templates }) => templates.map((one) => ({ ...one }))),
    }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const found = await firstOf(sets, (set) => set.read(client, uri));
      if (found === null) throw new Error(`There is no resource ${uri.slice(0, 200)}.`);
      return found;
    });
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { cancelled, end } = calls.begin({ client, session, id: mcpReq.id });
      const onTick = progressOf(mcpReq);
      const caller = {
        client,
        session,
        signal: AbortSignal.any([mcpReq.signal, cancelled]),
        // In the current revision a client cancels by closing the stream of its call; in earlier ones, by a notification.
        end: () => {
          if (cancelled.aborted) return 'cancelled' as const;
          return era === 'modern' && mcpReq.signal.aborted ? ('closed' as const) : null;
        },
        ...(onTick === null ? {} : { onTick }),
      };
      try {
        const call = { name: params.name, given: params.arguments };
        const done = await firstOf(sets, (set) => set.call(client, call));
        return done ?? (await callTool(questions, caller, call));
      } finally {
        end();
      }
    });
    return server;
  };

/** Reports what people do meanwhile to a client that has asked for it; null = it has not. */
function progressOf(request: ServerContext['mcpReq']) {
  const token = request._meta?.progressToken;
  if (token === undefined) return null;
  return (waitedMs: number, { claim }: Prompt): void => {
    const message = claim === null ? 'Waiting for a person' : `${claim.name} has it`;
    const progress = Math.round(waitedMs / 1_000);
    request
      .notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress, message },
      })
      // The client has disconnected; its call ends by its signal.
      .catch(() => {});
  };
}

function clientIn(extra: Record<string, unknown> | undefined): KnownProgram {
  const client = extra?.['client'];
  if (!isObject(client)) throw new Error('The endpoint was called without a client.');
  return { id: String(client['id']), name: String(client['name']) };
}
