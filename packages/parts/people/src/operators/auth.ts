import { timingSafeEqual } from 'node:crypto';
import type { ChangeOperator, Operator } from '@countersign/api/operator';
import type { SignInMethod } from '@countersign/api/people/session';
import { administrator, registrant } from '@countersign/server/guard/fixed-operators';
import { sessionLifetimeMs } from '@countersign/server/guard/session-cookie';
import type { Authentication } from '@countersign/server/identity';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import { hashOf, newSecret } from '@countersign/server/runtime/secret-hash';
import {
  listOperators,
  operatorOfToken,
  readOperator,
} from '@countersign/server/store/people/operators';
import { noteBreakGlass } from '../provider/provider-operations.ts';
import { type ListedSession, listSessions, readSession } from '../rows/sessions.ts';
import {
  addOperator,
  changeOperator,
  closeSession,
  endSession,
  keepSignInCode,
  openSession,
  removeOperator,
  takeSignInCode,
} from './auth-operations.ts';

/** Authenticates operators by token, session and one-time code. Secrets are compared as hashes, in constant time. */
export interface Auth extends Authentication {
  /** A code opens the administrator's session once. */
  byCode(code: string): Promise<Operator | null>;
  /** Lets the code of this server be used, also at the others. */
  open(): Promise<void>;
  /** Its code, if it was not used, is of no use any more. Never rejects. */
  close(): Promise<void>;
  /** Returns the secret for the cookie, and the proof that is sent with it. */
  openSession(
    operator: Operator,
    from: { via: SignInMethod; browser: string | null },
  ): Promise<{ secret: string; proof: string; id: string }>;
  /** The open sessions of an operator, or (null) of all. */
  sessions(operatorId: string | null): Promise<ListedSession[]>;
  /** Ends the session with this id, if it is of `of` (null = of anyone); its operator, null = there is none. */
  endSession(id: string, of: string | null, by: string): Promise<string | null>;
  /** The operator of the session; null = there was none. */
  closeSession(proof: string): Promise<string | null>;
  /** Returns the new operator's token, or null if the id is in use. */
  addOperator(operator: Operator, by: string): Promise<string | null>;
  /** Null when there is none with this id. */
  changeOperator(id: string, change: ChangeOperator, by: string): Promise<Operator | null>;
  removeOperator(id: string, by: string): Promise<boolean>;
  operators(): Promise<Operator[]>;
}

const noteEachMs = 60_000;

const same = (left: string, right: string) =>
  timingSafeEqual(Buffer.from(hashOf(left)), Buffer.from(hashOf(right)));

export function createAuth(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  /** The administrator's bearer token. */
  token: string;
  /** The bearer token of programs that register services; null = none. */
  registrantToken?: string | null | undefined;
  /** The code of the sign-in link printed at the start; null = none. */
  signInCode: string | null;
  /** Null = people sign in here, and the administrator's token is nothing unusual. */
  provider: { isOnlyWay: boolean } | null;
}): Auth {
  const { journal, clock, registrantToken = null } = options;
  const code = options.signInCode;
  let notedAt = Number.NEGATIVE_INFINITY;
  /** The administrator of the token: beside a provider each use is recorded, those of a program once a minute. */
  const byBreakGlass = async (how: 'token' | 'link'): Promise<Operator | null> => {
    if (options.provider === null) return administrator;
    if (options.provider.isOnlyWay) return null;
    if (clock.monotonic() - notedAt >= noteEachMs) {
      await journal.commit(noteBreakGlass, { how });
      notedAt = clock.monotonic();
    }
    return administrator;
  };
  const operatorById = async (id: string): Promise<Operator | null> => {
    if (id === administrator.id) return administrator;
    if (id === registrant.id) return registrantToken === null ? null : registrant;
    return readOperator(journal.read, id);
  };
  return {
    byId: operatorById,
    async byToken(token) {
      // An empty token identifies no operator, even with a faulty file or setting.
      if (token === '') return null;
      if (same(token, options.token)) return byBreakGlass('token');
      if (registrantToken !== null && same(token, registrantToken)) return registrant;
      // Looked up by hash: the response time does not reveal the token.
      return operatorOfToken(journal.read, hashOf(token), clock.now());
    },
    async bySession(secrets, proof) {
      const row = await readSession(journal.read, hashOf(proof), clock.now());
      const operator = row === null ? null : await operatorById(row.operator);
      if (row === null || operator === null) return { loss: 'over' };
      if (secrets.some((secret) => hashOf(secret) === row.token)) {
        return { operator, until: row.expires, session: row.id };
      }
      return { loss: secrets.length === 0 ? 'cookie-missing' : 'cookie-replaced' };
    },
    // Looked up by hash: the response time does not reveal it.
    byCode: async (given) =>
      (await journal.commit(takeSignInCode, { hash: hashOf(given) })) ? byBreakGlass('link') : null,
    async open() {
      if (code === null) return;
      const isOnly = 'file' in journal.source;
      const lifetimeMs = sessionLifetimeMs;
      await journal.commit(keepSignInCode, { hash: hashOf(code), lifetimeMs, isOnly });
    },
    async close() {
      if (code === null) return;
      // A store that is away keeps it until it ends by itself.
      await journal.commit(takeSignInCode, { hash: hashOf(code) }).catch(() => {});
    },
    async openSession(operator, from) {
      const secret = newSecret();
      const proof = newSecret();
      const id = options.createId();
      await journal.commit(openSession, {
        ...from,
        id,
        tokenHash: hashOf(secret),
        proofHash: hashOf(proof),
        operatorId: operator.id,
        lifetimeMs: sessionLifetimeMs,
      });
      return { secret, proof, id };
    },
    sessions: async (operatorId) => listSessions(journal.read, clock.now(), operatorId),
    endSession: async (id, of, by) => (await journal.commit(endSession, { id, of, by })).operator,
    closeSession: async (proof) =>
      (await journal.commit(closeSession, { proofHash: hashOf(proof) })).operator,
    async addOperator(operator, by) {
      if (operator.id === administrator.id || operator.id === registrant.id) return null;
      const token = newSecret();
      const input = { operator, tokenHash: hashOf(token), by };
      return (await journal.commit(addOperator, input)).added ? token : null;
    },
    changeOperator: async (id, change, by) =>
      (await journal.commit(changeOperator, { id, change, by })).operator,
    removeOperator: async (id, by) => (await journal.commit(removeOperator, { id, by })).removed,
    operators: async () => [administrator, ...(await listOperators(journal.read))],
  };
}
