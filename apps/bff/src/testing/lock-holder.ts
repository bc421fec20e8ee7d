import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Harness } from './harness.ts';

/** Another program that holds the write lock of a store. */
export interface LockHolder {
  /** Releases the lock, and resolves when it is free. */
  release(): Promise<void>;
}

const program = `
  import Database from 'libsql';
  const database = new Database(process.argv[1], { timeout: 10_000 });
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  process.stdin.on('data', () => {}).on('end', () => {
    database.exec('ROLLBACK');
    database.close();
  });
`;

/** Takes the write lock of the store in `directory` in a separate process. */
export async function holdStore(directory: string): Promise<LockHolder> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, join(directory, 'countersign.db')],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    void exited.then(() => reject(new Error('the store could not be held')));
  });
  return {
    release() {
      child.stdin.end();
      return exited;
    },
  };
}

/** Resolves when the store is writable, or is not. */
export const untilWritable = ({ services: { journal } }: Harness, writable: boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if ((journal.state().reason === null) !== writable) return;
      undo();
      resolve();
    };
    const undo = journal.onState(look);
    look();
  });
