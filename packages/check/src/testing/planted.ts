import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { CheckId } from '../titles.ts';

/** An agent with one fault, served over HTTP. */
export interface Planted {
  fault: string;
  /** The rule that finds it. */
  found: CheckId;
  /** What the finding names. */
  says?: RegExp;
  start(): Promise<Served>;
  /** The check waits so long for something that never comes, ms. */
  patienceMs?: number;
  /** The tool that is called. */
  tool?: string;
}

export interface Served {
  agent: AgentDescriptor;
  close(): unknown;
}

export type Json = Record<string, unknown>;

export const document = (body: unknown, init: ResponseInit = {}): Response =>
  Response.json(body, init);

/** An event stream of these documents; it stays open if it `holds`. */
export function stream(
  documents: readonly unknown[],
  holds = false,
  headers: HeadersInit = {},
): Response {
  const text = documents.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (!holds) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } });
}

export async function bodyOf(request: Request): Promise<Json | null> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : null;
}

/** Replaces words in what would be sent. */
export const reworded = <Value>(value: Value, from: string | RegExp, to: string): Value =>
  JSON.parse(JSON.stringify(value).replace(from, to));
