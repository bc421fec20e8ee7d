// Development: the server and the demo crew restart on a change, the console reloads on its own on port 5173.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false'];
const commands = [
  [...watch, 'apps/crew/src/main.ts'],
  [...watch, 'apps/bff/src/main.ts'],
  ['node_modules/vite/bin/vite.js'],
];
// The demo agents register themselves with it.
const registrant =
  process.env.COUNTERSIGN_REGISTRANT_TOKEN || randomBytes(32).toString('base64url');
const env = {
  CREW_REGISTRY_TOKEN: registrant,
  COUNTERSIGN_REGISTRANT_TOKEN: registrant,
  ...process.env,
};
const children = commands.map((args) => spawn(process.execPath, args, { stdio: 'inherit', env }));
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
