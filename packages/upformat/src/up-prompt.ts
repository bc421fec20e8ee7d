import type { z } from 'zod';
import { type UpMessage, type UpPrompt, upPromptSchema } from './message.ts';

/** The earlier place of each member of `upPrompt`. */
export const earlierSpellings = {
  ask: 'ask',
  effect: 'effect',
  severity: 'severity',
  priority: 'priority',
  expiresAt: 'expiresAt',
  defaultFeedback: 'defaultFeedback',
  allowed: 'allowedFeedback',
  revision: 'revision',
  extension: 'extension',
  waiting: 'waiting',
} as const satisfies Partial<Record<keyof UpPrompt, string>>;

const shape: Readonly<Record<string, z.ZodType>> = upPromptSchema.shape;

/** Messages are immutable, so the result can be cached. */
const read = new WeakMap<UpMessage, UpPrompt>();

/**
 * The prompt members of a message (docs/protocol/message.md), from `upPrompt` and, for each member, from the earlier spelling next to
 * the payload; `upPrompt` wins. An earlier spelling of the wrong type counts as absent. The only way to read these members.
 */
export function upPromptOf(message: UpMessage): UpPrompt {
  const known = read.get(message);
  if (known !== undefined) return known;
  const earlier: Record<string, unknown> = {};
  for (const [name, spelling] of Object.entries(earlierSpellings)) {
    if (!Object.hasOwn(message, spelling)) continue;
    const parsed = shape[name]?.safeParse(message[spelling]);
    if (parsed?.success && parsed.data !== undefined) earlier[name] = parsed.data;
  }
  const given = Object.entries(message.upPrompt ?? {}).filter(([, value]) => value !== undefined);
  const result: UpPrompt = { ...earlier, ...Object.fromEntries(given) };
  read.set(message, result);
  return result;
}

/** The same message with the earlier spellings moved under `upPrompt`: sent messages always use one spelling. */
export function withUpPrompt<Part extends Partial<UpMessage>>(message: Part): Part {
  const moved: UpPrompt = {};
  const rest: Part = { ...message };
  for (const [name, spelling] of Object.entries(earlierSpellings)) {
    if (!Object.hasOwn(message, spelling)) continue;
    if (message[spelling] !== undefined) moved[name] = message[spelling];
    delete rest[spelling];
  }
  if (Object.keys(moved).length === 0) return message;
  return { ...rest, upPrompt: { ...moved, ...message.upPrompt } };
}
