import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a secret of the data directory, made at the first start and readable by its owner only. */
function keep(directory: string, name: string, make: () => string): string {
  const path = join(directory, name);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = make();
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}

/** The generated bearer token of the administrator. */
export function keptToken(directory: string): string {
  return keep(directory, 'token', () => randomBytes(32).toString('base64url'));
}

/** The key (32 bytes) that seals the headers of agents. */
export function keptSecretKey(directory: string): Buffer {
  return Buffer.from(
    keep(directory, 'secret.key', () => randomBytes(32).toString('hex')),
    'hex',
  );
}
