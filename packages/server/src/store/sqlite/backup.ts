import { chmodSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, type BackupMade, copySecrets, makeFolder } from '../backup-folder.ts';
import { openDatabase } from './database.ts';
import { storeName } from './store-files.ts';
import { headOf } from './tables.ts';

/**
 * Copies the store of `directory` into `target`, which must be new or empty, while a server may write to it: one consistent state, in
 * one file. The copy has its name only when it is complete and was checked.
 */
export function backUp(directory: string, target: string): BackupMade {
  const store = join(directory, storeName);
  if (!existsSync(store)) throw new BackupError(`There is no ${storeName} in ${directory}.`);
  const undo = makeFolder(target);
  try {
    return copied(store, directory, target);
  } catch (error) {
    // Otherwise the next attempt is refused, as the folder is not empty.
    undo();
    throw error;
  }
}

function copied(store: string, directory: string, target: string): BackupMade {
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
  const files = copySecrets(directory, target);
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
