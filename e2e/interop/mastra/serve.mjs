// Serves the bridged agents over HTTP, each run as an SSE stream. Prints one line of JSON when it is ready.
import { createServer } from 'node:http';
import { bridgedAgents, mockModel, sentTransfers } from './mastra.mjs';

const model = await mockModel();
const agents = bridgedAgents(model.url);

/** The body of a run; null = it is none. */
function runInput(body) {
  try {
    const input = JSON.parse(body);
    return typeof input.threadId === 'string' && typeof input.runId === 'string' ? input : null;
  } catch {
    return null;
  }
}

const server = createServer(async (request, response) => {
  if (request.url === '/sent') return response.end(String(sentTransfers()));
  const agent = agents[request.url];
  if (agent === undefined || request.method !== 'POST') return response.writeHead(404).end();
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const input = runInput(body);
  if (input === null) return response.writeHead(400).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  agent
    .clone()
    .run(input)
    .subscribe({
      next: send,
      error(error) {
        send({ type: 'RUN_ERROR', message: error.message });
        response.end();
      },
      complete: () => response.end(),
    });
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ url, sent: `${url}/sent` })}\n`);
});
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
