import { randomUUID } from 'node:crypto';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { type RunReader, readRun, timeout } from './run-reader.ts';

/** What is sent to the agent, and how patient the check is. */
export interface CheckOptions {
  agent: AgentDescriptor;
  /** The message that starts each run; it should make the agent ask. */
  message: string;
  /** A structured input, for agents that take one. */
  input?: unknown;
  /** A run without data, or a request without a response, is given up after this. */
  patienceMs: number;
}

/** A response that is not a stream. */
export interface Reply {
  status: number;
  contentType: string;
  body: unknown;
}

/** The agent that is checked. */
export interface Target {
  readonly agent: AgentDescriptor;
  readonly patienceMs: number;
  readonly runs: number;
  /** Starts a run; the same ids again are the same run. */
  start(ids?: RunIds, headers?: Record<string, string>): Promise<StartedRun>;
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Stops a run, if the agent can. */
  stop(ids: RunIds): Promise<void>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

export interface RunIds {
  threadId: string;
  runId: string;
}
export interface StartedRun extends RunIds {
  reader: RunReader;
}

export function createTarget({ agent, message, input, patienceMs }: CheckOptions): Target {
  const open = new Set<StartedRun>();
  const started = new Set<string>();
  const headersOf = (url: string): Record<string, string> => {
    const { origin } = new URL(url);
    const own = origin === new URL(agent.url).origin || agent.headersAlsoTo?.includes(origin);
    return own === true ? (agent.headers ?? {}) : {};
  };
  const send = async (url: string, body: string, headers: Record<string, string>) => {
    const limit = timeout(patienceMs);
    const abort = new AbortController();
    const request = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(url), ...headers },
      body,
      signal: abort.signal,
      redirect: 'manual',
    });
    const response = await Promise.race([request, limit.done]).finally(limit.cancel);
    if (response !== 'timeout') return { response, abort };
    abort.abort();
    await request.catch(() => {});
    throw new Error(`There was no response within ${patienceMs / 1_000} s.`);
  };

  const stop = async ({ threadId, runId }: RunIds): Promise<void> => {
    if (agent.control === undefined) return;
    const body = { threadId, runId, action: 'stop', reason: 'The check is over' };
    const sent = await send(agent.control.url, JSON.stringify(body), {}).catch(() => null);
    sent?.abort.abort();
  };

  return {
    agent,
    patienceMs,
    get runs() {
      return started.size;
    },
    async start(given, headers = {}) {
      const ids = given ?? { threadId: randomUUID(), runId: randomUUID() };
      const body = JSON.stringify({
        ...ids,
        messages: [{ id: `${ids.runId}:message`, role: 'user', content: message }],
        tools: [],
        context: [],
        ...(input === undefined ? {} : { forwardedProps: { input } }),
      });
      const { response } = await send(agent.url, body, { accept: 'text/event-stream', ...headers });
      started.add(ids.runId);
      const run = { ...ids, reader: readRun(response, patienceMs) };
      open.add(run);
      void run.reader.ended.then((how) => {
        if (how === 'ended') open.delete(run);
      });
      return run;
    },
    async post(url, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { response, abort } = await send(url, text, headers);
      const { status } = response;
      const contentType = response.headers.get('content-type') ?? '';
      if (/^text\/event-stream\b/i.test(contentType)) {
        // A run was started where none was expected; it is not read.
        abort.abort();
        return { status, contentType, body: '' };
      }
      const limit = timeout(patienceMs);
      const read = await Promise.race([response.text(), limit.done]).finally(limit.cancel);
      abort.abort();
      return { status, contentType, body: parsed(read) };
    },
    stop,
    async close() {
      for (const run of open) {
        await stop(run);
        run.reader.close();
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
