#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { nearest } from '@countersign/bff/settings/nearest';
import { type Command, CommandError, UsageError } from './command.ts';
import { commands, general } from './commands.ts';
import { cacheFolder } from './place.ts';

// Compiled code is kept for the next start, by a Node that can: most of a start is compiling. Not in the folder of the system, where
// others of this machine may write. What this file needs is small; all else is loaded after it.
const { enableCompileCache } = module as { enableCompileCache?(folder: string): unknown };
enableCompileCache?.(join(cacheFolder(), 'compiled'));

const helps = new Set(['--help', '-h']);

/** The command that was given, and its words: `start` if there is none. */
function given(words: readonly string[]): { name: string; args: readonly string[] } {
  const [first, ...rest] = words;
  if (first === 'help' || (first !== undefined && helps.has(first))) {
    return { name: 'help', args: rest };
  }
  if (first === '--version' || first === '-v') return { name: 'version', args: rest };
  return first === undefined || first.startsWith('-')
    ? { name: 'start', args: words }
    : { name: first, args: rest };
}

async function load(name: string): Promise<Command> {
  const known = commands.get(name);
  if (known === undefined) {
    const meant = nearest(name, [...commands.keys(), 'help']);
    const remedy = meant === null ? '' : ` Did you mean \`${meant}\`?`;
    throw new UsageError(
      `There is no command "${name}".${remedy} \`countersign help\` lists all of them.`,
    );
  }
  return (await known.load()).command;
}

async function run(words: readonly string[]): Promise<number> {
  const { name, args } = given(words);
  const asked = name === 'help' ? args[0] : name;
  if (asked === undefined || asked === '--json') {
    const listed = [...commands].map(([command, { summary }]) => ({ command, summary }));
    process.stdout.write(asked === undefined ? general : `${JSON.stringify(listed)}\n`);
    return 0;
  }
  const command = await load(asked);
  if (name !== 'help' && !args.some((word) => helps.has(word))) return command.run(args);
  process.stdout.write(command.usage);
  return 0;
}

const isOld = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major < 20 || (major === 20 && minor < 19);
};

if (isOld()) {
  process.stderr.write(`Countersign needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
const typed = process.argv.slice(2);
run(typed).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof CommandError ? error.code : 1;
    const isJson = typed.includes('--json');
    process.stderr.write(`${isJson ? JSON.stringify({ error: message, code }) : message}\n`);
    process.exit(code);
  },
);
