import type { Operator } from '@countersign/api/operator';
import type { Journal } from '@countersign/server/journal/journal';
import { hashOf, newSecret } from '@countersign/server/runtime/secret-hash';
import * as oidc from 'openid-client';
import { admitPerson, type ProviderPerson } from './provider-operations.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const timeoutSeconds = 10;

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Shown at the sign-in. */
  name: string;
  /** The claim with the groups of a person. */
  groupsClaim: string;
  /** The scopes that are asked for, separated by spaces. */
  scope: string;
  /** The administrator's token is refused. */
  isOnlyWay: boolean;
}

/** What is asked of the provider, and who its answers are about. */
export function createProviderClient(settings: ProviderSettings, journal: Journal) {
  const { issuer, clientId, clientSecret, groupsClaim } = settings;
  const isLocal = loopback.has(new URL(issuer).hostname);
  let found: oidc.Configuration | null = null;
  const configuration = async (): Promise<oidc.Configuration> => {
    // Read once it can be reached; its keys are read again by the library when a new one is used.
    found ??= await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: isLocal ? [oidc.allowInsecureRequests] : [],
      timeout: timeoutSeconds,
    });
    return found;
  };
  const personOf = async (
    config: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    subject: string | undefined,
  ): Promise<ProviderPerson | null> => {
    const claims = tokens.claims();
    const sub = claims?.sub ?? subject;
    if (sub === undefined) return null;
    const isEnough = claims !== undefined && claims[groupsClaim] !== undefined;
    const more = isEnough
      ? claims
      : { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, sub)) };
    const groups: unknown = more[groupsClaim];
    const texts = [more['name'], more['preferred_username'], more['email'], sub];
    const name = texts.find((text): text is string => typeof text === 'string' && text !== '');
    const ids = [more['preferred_username'], more['email'], more['name'], sub];
    const wished = ids.find((text): text is string => typeof text === 'string' && text !== '');
    return {
      ...{ issuer, subject: sub, name: (name ?? sub).slice(0, 120) },
      wishedId: (wished ?? sub).split('@')[0] ?? sub,
      groups: Array.isArray(groups) ? groups.filter((one) => typeof one === 'string') : [],
    };
  };
  const admit = (person: ProviderPerson): Promise<Operator | null> =>
    // Nobody has this token: the person signs in at the provider.
    journal.commit(admitPerson, { person, tokenHash: hashOf(newSecret()) });
  /** Whether it answered when it was asked last. */
  const reach = { isThere: true };
  return { configuration, personOf, admit, reach };
}
export type ProviderClient = ReturnType<typeof createProviderClient>;
