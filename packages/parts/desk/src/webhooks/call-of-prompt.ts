import { createHash } from 'node:crypto';
import type { Prompt } from '@countersign/api/prompt';
import type { PromptCallBody } from '../rows/webhook-calls.ts';
import type { KnownWebhook } from '../rows/webhooks.ts';

/** One id per webhook, prompt and turn: a call that is created twice is one call. */
export function callIdOf(webhookId: string, promptId: string, turn: number): string {
  const digest = createHash('sha256').update(JSON.stringify([webhookId, promptId, turn]));
  return `msg_${digest.digest('hex').slice(0, 32)}`;
}

const iso = (at: number) => new Date(at).toISOString();

/** That a person is needed, but not the question: an agent's words are never sent to webhooks. */
export function callData(prompt: Prompt): PromptCallBody['data'] {
  return {
    promptId: prompt.id,
    taskId: prompt.taskId,
    agentId: prompt.agentId,
    severity: prompt.severity,
    openedAt: iso(prompt.openedAt),
    expiresAt: prompt.expiresAt === null ? null : iso(prompt.expiresAt),
  };
}

const rank = { info: 0, minor: 1, major: 2, critical: 3 };

/** Whether the webhook is called for a prompt. */
export function isCalledFor(webhook: KnownWebhook, prompt: Prompt): boolean {
  return (
    webhook.enabled &&
    prompt.state === 'open' &&
    prompt.blocking &&
    prompt.openedAt >= webhook.since &&
    rank[prompt.severity] >= rank[webhook.severityFrom]
  );
}
