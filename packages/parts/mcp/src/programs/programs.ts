import type { CreatedProgram, Program, ProgramAccess } from '@countersign/api/agents/program';
import type { Operator } from '@countersign/api/operator';
import { createWebhookSecret } from '@countersign/part-desk/webhooks/signature';
import type { AskingPrograms, KnownProgram } from '@countersign/server/identity';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { hashOf, newSecret } from '@countersign/server/runtime/secret-hash';
import { clientOfToken, listPrograms, readProgram, secretOfProgram } from '../rows/programs.ts';
import { addProgram, meetProgram, renewSecret, revokeProgram } from './program-operations.ts';

/** The programs that may ask, over MCP or HTTP. */
export interface Programs extends AskingPrograms {
  list(): Promise<Program[]>;
  /** With its secrets, this time only; null = there are too many. */
  add(
    program: { name: string; via: ProgramAccess; tokenEndsAt?: number | undefined },
    by: Operator,
  ): Promise<CreatedProgram | null>;
  /** A new secret of its callbacks, this time only; null = there is no such program, or it has none. */
  renewSecret(id: string, by: Operator): Promise<string | null>;
  revoke(id: string, by: Operator): Promise<boolean>;
  /** A token is good for one way only. */
  byToken(token: string, via: ProgramAccess): Promise<KnownProgram | null>;
}

const meetMs = 60_000;

/** How a token begins: what it is for can be seen. */
const prefixes: Readonly<Record<ProgramAccess, string>> = { mcp: 'cs_mcp_', http: 'cs_ask_' };

export function createPrograms(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  secrets: SecretBox;
  report: Report;
}): Programs {
  const { journal, clock, createId, secrets } = options;
  const lastMet = new Map<string, { at: number; as: string | null }>();
  return {
    list: () => listPrograms(journal.read),
    async add({ name, via, tokenEndsAt }, by) {
      const id = `${via}-${slugOf(name)}-${createId().replaceAll('-', '').slice(0, 8)}`;
      const token = `${prefixes[via]}${newSecret()}`;
      // A program over MCP waits for its answers: nothing is sent to it.
      const callbackSecret = via === 'http' ? createWebhookSecret() : null;
      const input = {
        ...{
          id,
          name,
          via,
          tokenEndsAt: tokenEndsAt ?? null,
          tokenHash: hashOf(token),
          by: { id: by.id, name: by.name },
        },
        secret: callbackSecret === null ? null : secrets.seal(callbackSecret),
      };
      if (!(await journal.commit(addProgram, input))) return null;
      const added = await readProgram(journal.read, id);
      return added === null ? null : { ...added, token, callbackSecret };
    },
    async renewSecret(id, by) {
      const before = await secretOfProgram(journal.read, id);
      if (before === null) return null;
      const secret = createWebhookSecret();
      const [last = ''] = secrets.open(before).split(' ');
      const sealed = secrets.seal(`${secret} ${last}`);
      const input = { id, secret: sealed, before, by: by.id };
      return (await journal.commit(renewSecret, input)) ? secret : null;
    },
    isAskToken: (token) => token.startsWith(prefixes.http),
    revoke: (id, by) => journal.commit(revokeProgram, { id, by: by.id }),
    // Looked up by hash: the response time does not reveal the token.
    byToken: async (token, via) =>
      token === ''
        ? null
        : await clientOfToken(journal.read, { tokenHash: hashOf(token), via, now: clock.now() }),
    met(id, as) {
      const last = lastMet.get(id);
      const now = clock.monotonic();
      const isNew = as !== null && as !== last?.as;
      if (last !== undefined && !isNew && now - last.at < meetMs) return;
      lastMet.set(id, { at: now, as: as ?? last?.as ?? null });
      // A contact that cannot be recorded is no reason to refuse the call.
      journal
        .commit(meetProgram, { id, detail: as?.slice(0, 200) ?? null })
        .catch((error) =>
          options.report('The call of a program was not noted.', error, { agentId: id }),
        );
    },
  };
}

/** ASCII letters and digits of a name, as in ids of agents. */
function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 32).replace(/-$/, '') || 'client';
}
