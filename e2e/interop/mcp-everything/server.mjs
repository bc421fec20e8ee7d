// The reference server that exercises all of MCP, over streamable HTTP on a free port. Prints one line of JSON when it is ready.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const host = '127.0.0.1';
const program = fileURLToPath(
  new URL('node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

const port = await new Promise((resolve) => {
  const probe = createServer();
  probe.listen(0, host, () => {
    const free = probe.address().port;
    probe.close(() => resolve(free));
  });
});

const child = spawn(process.execPath, [program, 'streamableHttp'], {
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { ...process.env, PORT: String(port) },
});
let output = '';
child.stderr.on('data', (chunk) => {
  const wasReady = output.includes('listening on port');
  output = (output + chunk).slice(-20_000);
  if (wasReady || !output.includes('listening on port')) return;
  process.stdout.write(`${JSON.stringify({ url: `http://${host}:${port}/mcp` })}\n`);
});
child.once('exit', (code) => {
  process.stderr.write(output);
  process.exit(code ?? 0);
});

const stop = () => {
  child.kill('SIGKILL');
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
