import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** An authenticator of the tests: it signs what it is asked, also in ways that a browser would not. */
export interface SoftAuthenticator {
  create(options: Record<string, unknown>, origin: string): object & { id: string };
  get(
    options: Record<string, unknown>,
    origin: string,
    more?: { isVerified?: boolean; counter?: number },
  ): object & { id: string };
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** CBOR of what WebAuthn needs: small maps, texts, bytes and integers. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error('no CBOR for this');
  const parts = [...value].flatMap(([key, held]) => [cbor(key), cbor(held)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

export function createSoftAuthenticator(host: string): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest]);
  };
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });
  return {
    create({ challenge }, origin) {
      const size = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), size, id, coseOf(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(0x45, attested)],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: cbor(attestation),
      });
    },
    get({ challenge }, origin, { isVerified = true, counter: given } = {}) {
      counter = given ?? counter + 1;
      const client = clientData('webauthn.get', challenge, origin);
      const authenticatorData = authData(isVerified ? 0x05 : 0x01);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(client)]))
        .sign(privateKey);
      return answer({ clientDataJSON: client, authenticatorData, signature });
    },
  };
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}
