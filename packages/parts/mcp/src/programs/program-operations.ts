import {
  noAddress,
  type ProgramAccess,
  programProtocols,
} from '@countersign/adapters/program/protocol';
import { say } from '@countersign/api/statements';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { withdrawPrompts } from '@countersign/part-desk/decisions/questions/close-prompt';
import { rerouteAgent } from '@countersign/part-desk/outbox/reroute';
import { openRunOf } from '@countersign/part-desk/records/open-runs';
import { deleteAgent, noteCall } from '@countersign/part-desk/rows/agents';
import { breakRun } from '@countersign/part-desk/runs/run-operations';
import { operation } from '@countersign/server/journal/operation';
import { closeQuestionsOf } from '../rows/program-questions.ts';
import {
  countPrograms,
  deleteProgram,
  insertProgram,
  insertProgramAgent,
  replaceSecret,
  threadsOfClient,
} from '../rows/programs.ts';

export const maxClients = 200;

/** Adds a client, and the agent of the same id; only the hash of its token is kept. Returns false at the maximum number of clients. */
export const addProgram = operation<
  {
    id: string;
    name: string;
    via: ProgramAccess;
    tokenHash: string;
    tokenEndsAt: number | null;
    /** Sealed. */
    secret: string | null;
    by: { id: string; name: string };
  },
  boolean
>('addProgram', async (transaction, input) => {
  const { id, name, via, tokenHash, tokenEndsAt, secret, by } = input;
  const protocol = programProtocols[via];
  const count = await countPrograms(transaction);
  if ((count?.count ?? 0) >= maxClients) return false;
  const descriptor = agentDescriptorSchema.parse({
    id,
    name,
    protocol: protocol.id,
    url: noAddress,
  });
  const capabilities = protocol.capabilities(descriptor);
  await insertProgramAgent(transaction, {
    id,
    name,
    descriptor: JSON.stringify({ ...descriptor, capabilities }),
    via,
  });
  await insertProgram(transaction, { id, tokenHash, tokenEndsAt, secret, by: by.name });
  await transaction.audit({
    operator: by.id,
    action: 'program:add',
    threadId: null,
    detail: { id, name, via, tokenEndsAt },
  });
  return true;
});

/** Its token is void at once; what it has asked is withdrawn. */
export const revokeProgram = operation<{ id: string; by: string }, boolean>(
  'revokeProgram',
  async (transaction, { id, by }) => {
    const removed = (await deleteProgram(transaction, id)) > 0;
    if (!removed) return false;
    for (const threadId of await threadsOfClient(transaction, id)) {
      const run = await openRunOf(transaction, threadId);
      if (run === null || run.agent !== id) continue;
      const said = say('run.client-revoked');
      await withdrawPrompts(transaction, run.id, said);
      await breakRun.run(transaction, { runId: run.id, how: 'cut-off', code: 'revoked', said });
    }
    await closeQuestionsOf(transaction, id);
    await deleteAgent(transaction, id);
    await rerouteAgent(transaction, id);
    await transaction.audit({
      operator: by,
      action: 'program:revoke',
      threadId: null,
      detail: { id },
    });
    return true;
  },
);

/** Another secret of its callbacks, if it still has the one `before`: of two changes at once only one is shown. */
export const renewSecret = operation<
  { id: string; secret: string; before: string; by: string },
  boolean
>('renewSecret', async (transaction, { by, ...input }) => {
  if ((await replaceSecret(transaction, input)) === 0) return false;
  await transaction.audit({
    operator: by,
    action: 'program:secret',
    threadId: null,
    detail: { id: input.id },
  });
  return true;
});

/** A client has called: what it calls itself, and the protocol's revision. */
export const meetProgram = operation<{ id: string; detail: string | null }, null>(
  'meetProgram',
  async (transaction, { id, detail }) => {
    const note = () => noteCall(transaction, id, detail);
    await transaction.pastDamage('contacts', note, 0);
    return null;
  },
);
