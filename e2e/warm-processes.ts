import { type ChildProcess, spawn } from 'node:child_process';
import type { WarmAnswer, WarmCommand } from '@countersign/testkit/warm-program';
import { program } from '../scripts/build-servers.mjs';

type ProgramName = 'warm-bff' | 'warm-crew';

/** A process that has loaded its program and runs it any number of times, one run after the other. */
export interface WarmProcess {
  /** Starts the program with this environment; resolves with the facts it reports when it is ready. */
  start(environment: Record<string, string>): Promise<Record<string, unknown>>;
  /** Advances the clock of the running program. */
  pass(ms: number): Promise<void>;
  /** Ends the running program as a signal would, and keeps the process. */
  stop(): Promise<void>;
  /** Kills the process. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The output since the last start. */
  output(): string;
  isAlive(): boolean;
}

function spawnWarm(name: ProgramName): WarmProcess {
  const child: ChildProcess = spawn(process.execPath, program(name), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const command = (message: WarmCommand) =>
    new Promise<WarmAnswer>((resolve, reject) => {
      const gone = () => reject(new Error(`${name} ended early:\n${output}`));
      if (!isAlive()) return gone();
      child.once('exit', gone);
      child.once('message', (answer: WarmAnswer) => {
        child.off('exit', gone);
        if ('failed' in answer) reject(new Error(`${name}: ${answer.failed}\n${output}`));
        else resolve(answer);
      });
      child.send(message);
    });
  return {
    async start(environment) {
      output = '';
      const answer = await command({ start: environment });
      return 'started' in answer ? answer.started : {};
    },
    async pass(ms) {
      await command({ pass: ms });
    },
    async stop() {
      if (isAlive()) await command({ stop: true });
    },
    async kill(signal) {
      if (!isAlive()) return;
      child.kill(signal);
      await exited;
    },
    output: () => output,
    isAlive,
  };
}

/** The warm processes of one worker: lent to a test, taken back when they no longer run anything. */
export interface WarmProcesses {
  take(name: ProgramName): WarmProcess;
  giveBack(name: ProgramName, lent: WarmProcess): void;
  close(): Promise<void>;
}

export function warmProcesses(): WarmProcesses {
  const idle: Record<ProgramName, WarmProcess[]> = { 'warm-bff': [], 'warm-crew': [] };
  return {
    take(name) {
      return idle[name].pop() ?? spawnWarm(name);
    },
    giveBack(name, lent) {
      if (lent.isAlive()) idle[name].push(lent);
    },
    async close() {
      await Promise.all(
        Object.values(idle)
          .flat()
          .map((warm) => warm.kill('SIGTERM')),
      );
    },
  };
}
