import type { ControlAction } from '@countersign/hai/agent-descriptor';
import { type Clock, delay } from './clock.ts';

/** The address of an agent over HTTP: an `AgentDescriptor`, or the known part of one. */
export interface AgentAddress {
  id: string;
  name?: string;
  url: string;
  headers?: Record<string, string> | undefined;
  control?: { url: string } | undefined;
  feedback?: { url: string } | undefined;
}

/** A run at another agent that was started by this run, which is responsible for it. */
export interface ChildRun {
  address: AgentAddress;
  threadId: string;
  runId: string;
}

const attempts = 3;
const requestTimeoutMs = 5_000;

/**
 * Forwards a control to a child run. Tried three times with the same key; an unreachable child is left to back-pressure (pause)
 * or to its own limit for runs without readers (stop). Returns whether the child confirmed.
 */
export async function controlChild(
  child: ChildRun,
  action: ControlAction,
  options: { key: string; clock: Clock; reason?: string; operator?: string },
): Promise<boolean> {
  const { address, threadId, runId } = child;
  if (!address.control) return false;
  const { key, clock, reason, operator } = options;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const response = await fetch(address.control.url, {
        method: 'POST',
        headers: { ...address.headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({
          threadId,
          runId,
          action,
          idempotencyKey: key,
          ...(reason === undefined ? {} : { reason }),
          ...(operator === undefined ? {} : { operator }),
        }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.body?.cancel();
      if (response.status < 500) return response.ok;
    } catch {
      // Temporarily unreachable: the next attempt has the same key.
    }
    await delay(clock, 100 * attempt, AbortSignal.timeout(requestTimeoutMs)).catch(() => {});
  }
  return false;
}

/** Forwards an answer to the child that asked, with its key; the child's response is returned. */
export async function forwardFeedback(
  child: ChildRun,
  body: { message: unknown; idempotencyKey: string },
): Promise<Response | null> {
  const { address, threadId, runId } = child;
  if (!address.feedback) return null;
  try {
    const response = await fetch(address.feedback.url, {
      method: 'POST',
      headers: {
        ...address.headers,
        'content-type': 'application/json',
        'idempotency-key': body.idempotencyKey,
      },
      body: JSON.stringify({ threadId, runId, ...body }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    return new Response(text, {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
    });
  } catch {
    return null;
  }
}
