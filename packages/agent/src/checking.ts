import { type CheckRequest, checkRequestSchema } from '@countersign/upformat/edit-check';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import type { ChildRun } from './child-run.ts';
import { problemResponse } from './problem-response.ts';
import { readJson } from './read-json.ts';
import type { Run } from './runs/run.ts';
import type { OpenPrompt } from './runs/run-prompts.ts';

/** Path of an agent's checks, relative to its address; forwarded questions keep the name. */
export const checkEndpoint = 'check';

const forwardMs = 5_000;
const maxReplyBytes = 256 * 1024;

/** `POST /check`: the agent's check of an edited value; a forwarded question is checked by the agent that asked it. */
export async function postCheck(
  request: Request,
  options: { maxBodyBytes: number; find: (at: CheckRequest) => Run | undefined },
): Promise<Response> {
  const body = await readJson(request, checkRequestSchema, options.maxBodyBytes);
  if (!body.ok) return body.response;
  const run = options.find(body.value);
  if (run === undefined) return problemResponse('run-unknown');
  const prompt = run.prompts.get(body.value.messageId);
  if (prompt === undefined) return problemResponse('prompt-unknown');
  if (prompt.state === 'answered') return problemResponse('prompt-answered');
  if (prompt.state === 'withdrawn') return problemResponse('prompt-withdrawn');
  const { value } = body.value;
  if (prompt.child !== null)
    return forward(prompt, prompt.child, { value, signal: request.signal });
  if (prompt.check === null) return problemResponse('not-found', 'This prompt offers no check.');
  try {
    return Response.json(await prompt.check(value, request.signal));
  } catch (error) {
    const { agentId, threadId, runId } = run;
    if (!request.signal.aborted) run.onError(error, { agentId, threadId, runId, in: 'check' });
    return problemResponse('internal', 'The check failed.');
  }
}

async function forward(
  { message }: OpenPrompt,
  { address, threadId, runId }: ChildRun,
  { value, signal }: { value: unknown; signal: AbortSignal },
): Promise<Response> {
  const endpoint = upPromptOf(message).check?.endpoint;
  if (endpoint === undefined || !URL.canParse(endpoint, address.url))
    return problemResponse('not-found', 'This prompt offers no check.');
  const url = new URL(endpoint, address.url);
  // The headers are for the called agent only, not for another origin in its message.
  if (url.origin !== new URL(address.url).origin) return problemResponse('forbidden');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...address.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ threadId, runId, messageId: message.messageId, value }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(forwardMs)]),
    });
    const text = await response.text();
    if (text.length > maxReplyBytes) return problemResponse('too-large');
    return new Response(text, {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/json' },
    });
  } catch {
    return problemResponse('agent-unreachable');
  }
}
