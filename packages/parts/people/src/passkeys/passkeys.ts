import { createHash, randomBytes } from 'node:crypto';
import type { Operator } from '@countersign/api/operator';
import type { PasskeyAnswer } from '@countersign/api/people/passkey';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import { decisionText } from '@countersign/server/store/people/step-ups';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { passkeysOf } from '../rows/passkeys.ts';
import { addPasskey, keepStepUp, takeChallenge } from './passkey-operations.ts';
import { type Asked, createSigning, type Kept, lifetimeMs, type Place } from './signing.ts';

/**
 * Registers passkeys, and has them sign. Each challenge is answered once, by a verified person (`userVerification`), and for the name at
 * which the browser is: what a page says about that is not believed.
 */
export interface Passkeys {
  askToRegister(operator: Operator, place: Place, proof: string): Promise<Asked>;
  /** Null = refused; 'there' = registered already. */
  register(
    operator: Operator,
    place: Place,
    answer: PasskeyAnswer & { name: string },
  ): Promise<string | 'there' | null>;
  /** Null = the operator has none for this name. */
  askToConfirm(operator: Operator, place: Place): Promise<Asked | null>;
  confirms(operator: Operator, place: Place, answer: PasskeyAnswer): Promise<boolean>;
  askToSignIn(place: Place): Promise<Asked>;
  /** The id of the operator who signs in; null = refused. */
  signsIn(place: Place, answer: PasskeyAnswer): Promise<string | null>;
  /** Null = the operator has none for this name. */
  askToSign(
    operator: Operator,
    place: Place,
    what: { digest: string; feedback: unknown },
  ): Promise<Asked | null>;
  signs(operator: Operator, place: Place, answer: PasskeyAnswer): Promise<boolean>;
}

/** What a passkey signs for an answer: a digest of the question, of the answer and of what the server has drawn for this once. */
const stepUpChallenge = (digest: string, decision: string, nonce: string): Buffer =>
  createHash('sha256')
    .update(['countersign step-up 1', digest, decision, nonce].join('\0'))
    .digest();

export function createPasskeys({
  journal,
  clock,
  createId,
}: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
}): Passkeys {
  const { keep, asked, askAny, check } = createSigning({ journal, clock });
  return {
    async askToRegister(operator, place, proof) {
      const options = await generateRegistrationOptions({
        rpName: 'Countersign',
        rpID: place.host,
        userName: operator.id,
        userDisplayName: operator.name,
        userID: new Uint8Array(createHash('sha256').update(operator.id).digest()),
        attestationType: 'none',
        excludeCredentials: (await passkeysOf(journal.read, operator.id)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: lifetimeMs,
      });
      const id = createId();
      await keep('register', operator.id, id, { signs: options.challenge, proof });
      return asked(id, options);
    },
    async register(operator, place, { challenge, credential, name }) {
      const row = await journal.commit(takeChallenge, { id: challenge, kind: 'register' });
      if (row === null || row.operator !== operator.id) return null;
      const { signs, proof = '' }: Kept = JSON.parse(row.body);
      const result = await verifyRegistrationResponse({
        response: credential as object as RegistrationResponseJSON,
        expectedChallenge: signs,
        expectedOrigin: [place.origin],
        expectedRPID: [place.host],
        requireUserVerification: true,
      }).catch(() => null);
      if (result?.verified !== true) return null;
      const made = result.registrationInfo.credential;
      const passkey = {
        ...{ id: made.id, operator: operator.id, name, host: place.host },
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: [...(made.transports ?? [])],
      };
      return (await journal.commit(addPasskey, { passkey, proof })) ? made.id : 'there';
    },
    askToConfirm: (operator, place) =>
      askAny('confirm', operator.id, place, { signs: randomBytes(32), id: createId() }),
    confirms: async (operator, place, answer) =>
      (await check('confirm', operator.id, place, answer)) !== null,
    async askToSignIn(place) {
      const what = { signs: randomBytes(32), id: createId() };
      return (await askAny('sign-in', null, place, what)) ?? asked(what.id, {});
    },
    signsIn: async (place, answer) => (await check('sign-in', null, place, answer))?.owner ?? null,
    async askToSign(operator, place, { digest, feedback }) {
      const id = randomBytes(24).toString('base64url');
      const decision = decisionText(feedback);
      const signs = stepUpChallenge(digest, decision, id);
      return askAny('step-up', operator.id, place, { signs, id, stepUp: { digest, decision } });
    },
    async signs(operator, place, answer) {
      const found = await check('step-up', operator.id, place, answer);
      if (found?.kept.stepUp === undefined) return false;
      const { digest, decision } = found.kept.stepUp;
      const { passkey } = found;
      await journal.commit(keepStepUp, {
        ...{ id: found.row.id, operator: operator.id, digest, decision, passkey },
      });
      return true;
    },
  };
}
