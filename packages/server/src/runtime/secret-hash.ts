import { createHash, randomBytes } from 'node:crypto';

/** Of a secret only this is kept, and it is found by it: the response time does not reveal the secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** For the token of a program or person, or for a session. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
