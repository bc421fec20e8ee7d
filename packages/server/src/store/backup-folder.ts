import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Why there is no backup, for the person who asked for one. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

export interface BackupMade {
  /** Every event up to this position is in it. */
  position: number;
  /** Secrets that were copied too: without `secret.key` the headers of agents cannot be read. */
  files: string[];
}

const secrets = ['secret.key', 'token'];

/** Makes the folder of a backup, which must be new or empty. Returns what makes it as it was before, to be called if the backup fails. */
export function makeFolder(target: string): () => void {
  const isNew = !existsSync(target);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (readdirSync(target).length > 0) {
    throw new BackupError(`${target} is not empty. Choose a new folder for each backup.`);
  }
  return () => {
    const made = isNew ? [target] : readdirSync(target).map((name) => join(target, name));
    for (const path of made) rmSync(path, { recursive: true, force: true });
  };
}

/** Copies the keys of a server from its data folder; returns their names. */
export function copySecrets(directory: string, target: string): string[] {
  const files = secrets.filter((name) => existsSync(join(directory, name)));
  for (const name of files) {
    copyFileSync(join(directory, name), join(target, name));
    chmodSync(join(target, name), 0o600);
  }
  return files;
}
