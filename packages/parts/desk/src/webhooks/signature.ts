import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret of 32 random bytes, in the format of Standard Webhooks: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * The signature for receivers (standardwebhooks.com, version 1): HMAC-SHA256 over `id.timestamp.body`, as `v1,<base64>`. With several
 * secrets, separated by spaces, it is one of each: the receiver may have any of them.
 */
export function signCall(
  secrets: string,
  call: { id: string; timestamp: number; body: string },
): string {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signature = createHmac('sha256', key)
      .update(`${call.id}.${call.timestamp}.${call.body}`)
      .digest('base64');
    return `v1,${signature}`;
  };
  return secrets.split(' ').map(sign).join(' ');
}
