import { join } from 'node:path';
import { type ReadsOnly, readsOnlyInWords } from '@countersign/server/servers/act-or-read';
import type { Config } from './config.ts';
import type { RunningServer } from './run-server.ts';

/** What the person or the program that started the server needs. */
export interface Announcement {
  url: string;
  /** A link to sign in, once. It leads to where people open the console: in a container that is another address. */
  signIn: string;
  dataDir: string;
  /** The file of the administrator's token; null = it was set. */
  tokenFile: string | null;
  readsOnly: ReadsOnly;
  /** Agents whose stored headers the server's key does not open. */
  secretsLost: string[];
  pid: number;
}

export const announcementOf = (
  server: Pick<RunningServer, 'url' | 'signInCode' | 'secretsLost' | 'readsOnly'>,
  { origin, token, dataDir }: Config,
): Announcement => ({
  url: server.url,
  // Passkeys belong to a name: 127.0.0.1 has none.
  signIn: `${origin ?? server.url.replace('//127.0.0.1:', '//localhost:')}/sign-in#code=${server.signInCode}`,
  dataDir,
  tokenFile: token === null ? join(dataDir, 'token') : null,
  readsOnly: server.readsOnly,
  secretsLost: server.secretsLost,
  pid: process.pid,
});

/** Prints it for a person: what is not as it should be on standard error. */
export function announce({
  url,
  signIn,
  dataDir,
  tokenFile,
  readsOnly,
  secretsLost,
}: Announcement): void {
  process.stdout.write(
    `Countersign listens on ${url}\nSign in: ${signIn}\nAdministrator's token: ${tokenFile ?? 'as set in COUNTERSIGN_TOKEN'}\n`,
  );
  if (readsOnly !== null) process.stderr.write(`${readsOnlyInWords[readsOnly]}\n`);
  if (secretsLost.length > 0) {
    process.stderr.write(
      `${dataDir}/secret.key does not open the headers of: ${secretsLost.join(', ')}. Put the old key back and start again, or enter their headers again in the console, under Agents.\n`,
    );
  }
}
