import type { Ask, AskOptions } from '@countersign/agent/asking';
import type { RunContext } from '@countersign/agent/run-context';
import type { UpFeedback } from '@countersign/upformat/message';
import { feedbackOf } from '../../feedback-of.ts';
import type { TokenWriter } from '../../token-writer.ts';
import { radioTextFor } from '../../words/radio-text.ts';

/** Asks, and waits for instructions at the same time: an instruction withdraws the question. */
export async function askOrInstruction(
  context: RunContext,
  ask: Ask,
  options?: AskOptions,
): Promise<UpFeedback> {
  const asked = context.ask(ask, options);
  const listening = new AbortController();
  try {
    const received = await Promise.race([
      asked,
      context.instructions.next(listening.signal).then(({ text }) => ({ text })),
    ]);
    if (!('text' in received)) return feedbackOf(received);
    await context.withdraw(
      asked.messageId,
      radioTextFor(context.language).youSaid(received.text),
      'submitted',
    );
    return { type: 'instruction', content: { text: received.text } };
  } finally {
    listening.abort();
  }
}

/** Replies to instructions while nothing can be changed any more. The returned function stops it. */
export function declineInstructions(context: RunContext, speech: TokenWriter): () => void {
  const listening = new AbortController();
  const listen = async () => {
    for (;;) {
      const { text } = await context.instructions.next(listening.signal);
      await speech.say(radioTextFor(context.language).cannotTake(text));
    }
  };
  // Ends by its signal or with the run.
  listen().catch(() => {});
  return () => listening.abort();
}
