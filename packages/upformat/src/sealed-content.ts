import type { UpMessage } from './message.ts';

/**
 * What the digest of a prompt covers: the whole message as parsed, nothing left out. Whatever a person may have
 * seen is bound (UpFormat section 8), at the price that a new `timestamp` alone makes it another question.
 */
export function sealedContent(message: UpMessage): UpMessage {
  return message;
}
