import type { PasskeyAnswer } from '@countersign/api/people/passkey';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server asks of the browser: the options are those of WebAuthn. */
interface Asked {
  challenge: string;
  options?: unknown;
}

// Loaded when a passkey is used: most visits use none.
const load = () => import('@simplewebauthn/browser');

/** Has a passkey sign what the server asks. Rejects when the person cancels or nobody touches in time. */
export async function signWithPasskey({ challenge, options }: Asked): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return { challenge, credential: toPlain(await startAuthentication({ optionsJSON })) };
}

/** Has the browser make a passkey. */
export async function makePasskey({ challenge, options }: Asked): Promise<PasskeyAnswer> {
  const { startRegistration } = await load();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return { challenge, credential: toPlain(await startRegistration({ optionsJSON })) };
}

const toPlain = ({ response, ...rest }: { id: string; response: object }) => ({
  ...rest,
  response: { ...response },
});
