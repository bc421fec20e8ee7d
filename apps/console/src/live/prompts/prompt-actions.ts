import type { CreateSnooze, Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '../query-keys.ts';
import { useClient } from '../session/client-context.tsx';
import { readAgain } from '../use-route.ts';
import { readWhole } from './whole-prompts.ts';

export interface PromptActions {
  /** One step of what the agent allows, from the deadline that was shown (epoch ms). */
  extend: (expiresAt: number) => Promise<void>;
  /** The schema that it refers to; its form and its seal change with it. */
  loadSchema: () => Promise<void>;
  wake: () => Promise<void>;
  /** Never ask about calls of its tool again. */
  dismissTool: () => Promise<void>;
  /** Takes an answer back that has not left. */
  recall: (decisionId: string) => Promise<void>;
  /** Adds a comment to an open prompt, which stays open. */
  comment: (feedback: UpFeedback, idempotencyKey: string) => Promise<void>;
  /** Closes a prompt whose answer cannot be delivered to any agent. */
  dismiss: (reason: string) => Promise<void>;
  /** The prompt as the server has it now; undefined when it could not be read. */
  read: () => Promise<Prompt | undefined>;
}

/** What the server is asked about one prompt besides an answer; afterwards, and after a refusal, its newest state is shown. */
export function usePromptActions(promptId: string): PromptActions {
  const client = useClient();
  const cache = useQueryClient();
  return useMemo(() => {
    const { api } = client;
    const read = async () => {
      try {
        return await readWhole(client, promptId);
      } catch {
        // Shows what is known; the additional request has its own error.
        return undefined;
      }
    };
    const applied = async (work: Promise<unknown>) => {
      try {
        await work;
      } finally {
        await read();
      }
    };
    return {
      extend: (expiresAt) => applied(api.extendPrompt(promptId, expiresAt)),
      loadSchema: () => applied(api.loadSchema(promptId)),
      wake: () => applied(api.wakePrompt(promptId)),
      async dismissTool() {
        await applied(api.dismissTool(promptId));
        await readAgain(cache, '/api/agents');
      },
      recall: (decisionId) => applied(api.recallDecision(decisionId)),
      comment: (feedback, idempotencyKey) =>
        applied(api.createComment(promptId, { feedback, idempotencyKey })),
      dismiss: (reason) => applied(api.dismissPrompt(promptId, reason)),
      read,
    };
  }, [client, cache, promptId]);
}

/**
 * Snoozes prompts until the same time, one after the other; failures are reported after all were tried, and prompts that are snoozed
 * already stay so.
 */
export function useSnooze(promptIds: readonly string[]): (body: CreateSnooze) => Promise<void> {
  const client = useClient();
  const cache = useQueryClient();
  return async (body) => {
    const faults: unknown[] = [];
    for (const id of promptIds) {
      try {
        await client.api.snoozePrompt(id, body);
      } catch (error) {
        faults.push(error);
      } finally {
        await cache.invalidateQueries({ queryKey: queryKeys.prompt(id) });
      }
    }
    if (faults.length > 0) throw faults[0];
  };
}
