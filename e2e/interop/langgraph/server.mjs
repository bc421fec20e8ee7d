// LangGraph's development server behind AG-UI's own bridge, on free ports. Prints one line of JSON when both are ready.
// Paths: /outcome/<graph> and /default/<graph> are AG-UI endpoints; `langgraph` in the line is the server's own address.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { EventEncoder } from '@ag-ui/encoder';
import { LangGraphAgent } from '@ag-ui/langgraph';

const host = '127.0.0.1';
const here = fileURLToPath(new URL('.', import.meta.url));

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, host, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function startLangGraph() {
  const port = await freePort();
  const cli = fileURLToPath(
    new URL('node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs', import.meta.url),
  );
  const child = spawn(
    process.execPath,
    [cli, 'dev', '--no-browser', '--host', host, '--port', String(port)],
    {
      cwd: here,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LANGSMITH_TRACING: 'false', LANGGRAPH_API_URL: '' },
    },
  );
  let output = '';
  const collect = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const url = `http://${host}:${port}`;
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`LangGraph's server ended early:\n${output}`);
    const up = await fetch(`${url}/ok`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`LangGraph's server did not become ready:\n${output}`);
}

const { url: deploymentUrl, child } = await startLangGraph();

/** The body of a run; null = it is none. */
async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  try {
    const input = JSON.parse(text);
    return typeof input.threadId === 'string' && typeof input.runId === 'string' ? input : null;
  } catch {
    return null;
  }
}

const server = createServer(async (request, response) => {
  const [, mode, graphId] = (request.url ?? '').split('/');
  if (request.method !== 'POST' || !graphId) {
    response.writeHead(404).end();
    return;
  }
  const input = await bodyOf(request);
  if (input === null) {
    response.writeHead(400).end();
    return;
  }
  const encoder = new EventEncoder();
  response.writeHead(200, { 'content-type': encoder.getContentType() });
  // One agent per request, as the runtimes do: only the server's thread is kept.
  const agent = new LangGraphAgent({
    deploymentUrl,
    graphId,
    emitInterruptOutcome: mode === 'outcome',
  });
  agent.run(input).subscribe({
    next: (event) => response.write(encoder.encodeSSE(event)),
    error: (error) => {
      response.write(
        encoder.encodeSSE({ type: 'RUN_ERROR', message: String(error?.message ?? error) }),
      );
      response.end();
    },
    complete: () => response.end(),
  });
});
server.listen(0, host, () => {
  const url = `http://${host}:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ url, langgraph: deploymentUrl })}\n`);
});

const stop = () => {
  child.kill('SIGTERM');
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);
