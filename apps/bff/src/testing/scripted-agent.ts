import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { ControlRequest } from '@countersign/hai/agent-descriptor';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { createArrivals } from '@countersign/testkit/arrivals';
import { listenLocally } from '@countersign/testkit/local-server';
import type { UpMessage } from '@countersign/upformat/message';

/** One POST of the server to the agent, from the agent's side. */
export interface AgentRun {
  input: RunAgentInput;
  /** The body as received. */
  text: string;
  headers: IncomingHttpHeaders;
  response: ServerResponse;
  /** Sends an event with the next id. */
  send(event: object): void;
  /** Sends text unchanged. */
  raw(text: string): void;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
}

export interface Feedback {
  key: string | undefined;
  runId: string;
  headers: IncomingHttpHeaders;
  message: UpMessage;
  /** The body as received. */
  text: string;
}

/** A check of an edited value, from the agent's side. */
export interface AgentCheck {
  /** The body as received. */
  text: string;
  headers: IncomingHttpHeaders;
}

export interface ScriptedAgent {
  url: string;
  feedbackUrl: string;
  controlUrl: string;
  runs: AgentRun[];
  feedbacks: Feedback[];
  controls: ControlRequest[];
  /** The n-th POST (from 0), as soon as it is there. */
  run(index: number): Promise<AgentRun>;
  feedback(index: number): Promise<Feedback>;
  control(index: number): Promise<ControlRequest>;
  close(): Promise<void>;
}

export interface Script {
  onRun?: (run: AgentRun) => void;
  /** Headers of the stream; `hai-resume` makes the agent resumable. */
  headers?: Record<string, string>;
  /** Replaces the response to a POST of a run; true = it has responded. */
  reply?: (response: ServerResponse, index: number) => boolean;
  /** `cut` breaks the connection, `hang` never answers. */
  feedbackStatus?: (index: number) => number | 'cut' | 'hang' | Promise<number>;
  controlStatus?: (index: number) => number;
  /** What the run is said to do in the answer to a control. */
  controlSays?: string;
  /** Answers a check of an edited value (`check`, independent of the run). */
  onCheck?: (call: AgentCheck, response: ServerResponse) => void;
  /** Awaited before a control is answered. */
  beforeControl?: () => Promise<void>;
}

/** An agent of plain node:http that does exactly what a test specifies. */
export async function startScriptedAgent(script: Script = {}): Promise<ScriptedAgent> {
  const runs: AgentRun[] = [];
  const feedbacks: Feedback[] = [];
  const controls: ControlRequest[] = [];
  const { announce, until } = createArrivals();
  let posts = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text);
    const reply = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    if (request.url === '/feedback') {
      const given = script.feedbackStatus?.(feedbacks.length) ?? 200;
      const key = request.headers['idempotency-key'];
      feedbacks.push({
        key: typeof key === 'string' ? key : undefined,
        runId: body.runId,
        headers: request.headers,
        message: body.message,
        text,
      });
      const status = await given;
      if (status === 'cut') request.socket.destroy();
      else if (status !== 'hang') reply(status);
      announce();
      return;
    }
    if (request.url === '/check') {
      script.onCheck?.({ text, headers: request.headers }, response);
      return;
    }
    if (request.url === '/control') {
      const status = script.controlStatus?.(controls.length) ?? 200;
      controls.push(body);
      announce();
      await script.beforeControl?.();
      const says = script.controlSays ?? (body.action === 'stop' ? 'stopping' : 'running');
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ runId: body.runId, status: says }));
      return;
    }
    if (script.reply?.(response, posts++) === true) return;
    response.writeHead(200, { 'content-type': 'text/event-stream', ...script.headers });
    let nextId = Number(request.headers['last-event-id'] ?? 0);
    const run: AgentRun = {
      input: body,
      text,
      headers: request.headers,
      response,
      send: (event) => void response.write(`id: ${++nextId}\ndata: ${JSON.stringify(event)}\n\n`),
      raw: (raw) => void response.write(raw),
      end: () => void response.end(),
      cut: () => void request.socket.destroy(),
    };
    response.flushHeaders();
    runs.push(run);
    script.onRun?.(run);
    announce();
  });
  const { origin, close } = await listenLocally(server);
  return {
    url: `${origin}/run`,
    feedbackUrl: `${origin}/feedback`,
    controlUrl: `${origin}/control`,
    runs,
    feedbacks,
    controls,
    run: (index) => until(() => runs[index]),
    feedback: (index) => until(() => feedbacks[index]),
    control: (index) => until(() => controls[index]),
    close,
  };
}

/** `CUSTOM upformat.message` with defaults for what a test leaves out. */
export function upMessage(
  threadId: string,
  message: Partial<UpMessage> & Pick<UpMessage, 'messageId' | 'state'>,
): object {
  const value = { threadId, timestamp: '2026-01-01T00:00:00Z', ...message };
  return { type: 'CUSTOM', name: 'upformat.message', value };
}
