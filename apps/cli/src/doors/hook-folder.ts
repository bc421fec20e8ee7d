import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodingAgent } from '@countersign/api/agents/door';
import { dataFolder } from '../place.ts';
import type { ChangedFile } from './settings-file.ts';

/** What `connect` has done, kept beside the hook. */
export interface Connection {
  agent: CodingAgent;
  url: string;
  /** Of the token; null = it was given. */
  program: string | null;
  files: ChangedFile[];
  at: string;
}

/** The programs of a hook, which lie beside this one. */
const programs = ['canonical.mjs', 'dialects.mjs', 'look-around.mjs', 'server.mjs', 'worker.mjs'];

const source = (name: string) => readFileSync(new URL(`hook/${name}`, import.meta.url), 'utf8');

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The launcher with the Node of now: a hook must not depend on what is on the PATH of an agent. */
const launcherText = () => source('launch.sh').replace('@NODE@', () => quoted(process.execPath));

/** The files of a hook as they should be. */
const filesOf = (): [string, string][] => [
  ['launch.sh', launcherText()],
  ...programs.map((name): [string, string] => [name, source(name)]),
];

/** Copies of what runs: a folder of a package manager may be gone tomorrow. */
export const hookFolder = (agent: CodingAgent, data?: string): string =>
  join(dataFolder(data), 'hooks', agent);

export const launcherIn = (folder: string): string => join(folder, 'launch.sh');

export interface HookConfig {
  agent: CodingAgent;
  url: string;
  deadlineSeconds: number;
  /** `changes`: reading in the folder is let through. */
  holds: 'changes' | 'all';
}

export function writeHook(folder: string, config: HookConfig, token: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const [name, text] of filesOf()) writeFileSync(join(folder, name), text, { mode: 0o600 });
  const secret = { mode: 0o600 };
  writeFileSync(join(folder, 'config.json'), `${JSON.stringify(config, null, 2)}\n`, secret);
  writeFileSync(join(folder, 'token'), `${token}\n`, secret);
  chmodSync(join(folder, 'token'), 0o600);
}

const readText = (folder: string, name: string): string | null => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
};

/** The files of a hook that are not what this version writes. */
export const changedFiles = (folder: string): string[] =>
  filesOf().flatMap(([name, text]) => (readText(folder, name) === text ? [] : [name]));

export const tokenIn = (folder: string): string | null => readText(folder, 'token')?.trim() ?? null;

export function configIn(folder: string): HookConfig | null {
  const text = readText(folder, 'config.json');
  return text === null ? null : JSON.parse(text);
}

export function readConnection(folder: string): Connection | null {
  const text = readText(folder, 'connection.json');
  return text === null ? null : JSON.parse(text);
}

export const keepConnection = (folder: string, connection: Connection): void =>
  writeFileSync(join(folder, 'connection.json'), `${JSON.stringify(connection)}\n`, {
    mode: 0o600,
  });

export const removeHook = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });
