import type { OperatorRole } from '@countersign/api/operator';
import { proofHeader, type SessionLoss } from '@countersign/api/settings/session';
import { say } from '@countersign/api/statements';
import { roleCovers } from '@countersign/desk/permissions';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { WrittenStatement } from '@countersign/json/statement';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApi } from '../http/is-api.ts';
import { ProblemError } from '../http/problem.ts';
import type { AskingPrograms, Authentication, Identity, KnownProgram } from '../identity.ts';
import { hashOf } from '../runtime/secret-hash.ts';
import type { Awaitable } from '../store/awaitable.ts';
import type { GuessLimit } from './guess-limit.ts';
import { type SecureHost, sessionSecretsOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** Of an authenticated request of a program that asks, over MCP or HTTP. */
    programCaller: { client: KnownProgram; token: string } | null;
  }
  interface FastifyContextConfig {
    /** Least role of a route; `none` = public. Default: viewers for reads, operators for changes. */
    role?: OperatorRole | 'none';
    /** Auditors may call it as well. */
    auditors?: boolean;
    /** Registrants may call it as well; they may call no other. */
    registrants?: boolean;
    /** Only programs that ask may call it. */
    programs?: boolean;
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The operator of an authenticated request. */
export function operatorOf(request: FastifyRequest) {
  if (request.identity === null) throw new ProblemError('unauthorized', say('session.sign-in'));
  return request.identity.operator;
}

/** The program of a request to a route for programs. */
export function programOf({ programCaller }: FastifyRequest): KnownProgram {
  if (programCaller === null) throw new ProblemError('unauthorized', say('program.token'));
  return programCaller.client;
}

/** Checks host, identity, intent and role of every request under /api. */
export function registerGuard(
  app: FastifyInstance,
  options: {
    auth: Authentication;
    programs: AskingPrograms;
    guesses: GuessLimit;
    secureHost: SecureHost;
    allowsHost: (hostname: string) => boolean;
  },
): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('programCaller', null);
  app.addHook('preValidation', async (request) => requireCanonical(request.body));
  app.addHook('onRequest', async (request) => {
    // A page under another name that resolves to this machine (DNS rebinding) is refused.
    // Probes and scrapers call by the address of the machine, and read nothing that is an operator's.
    const isProbe = /^\/(health|metrics)\b/.test(request.routeOptions.url ?? '');
    if (!isProbe && !options.allowsHost(hostnameOf(request.headers.host ?? ''))) {
      throw new ProblemError('forbidden', say('request.other-host'));
    }
    if (!isApi(request)) return;
    const { role, registrants, auditors, programs } = request.routeOptions.config;
    const secret = askTokenIn(request, options.programs);
    if (secret !== null && role !== 'none') {
      await admitProgram(request, { ...options, secret });
      if (programs) return;
      throw new ProblemError('forbidden', say('program.only-asks'));
    }
    const found = await identify(request, options);
    const identity = 'operator' in found ? found : null;
    request.identity = identity;
    if (identity?.by !== 'bearer') requireSameOrigin(request);
    if (role === 'none') return;
    if (identity === null) throw unauthorized('loss' in found ? found.loss : null);
    // There is nothing to protect: the answer says so, and which methods there are.
    if (request.is404) return;
    if (programs) throw new ProblemError('forbidden', say('program.token-needed'));
    const needed = role ?? (reading.has(request.method) ? 'viewer' : 'operator');
    if (registrants && identity.operator.role === 'registrant') return;
    if (auditors && identity.operator.role === 'auditor') return;
    if (!roleCovers(identity.operator.role, needed)) {
      throw new ProblemError('forbidden', say('session.role', { role: needed }));
    }
  });
}

/** The token of a program in a request: its beginning shows that it is none of an operator. */
function askTokenIn({ headers }: FastifyRequest, programs: AskingPrograms): string | null {
  const token = bearerOf(headers.authorization);
  return token !== undefined && programs.isAskToken(token) ? token : null;
}

