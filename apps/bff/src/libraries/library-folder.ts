import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const indexSchema = z.object({
  npm: z.object({
    file: z.string(),
    integrity: z.string(),
    shasum: z.string(),
    manifest: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  python: z.object({
    file: z.string(),
    name: z.string(),
    version: z.string(),
    requiresPython: z.string(),
    sha256: z.string(),
  }),
});
/** The libraries for authors of agents that this server hands out, as scripts/packages/libraries.mjs writes them down. */
export type LibraryIndex = z.infer<typeof indexSchema>;

export interface LibraryFolder {
  /** Null = they have not been built. */
  index(): Promise<LibraryIndex | null>;
  /** Null = there is no such file, or it is none of a library. */
  read(file: string): Promise<Buffer | null>;
}

/** Reads them when they are asked for: they may be built while the server runs. */
export function libraryFolder(path: string | null): LibraryFolder {
  const bytesOf = async (file: string): Promise<Buffer | null> => {
    try {
      return path === null ? null : await readFile(join(path, file));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  };
  const index = async () => {
    const bytes = await bytesOf('libraries.json');
    return bytes === null ? null : indexSchema.parse(JSON.parse(bytes.toString()));
  };
  return {
    index,
    async read(file) {
      const known = await index();
      // INVARIANT: only names of the index become paths (libraries.test.ts).
      return file === known?.npm.file || file === known?.python.file ? bytesOf(file) : null;
    },
  };
}
