import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import { hashOf, newSecret } from '@countersign/server/runtime/secret-hash';
import * as oidc from 'openid-client';
import { keepChallenge, takeChallenge } from '../passkeys/passkey-operations.ts';
import { createProviderClient, type ProviderSettings } from './provider-client.ts';
import { keepProviderSession } from './provider-operations.ts';
import { watchRemovals } from './watch-removals.ts';

const beginMs = 10 * 60 * 1000;
const finishMs = 60_000;

export type Refusal = 'away' | 'clock' | 'no-role' | 'refused';

/** Signs people in at one identity provider, and signs them out when it does not know them any more. */
export interface Provider {
  readonly name: string;
  readonly isOnlyWay: boolean;
  /** Whether it answered when it was asked last. */
  isThere(): boolean;
  /** Where the browser goes, and what it keeps meanwhile; null = the provider cannot be reached. */
  begin(origin: string): Promise<{ url: string; secret: string } | null>;
  /** The browser is back: a code that opens a session once, for the same browser. */
  finish(callback: URL, secret: string): Promise<{ code: string } | { refusal: Refusal }>;
  /** Whom the code signs in; `opened` is called with the id of the session. */
  takeCode(
    code: string,
    secret: string,
  ): Promise<{ operatorId: string; opened: (session: string) => Promise<void> } | null>;
  /** Looks from time to time whether the provider still knows those who are signed in. Returns its undo. */
  watch(): () => void;
}

/** Of a sign-in that has begun. */
interface Begun {
  verifier: string;
  nonce: string;
  secretHash: string;
  origin: string;
}

/** Of one that waits for its session. */
interface Finished {
  operatorId: string;
  secretHash: string;
  issuer: string;
  subject: string;
  refresh: string | null;
}

export function createProvider(
  settings: ProviderSettings,
  {
    journal,
    clock,
    secrets,
  }: { journal: Journal; clock: Clock; secrets: Pick<SecretBox, 'seal' | 'open'> },
): Provider {
  const { issuer, scope } = settings;
  const client = createProviderClient(settings, journal);
  const { configuration, personOf, admit, reach } = client;
  const redirectOf = (origin: string) => `${origin}/sign-in/provider`;

  return {
    name: settings.name,
    isOnlyWay: settings.isOnlyWay,
    isThere: () => reach.isThere,
    async begin(origin) {
      let config: oidc.Configuration;
      try {
        config = await configuration();
      } catch {
        reach.isThere = false;
        return null;
      }
      reach.isThere = true;
      const [verifier, nonce, state] = [
        oidc.randomPKCECodeVerifier(),
        oidc.randomNonce(),
        oidc.randomState(),
      ];
      const secret = newSecret();
      const begun: Begun = { verifier, nonce, secretHash: hashOf(secret), origin };
      const row = { id: hashOf(state), kind: 'provider', operator: null };
      const body = secrets.seal(JSON.stringify(begun));
      await journal.commit(keepChallenge, { ...row, body, lifetimeMs: beginMs });
      const url = oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectOf(origin), scope, nonce, state },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
      });
      return { url: url.href, secret };
    },
    async finish(callback, secret) {
      const state = callback.searchParams.get('state') ?? '';
      const row = await journal.commit(takeChallenge, { id: hashOf(state), kind: 'provider' });
      if (row === null) return { refusal: 'refused' };
      const begun: Begun = JSON.parse(secrets.open(row.body));
      // Another browser has begun this sign-in.
      if (begun.secretHash !== hashOf(secret)) return { refusal: 'refused' };
      try {
        const config = await configuration();
        const current = new URL(`${redirectOf(begun.origin)}${callback.search}`);
        const tokens = await oidc.authorizationCodeGrant(config, current, {
          ...{ pkceCodeVerifier: begun.verifier, expectedNonce: begun.nonce },
          ...{ expectedState: state, idTokenExpected: true },
        });
        reach.isThere = true;
        const person = await personOf(config, tokens, undefined);
        const operator = person === null ? null : await admit(person);
        if (person === null || operator === null) return { refusal: 'no-role' };
        const { refresh_token: refresh } = tokens;
        const finished: Finished = {
          ...{ operatorId: operator.id, secretHash: begun.secretHash },
          ...{ issuer, subject: person.subject },
          refresh: refresh === undefined ? null : secrets.seal(refresh),
        };
        const code = newSecret();
        const body = secrets.seal(JSON.stringify(finished));
        await journal.commit(keepChallenge, {
          ...{ id: hashOf(code), kind: 'provider-code', operator: operator.id },
          ...{ body, lifetimeMs: finishMs },
        });
        return { code };
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
    },
    async takeCode(code, secret) {
      const id = hashOf(code);
      const row = await journal.commit(takeChallenge, { id, kind: 'provider-code' });
      if (row === null) return null;
      const { operatorId, secretHash, issuer, subject, refresh }: Finished = JSON.parse(
        secrets.open(row.body),
      );
      if (secretHash !== hashOf(secret)) return null;
      return {
        operatorId,
        async opened(session) {
          if (refresh === null) return;
          await journal.commit(keepProviderSession, { session, issuer, subject, refresh });
        },
      };
    },
    watch: () => watchRemovals(client, { journal, clock, secrets }),
  };
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return 'refused';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  if (/timestamp|"(iat|exp|nbf)"/i.test(`${error.message} ${cause}`)) return 'clock';
  return error instanceof TypeError || error.name === 'TimeoutError' ? 'away' : 'refused';
}
