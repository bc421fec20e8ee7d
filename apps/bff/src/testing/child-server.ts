import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { AnswerBody } from './answer-body.ts';

/** The server as a separate process, to be killed at any time. */
export interface ChildServer {
  url: string;
  pid: number;
  output(): string;
  /** Resolves with its code when the process has ended; null = by a signal. */
  ended: Promise<number | null>;
  /** Resolves when the process has ended. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGUSR2'): Promise<number | null>;
  request(
    path: string,
    body?: unknown,
    method?: string,
  ): Promise<{ status: number; body: AnswerBody }>;
}

export const childToken = 'administrator-token-of-tests';

/** How the server is started: as built before the tests, or from its source as in development. */
const programs = {
  built: ['--enable-source-maps', 'dist-server/bff.mjs'],
  source: ['--import', 'tsx', 'apps/bff/src/main.ts'],
};

export async function startChildServer(
  directory: string,
  agents: AgentDescriptor[],
  environment: Record<string, string> = {},
  program: keyof typeof programs = 'built',
): Promise<ChildServer> {
  const agentsFile = join(directory, 'agents.json');
  writeFileSync(agentsFile, JSON.stringify(agents));
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, programs[program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      COUNTERSIGN_DATA: directory,
      COUNTERSIGN_TOKEN: childToken,
      COUNTERSIGN_AGENTS: agentsFile,
      ...environment,
    },
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    const receive = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    void exited.then((code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    ended: exited,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
    async request(path, body, method = body === undefined ? 'GET' : 'POST') {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${childToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as AnswerBody };
    },
  };
}
