import type { Prompt } from '@countersign/api/prompt';
import type { EditCheck, UncheckedReason } from '@countersign/api/prompts/edit-check';
import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import { discardBody, postToAgent, readText } from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';
import type { CheckRequest } from '@countersign/upformat/edit-check';
import type { UpMessage } from '@countersign/upformat/message';
import { placeInPayload, valueAsSent } from '@countersign/upformat/reading/bare-payload';
import { readCheck } from '@countersign/upformat/reading/read-check';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import { headersTo, type KnownAgent } from '../agents/secret-headers.ts';
import { readRun } from '../rows/runs.ts';

export interface EditChecks {
  /**
   * Asks the agent of a prompt about an edited value. Never rejects, and stores nothing: the result is for the requesting operator.
   */
  check(asked: {
    prompt: Prompt;
    value: unknown;
    operatorId: string;
    signal: AbortSignal;
  }): Promise<EditCheck>;
}

/** For the complete response. An operator is waiting for it while typing. */
export const answerMs = 5_000;
/** Of a response; a longer one is discarded. */
export const maxReplyBytes = 256 * 1024;
/** Per agent, at a time. */
export const maxAtOnce = 4;

const unchecked = (
  reason: UncheckedReason,
  { text: detail, statement }: WrittenStatement,
): EditCheck => ({ outcome: 'unchecked', reason, detail, statement });

/** Forwards edited values to the check that the agent offers with its question (`upPrompt.check`). */
export function createEditChecks({
  journal,
  registry,
  clock,
}: {
  journal: Journal;
  registry: AgentDirectory;
  clock: Clock;
}): EditChecks {
  /** The newest check per operator and prompt. */
  const newest = new Map<string, AbortController>();
  const atAgent = new Map<string, number>();

  return {
    async check({ prompt, value, operatorId, signal }) {
      const offered = upPromptOf(prompt.message).check;
      if (offered === undefined) return unchecked('not-offered', say('check.not-offered'));
      const run = await readRun(journal.read, prompt.runId);
      const agent = run === undefined ? null : await registry.descriptor(run.agent);
      if (run === undefined || agent === null) return unchecked('gone', say('check.agent-gone'));
      const url = ownAddress(agent, offered.endpoint);
      if (url === null) return unchecked('elsewhere', say('check.elsewhere'));
      const key = JSON.stringify([operatorId, prompt.id]);
      newest.get(key)?.abort();
      const going = atAgent.get(agent.id) ?? 0;
      if (going >= maxAtOnce) return unchecked('busy', say('check.busy', { agent: agent.name }));
      const abort = new AbortController();
      const onAbort = () => abort.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      newest.set(key, abort);
      atAgent.set(agent.id, going + 1);
      try {
        const body: CheckRequest = {
          threadId: run.thread,
          runId: run.id,
          messageId: prompt.source.id === '' ? prompt.message.messageId : prompt.source.id,
          value: valueAsSent(prompt.message, value),
        };
        const checked = await askAgent(agent, { url, body, signal: abort.signal, clock });
        return inPayload(prompt.message, checked);
      } finally {
        signal.removeEventListener('abort', onAbort);
        if (newest.get(key) === abort) newest.delete(key);
        const left = (atAgent.get(agent.id) ?? 1) - 1;
        if (left > 0) atAgent.set(agent.id, left);
        else atAgent.delete(agent.id);
      }
    },
  };
}

/** The agent's faults are at places of what it was sent. */
function inPayload(message: UpMessage, checked: EditCheck): EditCheck {
  if (checked.outcome === 'unchecked') return checked;
  const faults = checked.faults.map((fault) => ({
    ...fault,
    path: placeInPayload(message, fault.path),
  }));
  return { ...checked, faults };
}

/** An agent may not direct this server to other hosts: its headers are secrets, and other hosts must not be called. */
function ownAddress(agent: KnownAgent, endpoint: string): string | null {
  if (!URL.canParse(endpoint, agent.url)) return null;
  const url = new URL(endpoint, agent.url);
  if (url.origin !== new URL(agent.url).origin || url.username !== '' || url.password !== '')
    return null;
  url.hash = '';
  return url.href;
}

async function askAgent(
  agent: KnownAgent,
  call: { url: string; body: CheckRequest; signal: AbortSignal; clock: Clock },
): Promise<EditCheck> {
  const { url, body, clock } = call;
  const limit = new AbortController();
  let isLate = false;
  const cancel = clock.schedule(() => {
    isLate = true;
    limit.abort();
  }, answerMs);
  const signal = AbortSignal.any([call.signal, limit.signal]);
  try {
    const headers = { accept: 'application/json', ...headersTo(agent, url) };
    const response = await postToAgent({ url, headers, body, signal, timeoutMs: answerMs, clock });
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      discardBody(response, clock);
      const reason = status === 404 || status === 410 ? 'gone' : 'refused';
      return unchecked(reason, say('delivery.status', { agent: agent.name, status }));
    }
    return readReply(agent, await readText(response, maxReplyBytes + 1));
  } catch (error) {
    if (call.signal.aborted) return unchecked('superseded', say('check.superseded'));
    const failure = describeFailure(error);
    const isTimeout = isLate || (failure instanceof AgentFailure && failure.code === 'timeout');
    return isTimeout
      ? unchecked('timeout', say('check.timeout', { agent: agent.name, seconds: answerMs / 1_000 }))
      : unchecked(
          'unreachable',
          say('check.unreachable', { agent: agent.name, why: failure.said }),
        );
  } finally {
    cancel();
  }
}

function readReply(agent: KnownAgent, text: string): EditCheck {
  const unreadable = (why: WrittenStatement) => unchecked('unreadable', why);
  const { name } = agent;
  if (Buffer.byteLength(text) > maxReplyBytes)
    return unreadable(say('check.too-large', { agent: name, kib: maxReplyBytes / 1_024 }));
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return unreadable(say('check.not-json', { agent: name }));
  }
  const read = readCheck(reply);
  return read === null
    ? unreadable(say('check.not-a-check', { agent: name }))
    : { outcome: 'checked', ...read };
}
