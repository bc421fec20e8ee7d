// Development: the server and the demo crew restart on a change, the console reloads on its own on port 5173.
import { spawn } from 'node:child_process';

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false'];
const commands = [
  [...watch, 'apps/crew/src/main.ts'],
  [...watch, 'apps/bff/src/main.ts'],
  ['node_modules/vite/bin/vite.js'],
];
const children = commands.map((args) => spawn(process.execPath, args, { stdio: 'inherit' }));
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
