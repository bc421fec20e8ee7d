import type { Operator } from '@countersign/api/operator';
import type { CreatedProgram, Program } from '@countersign/api/program';
import type { Journal } from '../journal/journal.ts';
import { hashOf, newSecret } from '../operators/auth.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { clientOfToken, type KnownProgram, listPrograms, readProgram } from '../store/programs.ts';
import { addProgram, meetProgram, revokeProgram } from './program-operations.ts';

/** The programs that may call the MCP endpoint. */
export interface Programs {
  list(): Promise<Program[]>;
  /** With its token, this time only; null = there are too many. */
  add(name: string, by: Operator): Promise<CreatedProgram | null>;
  revoke(id: string, by: Operator): Promise<boolean>;
  byToken(token: string): Promise<KnownProgram | null>;
  /** It has called; recorded at most once a minute, unless it calls itself something new. */
  met(id: string, as: string | null): void;
}

const meetMs = 60_000;

export function createPrograms(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  report: Report;
}): Programs {
  const { journal, clock, createId } = options;
  const lastMet = new Map<string, { at: number; as: string | null }>();
  return {
    list: () => listPrograms(journal.read),
    async add(name, by) {
      const id = `mcp-${slugOf(name)}-${createId().replaceAll('-', '').slice(0, 8)}`;
      const token = `cs_mcp_${newSecret()}`;
      const input = { id, name, tokenHash: hashOf(token), by: { id: by.id, name: by.name } };
      if (!(await journal.commit(addProgram, input))) return null;
      const added = await readProgram(journal.read, id);
      return added === null ? null : { ...added, token };
    },
    revoke: (id, by) => journal.commit(revokeProgram, { id, by: by.id }),
    // Looked up by hash: the response time does not reveal the token.
    byToken: async (token) =>
      token === '' ? null : await clientOfToken(journal.read, hashOf(token)),
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
          options.report('The call of an MCP client was not noted.', error, { agentId: id }),
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
