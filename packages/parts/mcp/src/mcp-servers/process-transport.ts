import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { say } from '@countersign/api/statements';
import { withExactNumbers } from '@countersign/json/exact-number';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import type { Clock } from '@countersign/server/runtime/clock';
import { createRedactor } from '@countersign/server/telemetry/redactor';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';

/** The code of the failure of a program that has ended by itself. */
export const endedCode = 'command-ended';

export interface ProcessOptions {
  /** The program and its arguments; no shell reads them. */
  words: readonly string[];
  /** Its own variables; of those of this server it gets only the ones that any program needs. */
  variables: Readonly<Record<string, string>>;
  clock: Clock;
  /** Receives what it writes to its standard error, in lines, up to a limit. */
  log: (line: string) => void;
}

/** A program of this machine that speaks MCP over its pipes. `stderr` and `pid` are how the client library recognises one. */
export interface ProcessTransport extends Transport {
  readonly stderr: null;
  readonly pid: number | null;
  /** Why nothing can be sent any more; null = it is running. */
  ended(): AgentFailure | null;
}

/** The variables of this server that a program gets: none of them is a setting or a secret. */
const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];
const onWindows = ['SYSTEMROOT', 'SYSTEMDRIVE', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA'];
/** A message above this size (bytes) ends the process. */
const maxMessageBytes = 8 * 1024 * 1024;
/** Lines of its standard error that are logged, and the characters of one. */
const maxLines = 200;
const maxLineChars = 2_000;
/** Of its last words, characters that are shown if it ends. */
const maxSaidChars = 500;
/** It has this time to end by itself after its input was closed, and again after SIGTERM, ms. */
const graceMs = 2_000;

export function createProcessTransport(options: ProcessOptions): ProcessTransport {
  const { words, variables, clock } = options;
  const [program = '', ...args] = words;
  let child: ChildProcess | null = null;
  let failure: AgentFailure | null = null;
  let exited: Promise<void> = Promise.resolve();
  const errors = errorLines(options);

  const endWith = (why: AgentFailure) => {
    failure ??= why;
    void transport.close();
  };
  const read = (json: string) => {
    try {
      transport.onmessage?.(parseJSONRPCMessage(JSON.parse(json)));
    } catch (error) {
      // Programs print what they like before they speak the protocol.
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const transport: ProcessTransport = {
    stderr: null,
    get pid() {
      return child?.pid ?? null;
    },
    ended: () => failure,
    start() {
      const own = spawn(program, args, {
        cwd: tmpdir(),
        env: { ...environment(), ...variables },
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
        // A group of its own, so that what it starts itself ends with it.
        detached: process.platform !== 'win32',
      });
      child = own;
      endWithServer(own);
      exited = new Promise((resolve) => own.once('close', () => resolve()));
      own.stdin.on('error', () => {});
      own.stderr.on('data', errors.feed);
      own.stdout.on(
        'data',
        lines(read, () => endWith(tooLarge())),
      );
      own.once('close', (code, signal) => {
        failure ??= errors.ending(String(code ?? signal));
        transport.onclose?.();
      });
      return new Promise((resolve, reject) => {
        own.once('spawn', resolve);
        own.once('error', ({ message }) => {
          failure ??= new AgentFailure(
            'command',
            say('call.command-not-started', { said: message }),
          );
          reject(failure);
        });
      });
    },
    send(message: JSONRPCMessage) {
      const input = child?.stdin;
      if (failure !== null) return Promise.reject(failure);
      if (!input?.writable) return Promise.reject(new Error('It takes nothing more.'));
      return new Promise((resolve, reject) => {
        const line = `${withExactNumbers(JSON.stringify(message))}\n`;
        input.write(line, (error) => (error ? reject(failure ?? error) : resolve()));
      });
    },
    async close() {
      const own = child;
      if (own === null || own.pid === undefined) return;
      own.stdin?.end();
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        if (await within(exited, clock)) return;
        kill(own, signal);
      }
    },
  };
  return transport;
}

const living = new Set<ChildProcess>();

/** What still runs when this server ends, ends with it. */
function endWithServer(child: ChildProcess): void {
  if (living.size === 0) process.once('exit', killAll);
  living.add(child);
  child.once('close', () => {
    living.delete(child);
    if (living.size === 0) process.off('exit', killAll);
  });
}

function killAll(): void {
  for (const child of living) kill(child, 'SIGKILL');
}

const tooLarge = () =>
  new AgentFailure(
    'too-large',
    say('call.message-too-large', { megabytes: maxMessageBytes / 1024 / 1024 }),
    413,
  );

function environment(): NodeJS.ProcessEnv {
  const names = process.platform === 'win32' ? [...passedOn, ...onWindows] : passedOn;
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Its whole group: a package runner does not always end what it has started. */
function kill({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Whether it settles in the time that a process has to end. */
async function within(work: Promise<void>, clock: Clock): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.schedule(() => resolve(false), graceMs);
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  cancel();
  return isDone;
}

/** Splits what it writes into lines, each of which is one message. */
function lines(onLine: (line: string) => void, onTooLarge: () => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  let bytes = 0;
  return (chunk) => {
    const [first = '', ...more] = decoder.write(chunk).split('\n');
    rest.push(first);
    bytes += more.length === 0 ? chunk.length : 0;
    if (bytes > maxMessageBytes) {
      rest = [];
      return onTooLarge();
    }
    for (const next of more) {
      const line = rest.join('').trim();
      rest = [next];
      bytes = next.length;
      if (line !== '') onLine(line);
    }
  };
}

/** What it writes to its standard error: logged up to a limit, and its last words when it ends. Its secrets are not repeated. */
function errorLines({ log, variables }: Pick<ProcessOptions, 'log' | 'variables'>) {
  const redactor = createRedactor();
  for (const secret of Object.values(variables)) redactor.keep(secret);
  let logged = 0;
  let last = '';
  let rest = '';
  const keep = (line: string) => {
    const text = redactor.clean(line.trim().slice(0, maxLineChars));
    if (text === '') return;
    last = text;
    logged += 1;
    if (logged <= maxLines) log(text);
    if (logged === maxLines) log('Nothing more of it is logged.');
  };
  return {
    feed(chunk: Buffer) {
      const parts = (rest + chunk.toString('utf8')).split('\n');
      rest = (parts.pop() ?? '').slice(-maxLineChars);
      for (const part of parts) keep(part);
    },
    /** `code`: its exit code, or the signal that ended it. */
    ending(code: string): AgentFailure {
      keep(rest);
      const said = last.slice(0, maxSaidChars);
      const words =
        said === ''
          ? say('call.command-ended', { code })
          : say('call.command-ended-said', { code, said });
      return new AgentFailure(endedCode, words);
    },
  };
}
