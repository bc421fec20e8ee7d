// Where the files of tests are: in memory, if there is such a folder.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** What a whole run may need. In a container this folder often has 64 MB. */
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Makes it the folder of temporary files of this process and those that it starts: stores wait for the disk at every commit, and
 * no test outlives the memory. Returns its undo, which removes the files.
 */
export function keepFilesInMemory() {
  if (!existsSync(memory)) return () => {};
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < minFreeBytes) return () => {};
  const before = process.env.TMPDIR;
  // Others must pass it: PostgreSQL runs under an account of its own.
  const folder = mkdtempSync(join(memory, 'countersign-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
