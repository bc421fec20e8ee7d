// What the demo agents and the server are started with, so that they know each other; used by `npm start` and `npm run dev`.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;

/** Where the server keeps its data. */
const dataFolder = env.COUNTERSIGN_DATA ?? 'data';

/** The crew's agents and services. `args`: those of node for the program that prints them. */
function describedCrew(args) {
  const printed = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (printed.status !== 0) throw new Error('The demo agents could not be described.');
  return JSON.parse(printed.stdout);
}

/** The crew's agents are added to those of the operator's own file, if any. */
function agentsFile(described) {
  const own = env.COUNTERSIGN_AGENTS;
  const agents = [...(own ? JSON.parse(readFileSync(own, 'utf8')) : []), ...described];
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = join(dataFolder, 'agents-with-crew.json');
  writeFileSync(file, JSON.stringify(agents, null, 2), { mode: 0o600 });
  return file;
}

/** The environments of the crew and of the server, next to that of this process. */
export function demoEnvironment(printArgs) {
  const { agents, services } = describedCrew(printArgs);
  // The demo agents register themselves with it; it is new at each start, unless the operator has set one.
  const registrant = env.COUNTERSIGN_REGISTRANT_TOKEN || randomBytes(32).toString('base64url');
  const here = `http://127.0.0.1:${env.PORT || 4400}`;
  // The services of the demo are on this machine, whose addresses are otherwise not called.
  const hosts = services.map(({ url }) => new URL(url).host);
  return {
    crew: {
      CREW_REGISTRY_URL: env.CREW_REGISTRY_URL || `${here}/api/uap`,
      CREW_ENVIRONMENT_URL: env.CREW_ENVIRONMENT_URL || `${here}/mcp/environment`,
      CREW_REGISTRY_TOKEN: env.CREW_REGISTRY_TOKEN || registrant,
    },
    server: {
      COUNTERSIGN_AGENTS: agentsFile(agents),
      COUNTERSIGN_REGISTRANT_TOKEN: registrant,
      COUNTERSIGN_REGISTRY_ALLOW: [env.COUNTERSIGN_REGISTRY_ALLOW, ...hosts]
        .filter(Boolean)
        .join(','),
    },
  };
}

/** The address of the server in what it prints when it takes requests; undefined = another line. */
export const addressIn = (line) => /^Countersign listens on (http\S+)/.exec(line)?.[1];

/** The services of the robot are registered for the administrator, who has just started them. */
export function registerRobot(args, url) {
  const token = env.COUNTERSIGN_TOKEN || readFileSync(join(dataFolder, 'token'), 'utf8').trim();
  return spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...env, CREW_CONSOLE_URL: url, CREW_ADMINISTRATOR_TOKEN: token },
  });
}
