// Development: the server and the demo crew restart on a change, the console reloads on its own on port 5173.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { addressIn, demoEnvironment, registerRobot } from './demo-crew.mjs';

const tsx = 'node_modules/tsx/dist/cli.mjs';
const source = (room, name) => [tsx, `apps/${room}/src/${name}.ts`];
const watched = (room) => [tsx, 'watch', '--clear-screen=false', `apps/${room}/src/main.ts`];

const { crew, server } = demoEnvironment(source('crew', 'print-descriptors'));
const children = [];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start(args, env, stdio = 'inherit') {
  const child = spawn(process.execPath, args, { stdio, env: { ...process.env, ...env } });
  child.on('exit', stop);
  children.push(child);
  return child;
}

start(watched('crew'), crew);
start(['node_modules/vite/bin/vite.js'], {});
const bff = start(watched('bff'), server, ['inherit', 'pipe', 'inherit']);
let isRegistered = false;
createInterface({ input: bff.stdout }).on('line', (line) => {
  process.stdout.write(`${line}\n`);
  const url = addressIn(line);
  if (url === undefined || isRegistered) return;
  isRegistered = true;
  children.push(registerRobot(source('crew', 'register-robot'), url));
});
