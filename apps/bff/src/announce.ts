import type { Config } from './config.ts';
import type { RunningServer } from './run-server.ts';

/**
 * Prints for the person who started the server where it listens, how to sign in, and which secrets it cannot read. The link leads to
 * where people open the console: in a container that is another address.
 */
export function announce(
  { url, signInCode, secretsLost }: Pick<RunningServer, 'url' | 'signInCode' | 'secretsLost'>,
  { origin, token, dataDir }: Config,
): void {
  process.stdout.write(
    `Countersign listens on ${url}\nSign in: ${origin ?? url}/sign-in#code=${signInCode}\n` +
      (token === null
        ? `Administrator's token: ${dataDir}/token\n`
        : "Administrator's token: as set in COUNTERSIGN_TOKEN\n"),
  );
  if (secretsLost.length > 0) {
    process.stderr.write(
      `${dataDir}/secret.key does not open the headers of: ${secretsLost.join(', ')}. Put the old key back and start again, or enter their headers again in the console, under Agents.\n`,
    );
  }
}
