import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';

/** One run of a scripted agent: raw access to the connection, so that it can misbehave. */
export interface ScriptedRun {
  input: RunAgentInput;
  /** The server has joined a running run again. */
  rejoined: boolean;
  /** Sends a HAI event as a frame. */
  event(event: unknown): void;
  /** Sends raw bytes. */
  raw(text: string): void;
  end(): void;
  /** Cuts the connection, even in the middle of a frame. */
  cut(): void;
  closed: Promise<void>;
}

/** A HAI agent over real HTTP whose behaviour is scripted by a test. */
export interface ScriptedAgent {
  url: string;
  /** The status of the response to feedback; only with 200 the feedback is accepted. */
  says: number;
  /** The accepted feedback, in order. */
  feedback: { message: UpMessage; idempotencyKey: string }[];
  /** The input of each of its runs, in order. */
  inputs: RunAgentInput[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

/** `resumes`: after a lost connection a run can be joined again, as its script decides. */
export async function scriptedAgent(
  play: (run: ScriptedRun, agent: ScriptedAgent) => void | Promise<void>,
  { resumes = false } = {},
): Promise<ScriptedAgent> {
  const agent: ScriptedAgent = {
    url: '',
    says: 200,
    feedback: [],
    inputs: [],
    close: async () => {},
  };
  const startRun = async (request: IncomingMessage, response: ServerResponse) => {
    const input = (await bodyOf(request)) as ScriptedRun['input'];
    const rejoined = request.headers['last-event-id'] !== undefined;
    if (!rejoined) agent.inputs.push(input);
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      ...(resumes ? { 'hai-resume': 'last-event-id' } : {}),
    });
    response.flushHeaders();
    const closed = new Promise<void>((resolve) => response.once('close', () => resolve()));
    await play(
      {
        input,
        rejoined,
        event: (event) => response.write(`data: ${JSON.stringify(event)}\n\n`),
        raw: (text) => response.write(text),
        end: () => response.end(),
        cut: () => response.destroy(),
        closed,
      },
      agent,
    );
  };
  const server: Server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/feedback') {
      bodyOf(request)
        .then((body) => {
          if (agent.says === 200) agent.feedback.push(body as ScriptedAgent['feedback'][number]);
          response.writeHead(agent.says, { 'content-type': 'application/json' }).end('{}');
        })
        .catch(() => response.destroy());
      return;
    }
    // It accepts the edit to be checked, and never replies.
    if (request.method === 'POST' && request.url === '/silent') return;
    startRun(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  agent.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  agent.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return agent;
}
