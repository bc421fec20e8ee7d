import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '@countersign/bff/config';
import { dataFolder } from './place.ts';

/** The console of the package, next to its servers. */
const ownConsole = fileURLToPath(new URL('../console', import.meta.url));

/** The settings of a server: the environment, and what was typed. Throws `ConfigError`. */
export function settingsOf(typed: { data?: string; port?: string; host?: string }): Config {
  const { env } = process;
  return readConfig({
    ...env,
    COUNTERSIGN_DATA: dataFolder(typed.data),
    ...(existsSync(ownConsole) && !env['COUNTERSIGN_CONSOLE']
      ? { COUNTERSIGN_CONSOLE: ownConsole }
      : {}),
    ...(typed.port === undefined ? {} : { PORT: typed.port }),
    ...(typed.host === undefined ? {} : { HOST: typed.host }),
  });
}
