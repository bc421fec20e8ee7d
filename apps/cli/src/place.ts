import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder for what this user keeps, as desktops have it; `variable` overrides where it is. */
const userFolder = (variable: string, usual: string): string =>
  join(process.env[variable] || join(homedir(), usual), 'countersign');

/** The data folder: as given, as set, or that of this user. */
export const dataFolder = (given: string | undefined): string =>
  resolve(given || process.env['COUNTERSIGN_DATA'] || userFolder('XDG_DATA_HOME', '.local/share'));

/** What can be lost, such as compiled code. */
export const cacheFolder = (): string => userFolder('XDG_CACHE_HOME', '.cache');

/** The PostgreSQL of the store; null = the embedded store in the data folder. */
export const databaseUrl = (): string | null => process.env['DATABASE_URL'] || null;
