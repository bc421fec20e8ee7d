import type { Command } from './command.ts';

interface Listed {
  summary: string;
  load(): Promise<{ command: Command }>;
}

/** All commands, in the order in which help lists them. */
export const commands: ReadonlyMap<string, Listed> = new Map(
  Object.entries({
    start: {
      summary: 'starts the server and prints a link to sign in (what happens without a command)',
      load: () => import('./start.ts'),
    },
    ask: {
      summary: 'asks people a question, waits, and exits by their answer',
      load: () => import('./ask.ts'),
    },
    check: {
      summary: 'checks an agent against the protocol, by real runs',
      load: () => import('./check.ts'),
    },
    connect: {
      summary: 'holds the tool calls of a coding agent until people decide them',
      load: () => import('./doors/connect.ts'),
    },
    disconnect: {
      summary: 'takes that back, and restores the settings of the agent',
      load: () => import('./doors/disconnect.ts'),
    },
    doctor: {
      summary: 'says of each coding agent on this machine what is held and what is not',
      load: () => import('./doors/doctor.ts'),
    },
    backup: {
      summary: 'copies the store into a new folder, also while the server runs',
      load: () => import('./backup.ts'),
    },
    export: {
      summary: 'writes the store into one file, to move it to another engine',
      load: () => import('./export.ts'),
    },
    import: {
      summary: 'reads such a file into a new store',
      load: () => import('./import.ts'),
    },
    upgrade: {
      summary: 'brings the store to this version, after a backup, and prints the way back',
      load: () => import('./upgrade.ts'),
    },
    verify: {
      summary: 'checks an evidence file, or the audit of a backup',
      load: () => import('./verify.ts'),
    },
    version: { summary: 'prints the version', load: () => import('./version.ts') },
  } satisfies Record<string, Listed>),
);

const width = Math.max(...[...commands.keys()].map((name) => name.length));

export const general = `Countersign: the operator console for AI agents.

countersign [command] [options]

${[...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

\`countersign help <command>\` has the options of a command. With --json results and errors are JSON. Settings are environment variables: docs/operations.md.
`;
