// Development: the server and the demo crew restart on a change, the console reloads on its own on port 5173.
import { spawn } from 'node:child_process';

const children = [];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start(...args) {
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { COUNTERSIGN_DATA: 'data', ...process.env },
  });
  child.on('exit', stop);
  children.push(child);
}

start('node_modules/vite/bin/vite.js');
const command = ['apps/cli/src/main.ts', 'start', '--demo', '--no-open', '--log', '-'];
// The crew is a process of its own, whose modules the watcher does not see.
const watched = ['watch', '--clear-screen=false', '--include', 'apps/crew/src/**/*.ts'];
start('node_modules/tsx/dist/cli.mjs', ...watched, ...command);
