import type { UpMessage } from './message.ts';

/**
 * What the digest of a prompt covers: the whole message as parsed. Everything a person may have seen is
 * covered (docs/protocol/message.md); as a consequence, a new `timestamp` makes it another version.
 */
export function sealedContent(message: UpMessage): UpMessage {
  return message;
}
