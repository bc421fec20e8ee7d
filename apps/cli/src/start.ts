import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { announce, announcementOf } from '@countersign/bff/announce';
import { serve, startFault } from '@countersign/bff/serve';
import type { LogOutput } from '@countersign/server/telemetry/logger';
import { type Command, CommandError } from './command.ts';
import { readArgs } from './read-args.ts';
import { settingsOf } from './settings.ts';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
  linux: ['xdg-open'],
};

/** Whether a person sits at this machine, in front of a desktop: otherwise nothing is opened. */
function hasDesktop({ env, platform, stdout }: NodeJS.Process): boolean {
  if (!stdout.isTTY || env['CI'] || env['SSH_CONNECTION']) return false;
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** Opens the address in the person's browser, if there is one here; the printed link remains if it does not open. */
function openBrowser(address: string): void {
  const [command, ...args] = openers[process.platform] ?? [];
  if (command === undefined || !hasDesktop(process)) return;
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** A file that is larger at the start is put aside, in the place of the one before it. */
const fullBytes = 20 * 1024 * 1024;

/** The file of the log, continued. Throws `CommandError` if it cannot be written. */
function openLog(path: string): LogOutput {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > fullBytes) renameSync(path, `${path}.1`);
  } catch (error) {
    throw unwritable(path, error);
  }
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A full disk must not end the server, which says so itself.
  stream.on('error', (error) => {
    process.stderr.write(`${unwritable(path, error).message}\n`);
  });
  return stream;
}

function unwritable(path: string, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(
    `The log ${path} cannot be written (${reason}). Choose another folder with --data, or another file with --log.`,
  );
}

const options = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  demo: { type: 'boolean', default: false },
  open: { type: 'boolean', default: true },
  log: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** npm exits without forwarding its signal: when it has exited, this process stops too. */
function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  look.unref();
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host);

async function start(args: readonly string[]): Promise<void> {
  const { values } = readArgs(args, options);
  endWithNpm();
  const own = settingsOf(values);
  const demo = values.demo
    ? (await import('./demo.ts')).prepareDemo(own, { isQuiet: values.json })
    : null;
  const config = demo?.config ?? own;
  const logPath = values.log ?? join(config.dataDir, 'countersign.log');
  const log = logPath === '-' ? process.stderr : openLog(resolve(logPath));
  // Beside the start of the server, unless its port is not known yet.
  if (config.port !== 0) demo?.start(`http://127.0.0.1:${config.port}`);
  try {
    const server = await serve(config, { log, closeToo: async () => demo?.close() });
    if (config.port === 0) demo?.start(server.url);
    const about = announcementOf(server, config);
    const logFile = logPath === '-' ? null : resolve(logPath);
    if (!values.json) {
      announce(about);
      if (logFile !== null) process.stdout.write(`Log: ${logFile}\n`);
      if (values.open && isLoopback(config.host)) {
        openBrowser(about.signIn);
      }
    }
    await demo?.register(server.url).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    });
    if (values.json) process.stdout.write(`${JSON.stringify({ ...about, logFile })}\n`);
  } catch (error) {
    await demo?.close();
    throw error;
  }
}

export const command: Command = {
  usage: `countersign [start] [options]

Starts the server in this process, and prints a link to sign in. It ends with Ctrl-C.

  --data <folder>  where everything is kept (default: $XDG_DATA_HOME/countersign, or ~/.local/share/countersign)
  --port <number>  the port (default: 4400; 0 = any free one)
  --host <address> the address to listen on (default: 127.0.0.1; beyond this machine only with COUNTERSIGN_TOKEN)
  --demo           with demo agents, which ask right away
  --no-open        does not open the browser, which happens on a desktop only
  --log <file>     the log (default: countersign.log in the data folder; "-" = standard error)
  --json           prints one line of JSON when the server is ready (url, signIn, dataDir, tokenFile, logFile, readsOnly, secretsLost,
                   pid), and opens no browser

All settings are environment variables: docs/operations.md.
`,
  async run(args) {
    try {
      await start(args);
      return 0;
    } catch (error) {
      throw error instanceof CommandError ? error : new CommandError(startFault(error));
    }
  },
};
