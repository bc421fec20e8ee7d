import { createServer, type ServerResponse } from 'node:http';
import { createArrivals } from './arrivals.ts';
import { listenLocally } from './local-server.ts';

type JsonObject = Record<string, unknown>;

/** One request of the agent, from its side. */
interface Call {
  method: string;
  path: string;
  body: JsonObject;
  secret: string | undefined;
}

/** A server of ACP 0.2.0 with one agent, in plain node:http, made after its OpenAPI; its responses are set by the test. */
export interface AcpAgent {
  /** Address of its only agent. */
  url: string;
  origin: string;
  calls: Call[];
  /** The n-th request with this method and path, as soon as it has arrived. */
  called(request: string, index?: number): Promise<Call>;
  /** Sends an event in the stream that was opened last. */
  say(event: JsonObject): void;
  end(): void;
  /** Closes the connection abruptly. */
  cut(): void;
  /** The run as it is read. */
  run: JsonObject;
  /** It has no streams: a run is answered at once. */
  refusesStreams: boolean;
  /** The manifests that it lists. */
  manifests: JsonObject[];
  close(): Promise<void>;
}

export const acpRunId = 'dadf8e26-8395-4fc5-850f-1c91600f8d2a';

/** A run of the agent in a status. */
export const acpRun = (status: string, more: JsonObject = {}): JsonObject => ({
  run_id: acpRunId,
  agent_name: 'letter',
  status,
  output: [],
  ...more,
});

export const acpMessage = (...parts: JsonObject[]): JsonObject => ({ role: 'agent/letter', parts });

export const acpText = (content: string): JsonObject => ({ content_type: 'text/plain', content });

/** A run that awaits the answer to a question. */
export const acpAwaiting = (...parts: JsonObject[]): JsonObject =>
  acpRun('awaiting', { await_request: { type: 'message', message: acpMessage(...parts) } });

export async function startAcpAgent(): Promise<AcpAgent> {
  const calls: Call[] = [];
  const arrivals = createArrivals();
  let stream: ServerResponse | null = null;

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const secret = request.headers['x-secret'];
    const body: JsonObject = text === '' ? {} : JSON.parse(text);
    const path = request.url ?? '';
    const method = request.method ?? '';
    const answer = (status: number, value: JsonObject) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const named = agent.manifests.find(({ name }) => path === `/agents/${name}`);
    if (method === 'GET' && path === '/agents') answer(200, { agents: agent.manifests });
    else if (method === 'GET' && named !== undefined) answer(200, named);
    else if (method === 'GET' && path === `/runs/${acpRunId}`) answer(200, agent.run);
    else if (method === 'POST' && path === `/runs/${acpRunId}/cancel`) {
      answer(202, { ...agent.run, status: 'cancelling' });
    } else if (method === 'POST' && (path === '/runs' || path === `/runs/${acpRunId}`)) {
      if (body['mode'] !== 'stream') answer(202, agent.run);
      else if (agent.refusesStreams) {
        answer(422, { code: 'invalid_input', message: 'There are no streams here.' });
      } else {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'run-id': acpRunId });
        response.flushHeaders();
        stream = response;
      }
    } else answer(404, { code: 'not_found', message: 'Nothing is here.' });
    const said = typeof secret === 'string' ? secret : undefined;
    calls.push({ method, path, body, secret: said });
    arrivals.announce();
  });
  const { origin, close } = await listenLocally(server);
  const agent: AcpAgent = {
    url: `${origin}/agents/letter`,
    origin,
    calls,
    called: (wanted, index = 0) =>
      arrivals.until(
        () => calls.filter(({ method, path }) => `${method} ${path}` === wanted)[index],
      ),
    say: (event) => void stream?.write(`data: ${JSON.stringify(event)}\n\n`),
    end: () => void stream?.end(),
    cut: () => void stream?.destroy(),
    run: acpRun('in-progress'),
    refusesStreams: false,
    manifests: [acpManifest('letter')],
    close,
  };
  return agent;
}

export const acpManifest = (name: string): JsonObject => ({
  name,
  description: 'Writes letters, and asks before it sends them.',
  input_content_types: ['*/*'],
  output_content_types: ['text/plain'],
  metadata: {
    capabilities: [{ name: 'Letters', description: 'Writes a letter' }],
    tags: ['mail'],
    author: { name: 'Acme', url: 'https://acme.example' },
  },
});
