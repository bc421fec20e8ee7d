import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { storeName } from './store-files.ts';
import { headOf } from './tables.ts';

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

/**
 * Copies the store of `directory` into `target`, which must be new or empty, while a server may write to it: one consistent state, in
 * one file. The copy has its name only when it is complete and was checked.
 */
export function backUp(directory: string, target: string): BackupMade {
  const store = join(directory, storeName);
  if (!existsSync(store)) throw new BackupError(`There is no ${storeName} in ${directory}.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (readdirSync(target).length > 0) {
    throw new BackupError(`${target} is not empty. Choose a new folder for each backup.`);
  }
  const unfinished = join(target, `${storeName}.unfinished`);
  const source = openDatabase(store, 'read');
  try {
    // Writes to the copy only, which the setting of a reader would refuse.
    source.exec('PRAGMA query_only = 0');
    source.run('VACUUM INTO ?', unfinished);
  } finally {
    source.close();
  }
  chmodSync(unfinished, 0o600);
  const position = checked(unfinished);
  const files = secrets.filter((name) => existsSync(join(directory, name)));
  for (const name of files) {
    copyFileSync(join(directory, name), join(target, name));
    chmodSync(join(target, name), 0o600);
  }
  renameSync(unfinished, join(target, storeName));
  return { position, files };
}

function checked(file: string): number {
  const copy = openDatabase(file, 'read');
  try {
    const found = copy.get<{ quick_check: string }>('PRAGMA quick_check');
    if (found?.quick_check !== 'ok') {
      throw new BackupError(`The copy is damaged (${found?.quick_check}): the store may be too.`);
    }
    return headOf(copy);
  } finally {
    copy.close();
  }
}
