import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals agent headers at rest (AES-256-GCM). */
export interface SecretBox {
  seal(text: string): string;
  /** Throws when the key is another one or the text was tampered with. */
  open(sealed: string): string;
}

/** The same box; `notice` receives every secret that passes, and every value of headers. */
export function noticingSecrets(
  box: SecretBox,
  notice: (secret: string) => void = () => {},
): SecretBox {
  const noticed = (text: string) => {
    for (const secret of secretsIn(text)) notice(secret);
    return text;
  };
  return {
    seal: (text) => box.seal(noticed(text)),
    open: (sealed) => noticed(box.open(sealed)),
  };
}

/** Sealed are headers as JSON, or one secret as it is. */
function secretsIn(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return Object.values(parsed).map(String);
  } catch {
    // Not JSON: a secret as it is.
  }
  return [text];
}

/** `key` is 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}
