import { say } from '@countersign/api/statements';
import { roleCovers } from '@countersign/desk/permissions';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { bearerOf, guessed, requireSameOrigin } from '@countersign/server/guard/guard';
import type { GuessLimit } from '@countersign/server/guard/guess-limit';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../calls/calls.ts';

/** Who calls over MCP, and the owner that its profiles have; null = an operator, who sees all. */
export interface AgentCaller extends Caller {
  owner: string | null;
}

type Deps = Pick<McpServices, 'programs'> & Pick<Kernel, 'auth'> & { guesses: GuessLimit };

/** Finds out who calls: an MCP client by its own token, a registrant, or an operator. @throws {ProblemError} if it is nobody. */
export async function agentCallerOf(
  { programs, auth, guesses }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AgentCaller> {
  requireSameOrigin(request);
  const token = bearerOf(request.headers.authorization);
  const look = async (secret: string): Promise<AgentCaller | null> => {
    const client = await programs.byToken(secret, 'mcp');
    if (client !== null) return { ...client, owner: client.id, seesAll: false };
    const operator = await auth.byToken(secret);
    if (operator === null) return null;
    const { id, name, role } = operator;
    if (role === 'registrant') return { id, name, owner: id, seesAll: false };
    if (!roleCovers(role, 'operator')) {
      throw new ProblemError('forbidden', say('session.role', { role: 'operator' }));
    }
    return { id, name, owner: null, seesAll: true };
  };
  const caller =
    token === undefined
      ? null
      : await guessed(request, { guesses, secret: token }, () => look(token));
  if (token === undefined || caller === null) {
    reply.header('www-authenticate', 'Bearer realm="countersign"');
    throw new ProblemError('unauthorized', say('environment.token'));
  }
  request.programCaller = { client: { id: caller.id, name: caller.name }, token };
  return caller;
}
