import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../dist-server/countersign.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The command as a process: what it has printed so far, and its end. */
export interface RunningCommand {
  child: ChildProcess;
  output(): { stdout: string; stderr: string };
  ended: Promise<Ended>;
}

/** Starts the command with these words; nothing of the environment of the test but where programs are. */
export function startCommand(
  words: readonly string[],
  environment: Record<string, string> = {},
): RunningCommand {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  return { child, output: () => output, ended };
}

export const runCommand = (
  words: readonly string[],
  environment?: Record<string, string>,
): Promise<Ended> => startCommand(words, environment).ended;
