import { readFileSync } from 'node:fs';
import type { Command } from './command.ts';
import { readArgs } from './read-args.ts';

/** Of the package that this file is in, or of its workspace. */
export function ownVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return String(JSON.parse(manifest).version);
}

export const command: Command = {
  usage: `countersign version [--json]

Prints the version of Countersign, of Node and of the machine.
`,
  async run(args) {
    const { values } = readArgs(args, { json: { type: 'boolean', default: false } });
    const facts = {
      version: ownVersion(),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
    };
    const text = `${facts.version} (Node ${facts.node}, ${facts.platform})`;
    process.stdout.write(`${values.json ? JSON.stringify(facts) : text}\n`);
    return 0;
  },
};
