import type { Decision, Prompt } from '@countersign/api/prompt';
import type { OutboxEntry } from '@countersign/client/client';
import type { UpFeedback } from '@countersign/upformat/message';
import { useEffect } from 'react';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { useOutbox } from '../../../live/session/connection.ts';

/** The answer being sent, as it was put into the outbox. */
export function feedbackIn(entry: OutboxEntry | null): UpFeedback | null {
  const body = entry?.body;
  if (typeof body !== 'object' || body === null || !('feedback' in body)) return null;
  return body.feedback as UpFeedback;
}

/** The status of the answer sent from this tab. */
export interface Sent {
  entry: OutboxEntry | null;
  /** Being sent and not yet recorded. */
  inFlight: boolean;
  /** `despiteClaim`: although another operator holds the prompt. */
  send: (feedback: UpFeedback, despiteClaim?: boolean) => void;
  retry: () => void;
  dismiss: () => void;
}

/** The prompt contained in a refusal (409, 410, 412): the newest version, if it has the shape. */
function promptIn(entry: OutboxEntry | null): Prompt | null {
  const prompt = entry?.problem?.['prompt'];
  return typeof prompt === 'object' && prompt !== null && 'digest' in prompt && 'message' in prompt
    ? (prompt as Prompt)
    : null;
}

/** The decision inside the server's receipt. */
export function receiptOf(entry: OutboxEntry | null): Decision | null {
  const result = entry?.result;
  if (typeof result !== 'object' || result === null || !('decision' in result)) return null;
  const { decision } = result;
  return typeof decision === 'object' && decision !== null ? (decision as Decision) : null;
}

/** A receipt for a prompt that is open: the fact has not arrived yet, or the answer was recalled. The server knows which. */
function useReopened(prompt: Prompt, entry: OutboxEntry | null): void {
  const { outbox } = useClient();
  const { read } = usePromptActions(prompt.id);
  const id = entry?.state === 'recorded' && prompt.state === 'open' ? entry.id : null;
  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void read().then((now) => {
      if (isWanted && now?.state === 'open') outbox.dismiss(id);
    });
    return () => {
      isWanted = false;
    };
  }, [id, read, outbox]);
}

/** The outbox entry of this prompt, and the ways to make, repeat and forget it. */
export function useSent(prompt: Prompt): Sent {
  const client = useClient();
  const entries = useOutbox();
  const entry =
    entries.findLast((each) => each.kind === 'decision' && each.promptId === prompt.id) ?? null;
  const newer = promptIn(entry);
  useEffect(() => {
    if (newer !== null) client.prompts.put([newer]);
  }, [newer, client]);
  useReopened(prompt, entry);
  return {
    entry,
    inFlight: entry !== null && (entry.state === 'sending' || entry.state === 'waiting'),
    send(feedback, despiteClaim = false) {
      if (entry !== null) client.outbox.dismiss(entry.id);
      client.outbox.decide({
        promptId: prompt.id,
        feedback,
        digest: prompt.digest,
        ...(despiteClaim ? { despiteClaim } : {}),
      });
    },
    retry: () => entry && client.outbox.retry(entry.id),
    dismiss: () => entry && client.outbox.dismiss(entry.id),
  };
}
