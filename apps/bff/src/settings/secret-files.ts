import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { objectionToToken, tokenRule } from './token-rule.ts';

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** The generated bearer token of the administrator, created at the first start. Throws `ConfigError` if the file is unusable. */
export function keptToken(directory: string): string {
  const { path, secret } = keep(directory, 'token', () => randomBytes(32).toString('base64url'));
  const objection = objectionToToken(secret);
  if (objection === null) return secret;
  throw new ConfigError(
    `The token in ${path} ${objection}. Delete the file, and the next start makes a new token; or write one of your own into it: ${tokenRule}.`,
  );
}

/** The key (32 bytes) that seals the headers of agents and the secrets of webhooks. Throws `ConfigError` if the file is unusable. */
export function keptSecretKey(directory: string): Buffer {
  const { path, secret } = keep(directory, 'secret.key', () => randomBytes(32).toString('hex'));
  if (/^[0-9a-f]{64}$/i.test(secret)) return Buffer.from(secret, 'hex');
  throw new ConfigError(
    `The key in ${path} is ${secret === '' ? 'empty' : 'damaged: it must be 64 hexadecimal digits'}. Put a copy of it back; or delete the file, and the next start makes a new key: the headers of agents and the secrets of webhooks must then be entered again.`,
  );
}

function keep(
  directory: string,
  name: string,
  make: () => string,
): { path: string; secret: string } {
  const path = join(directory, name);
  const kept = read(path);
  if (kept !== null) return { path, secret: kept };
  writeWhole(directory, name, `${make()}\n`);
  // Read back: another start may have created it first.
  return { path, secret: read(path) ?? '' };
}

function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    // Copied from elsewhere, or written by hand: it is a secret all the same.
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return text.trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${path} cannot be read: ${reason}`);
  }
}

/**
 * Written to a temporary file, synced, and linked under its name when complete: a crash leaves the file or none, never half of one. A
 * link instead of a rename, which would overwrite what another start has just created.
 */
function writeWhole(directory: string, name: string, text: string): void {
  const beside = join(directory, `.${name}.${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const file = openSync(beside, 'wx', 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    try {
      linkSync(beside, join(directory, name));
    } catch (error) {
      // Some file systems have no links.
      if (hasCode(error, 'EPERM') || hasCode(error, 'ENOTSUP'))
        renameSync(beside, join(directory, name));
      else if (!hasCode(error, 'EEXIST')) throw error;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${join(directory, name)} cannot be written: ${reason}`);
  } finally {
    rmSync(beside, { force: true });
  }
  const folder = openSync(directory, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
