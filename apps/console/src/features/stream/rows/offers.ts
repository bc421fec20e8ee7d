import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { createContext, useContext } from 'react';
import { isOrigin } from '../../../text/known-origins.ts';

/** Whether it is asked by a part of a message, which is drawn there. */
export const isOffer = (origin: ThreadPrompt['origin']): boolean =>
  isOrigin(origin, 'hai/button') || isOrigin(origin, 'hai/form');

/** What a message offers: the prompts of its buttons and forms by message id. */
export type Offers = ReadonlyMap<string, readonly ThreadPrompt[]>;

/** The buttons and forms of a thread that are questions in the inbox. */
export function offersOf(prompts: Readonly<Record<string, ThreadPrompt>>): Offers {
  const offers = new Map<string, ThreadPrompt[]>();
  for (const prompt of Object.values(prompts)) {
    const { origin, sourceId } = prompt;
    if (sourceId === undefined || !isOffer(origin)) continue;
    offers.set(sourceId, [...(offers.get(sourceId) ?? []), prompt]);
  }
  return offers;
}

export const OffersContext = createContext<Offers>(new Map());
/** Id of the message around; null = none, as in an output inside a tool list. */
export const MessageContext = createContext<string | null>(null);

/** The question of this output of the message: an open one before a closed one; null = there is none on the server. */
export function useOffer(part: 'button' | 'form'): ThreadPrompt | null {
  const offers = useContext(OffersContext);
  const messageId = useContext(MessageContext);
  const mine = (messageId === null ? [] : (offers.get(messageId) ?? [])).filter((prompt) =>
    isOrigin(prompt.origin, part === 'button' ? 'hai/button' : 'hai/form'),
  );
  return mine.find(({ state }) => state === 'open') ?? mine.at(-1) ?? null;
}