async function admitProgram(
  request: FastifyRequest,
  { programs, guesses, secret }: { programs: AskingPrograms; guesses: GuessLimit; secret: string },
): Promise<void> {
  const client = await guessed(request, { guesses, secret }, () =>
    programs.byToken(secret, 'http'),
  );
  if (client === null) throw new ProblemError('unauthorized', say('program.token'));
  request.programCaller = { client, token: secret };
  programs.met(client.id, request.headers['user-agent'] ?? null);
}

/** Not authenticated; with the state of the session whose proof was sent, if there was one. */
interface Nobody {
  loss: SessionLoss | null;
}

/** Who a request is of, by its token or its session. */
export async function identify(
  request: FastifyRequest,
  {
    auth,
    guesses,
    secureHost,
  }: { auth: Authentication; guesses: GuessLimit; secureHost: SecureHost },
): Promise<Identity | Nobody> {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = bearerOf(header);
    const operator =
      token === undefined
        ? null
        : await guessed(request, { guesses, secret: token }, () => auth.byToken(token));
    return operator === null
      ? { loss: null }
      : { operator, by: 'bearer', until: null, session: null };
  }
  const proof = proofOf(request);
  if (proof === null) return { loss: null };
  const session = await auth.bySession(sessionSecretsOf(request, secureHost), proof);
  return 'loss' in session ? session : { ...session, by: 'cookie' };
}

/** Visible ASCII only: a string that looks empty is no token. */
export const bearerOf = (header = ''): string | undefined =>
  /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];

/** The second secret of a session, from the request. */
export function proofOf(request: FastifyRequest): string | null {
  const proof = request.headers[proofHeader];
  return typeof proof === 'string' && proof !== '' ? proof : null;
}

/** Looks up a secret unless too many wrong ones came from its address, or are being looked up. */
export async function guessed<Found>(
  request: Pick<FastifyRequest, 'ip'>,
  { guesses, secret }: { guesses: GuessLimit; secret: string },
  look: () => Awaitable<Found | null>,
): Promise<Found | null> {
  const hash = hashOf(secret);
  const refusedForMs = guesses.begin(request.ip, hash);
  if (refusedForMs > 0) {
    const detail = say('session.too-many-wrong');
    throw new ProblemError('rate-limited', detail, {}, refusedForMs);
  }
  let result: 'right' | 'wrong' | 'unknown' = 'unknown';
  try {
    const found = await look();
    result = found === null ? 'wrong' : 'right';
    return found;
  } finally {
    guesses.end(request.ip, hash, result);
  }
}

const lossWords: Record<SessionLoss, WrittenStatement> = {
  over: say('session.over'),
  'cookie-missing': say('session.cookie-missing'),
  'cookie-replaced': say('session.cookie-replaced'),
};

function unauthorized(loss: SessionLoss | null): ProblemError {
  if (loss === null) {
    return new ProblemError('unauthorized', say('session.token-or-link'));
  }
  return new ProblemError('unauthorized', lossWords[loss], { session: loss });
}

/** A body without a canonical form (nested too deeply) could not be audited: it is refused. */
function requireCanonical(body: unknown): void {
  if (body === undefined || body === null) return;
  try {
    canonicalJson(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it has no canonical form';
    throw new ProblemError('invalid-request', say('request.not-canonical', { reason }));
  }
}

/** A browser reports where a request comes from; other origins, including other ports of this host, are refused. */
export function requireSameOrigin(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    // `none`: entered in the address bar, which can read, and sends no proof.
    if (site === 'same-origin' || (site === 'none' && reading.has(request.method))) return;
    throw new ProblemError('forbidden', say('request.other-site'));
  }
  const { origin, host } = request.headers;
  // Neither header: not a browser that a page could use.
  if (origin === undefined) return;
  if (originHost(origin) !== host) {
    throw new ProblemError('forbidden', say('request.other-site'));
  }
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/** Host header without its port, IPv6 brackets included. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
