import type { PasskeyAnswer } from '@countersign/api/people/passkey';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { ChallengeRow } from '../rows/challenges.ts';
import { passkeysOf, readPasskey } from '../rows/passkeys.ts';
import { keepChallenge, notePasskeyUse, takeChallenge } from './passkey-operations.ts';

export const lifetimeMs = 2 * 60 * 1000;

/** The name and the origin at which a browser reaches this server. */
export interface Place {
  host: string;
  origin: string;
}

export interface Asked {
  challenge: string;
  options: Record<string, unknown>;
  endsAt: number;
}

/** What is asked for. */
type Kind = 'register' | 'confirm' | 'sign-in' | 'step-up';

/** What the store keeps of a challenge. */
export interface Kept {
  /** What the browser signs, base64url. */
  signs: string;
  /** How the operator has proven to be the one who adds a passkey. */
  proof?: string;
  stepUp?: { digest: string; decision: string };
}

/** Has passkeys sign challenges, each once. */
export function createSigning({ journal, clock }: { journal: Journal; clock: Clock }) {
  const keep = async (kind: Kind, operator: string | null, id: string, kept: Kept) => {
    const body = JSON.stringify(kept);
    await journal.commit(keepChallenge, { id, kind, operator, body, lifetimeMs });
  };
  const asked = (challenge: string, options: object): Asked => ({
    challenge,
    options: { ...options },
    endsAt: clock.now() + lifetimeMs,
  });

  async function askAny(
    kind: Kind,
    operator: string | null,
    place: Place,
    what: { signs: Buffer; id: string; stepUp?: Kept['stepUp'] },
  ): Promise<Asked | null> {
    const { signs, id, stepUp } = what;
    const own =
      operator === null
        ? []
        : (await passkeysOf(journal.read, operator)).filter(({ host }) => host === place.host);
    if (operator !== null && own.length === 0) return null;
    const options = await generateAuthenticationOptions({
      rpID: place.host,
      userVerification: 'required',
      challenge: new Uint8Array(signs),
      allowCredentials: own.map((passkey) => ({ id: passkey.id })),
      timeout: lifetimeMs,
    });
    const kept = { signs: signs.toString('base64url'), ...(stepUp ? { stepUp } : {}) };
    await keep(kind, operator, id, kept);
    return asked(id, options);
  }

  /** What was signed, and by whose passkey; null = refused. The challenge is gone before anything is checked. */
  async function check(
    kind: Kind,
    operator: string | null,
    place: Place,
    { challenge, credential }: PasskeyAnswer,
  ): Promise<{ row: ChallengeRow; kept: Kept; owner: string; passkey: string } | null> {
    const row = await journal.commit(takeChallenge, { id: challenge, kind });
    const passkey = await readPasskey(journal.read, credential.id);
    if (row === null || passkey === null || row.operator !== operator) return null;
    if (operator !== null && passkey.operator !== operator) return null;
    const kept: Kept = JSON.parse(row.body);
    // The response is made of bytes that the library parses and checks; what is not as it should be throws.
    const result = await verifyAuthenticationResponse({
      response: credential as object as AuthenticationResponseJSON,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      expectedChallenge: kept.signs,
      expectedOrigin: [place.origin],
      expectedRPID: [place.host],
      requireUserVerification: true,
    }).catch(() => null);
    if (result?.verified !== true) return null;
    const { newCounter: counter } = result.authenticationInfo;
    // One that does not count says 0 for ever.
    const isCounted = counter > 0 || passkey.counter > 0;
    const isNew = await journal.commit(notePasskeyUse, { id: passkey.id, counter });
    if (isCounted && !isNew) return null;
    return { row, kept, owner: passkey.operator, passkey: passkey.id };
  }

  return { keep, asked, askAny, check };
}
