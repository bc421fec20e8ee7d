import { namedBy, readSenderId } from '@countersign/hai/sender';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import type { Thread } from './thread.ts';

/** The agents that are blocked until a prompt is answered. */
export interface Waiting {
  who: string;
  /** The work it handed over and waits for, else null. */
  what: string | null;
}

/**
 * The blast radius of a prompt: the agents named by the asking agent, and every agent that delegated work to it and waits for
 * the result.
 */
export function waitsForPrompt(thread: Thread, promptId: string): Waiting[] {
  const prompt = Object.hasOwn(thread.prompts, promptId) ? thread.prompts[promptId] : undefined;
  if (prompt === undefined || prompt.state !== 'open') return [];
  const found = new Map<string, Waiting>();
  const open = thread.items.flatMap((item) =>
    item.kind === 'exchange' && item.open ? [item] : [],
  );
  let asker = prompt.speaker;
  // At most one step per hand-over, so that a cycle of agents terminates.
  for (let step = 0; step < open.length; step += 1) {
    const above = open.findLast((exchange) => exchange.to === asker && !found.has(exchange.from));
    if (above === undefined) break;
    found.set(above.from, { who: above.from, what: above.tasks[0]?.name ?? null });
    asker = above.from;
  }
  const item = thread.items.findLast(
    (each) => each.kind === 'up-message' && each.promptId === promptId,
  );
  const named = item?.kind === 'up-message' ? (upPromptOf(item.message).waiting ?? []) : [];
  const { connection } = readSenderId(prompt.speaker);
  for (const name of named) {
    const who = namedBy(connection, name);
    if (!found.has(who)) found.set(who, { who, what: null });
  }
  return [...found.values()];
}
