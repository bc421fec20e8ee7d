import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Config } from '@countersign/bff/config';
import { readConfig } from '@countersign/crew/config';
import { descriptorList } from '@countersign/crew/descriptors';
import { registerServices } from '@countersign/crew/robot/register-services';
import { robotServices } from '@countersign/crew/robot/robot-services';

/** The demo agents: a process of their own, which ends with this one. */
export interface Demo {
  /** The configuration of a server that knows them. */
  config: Config;
  /** Starts the agents, which find the server at `url`. */
  start(url: string): void;
  /** The services of the robot are registered for the administrator, who has just started them. */
  register(url: string): Promise<void>;
  close(): Promise<void>;
}

/** The bundle beside this one, else the source, with the loader of this process. */
const program = import.meta.url.endsWith('.mjs')
  ? [fileURLToPath(new URL('./crew.mjs', import.meta.url))]
  : [...process.execArgv, fileURLToPath(new URL('../../crew/src/main.ts', import.meta.url))];

/** Prepares the demo agents for a server with this configuration. `isQuiet`: nothing is printed of those that are ready. */
export function prepareDemo(own: Config, { isQuiet }: { isQuiet: boolean }): Demo {
  const { env } = process;
  const crew = readConfig(env);
  const services = robotServices(crew);
  // The demo agents register themselves with it; it is new at each start, unless the operator has set one.
  const registrant = own.registrantToken ?? randomBytes(32).toString('base64url');
  // The services of the demo are on this machine, whose addresses are otherwise not called.
  const hosts = services.map(({ url }) => new URL(url).host);
  let child: ChildProcess | null = null;
  let isClosing = false;
  return {
    config: {
      ...own,
      agents: [...own.agents, ...descriptorList(crew)],
      registrantToken: registrant,
      registration: {
        ...own.registration,
        allow: [...own.registration.allow, ...hosts],
      },
    },
    start(url) {
      child = spawnCrew({
        CREW_REGISTRY_URL: env['CREW_REGISTRY_URL'] || `${url}/api/uap`,
        CREW_ENVIRONMENT_URL: env['CREW_ENVIRONMENT_URL'] || `${url}/mcp/environment`,
        CREW_REGISTRY_TOKEN: env['CREW_REGISTRY_TOKEN'] || registrant,
      });
      if (child.stdout !== null) {
        createInterface({ input: child.stdout }).on('line', (line) => {
          if (!isQuiet) process.stdout.write(`${inWords(line)}\n`);
        });
      }
      child.on('exit', (code, signal) => {
        if (isClosing) return;
        process.stderr.write(
          `The demo agents ended (${signal ?? `code ${code}`}). The server goes on without them.\n`,
        );
      });
    },
    async register(url) {
      const token = own.token ?? readFileSync(join(own.dataDir, 'token'), 'utf8').trim();
      await registerServices({ url, token }, services);
    },
    async close() {
      isClosing = true;
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function spawnCrew(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, program, {
    // It ends when the channel does, however this process has ended.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
}

/** The crew reports in JSON that it is ready; printed are its agents and the address of the mailbox. */
function inWords(line: string): string {
  if (!line.startsWith('{')) return line;
  const { agents = [], mailbox } = JSON.parse(line);
  const names = agents.map((agent: { name: string }) => agent.name).join(', ');
  return `Demo agents: ${names}\nMailbox of the demo: ${mailbox}`;
}
