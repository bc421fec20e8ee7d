import type { MessageWriter } from '@countersign/agent/message-writer';
import type { RunContext } from '@countersign/agent/run-context';

/** Writes text and reasoning token by token, at a pace a person can follow; every token is a separate event. */
export interface TokenWriter {
  think(writer: MessageWriter, text: string): Promise<void>;
  write(writer: MessageWriter, text: string): Promise<void>;
  /** A whole message. */
  say(text: string): Promise<void>;
}

/** Words with the following space, and line breaks; joined again they are the text. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S+\s?|\s+$/g) ?? [];

export function createTokenWriter(context: RunContext, tokenDelayMs: number): TokenWriter {
  const pace = async (text: string, send: (token: string) => Promise<void>) => {
    for (const token of tokensOf(text)) {
      await send(token);
      await context.sleep(tokenDelayMs);
    }
  };
  const write = (writer: MessageWriter, text: string) => pace(text, writer.text);
  return {
    write,
    think: (writer, text) => pace(text, writer.thinking),
    async say(text) {
      const writer = await context.message();
      await write(writer, text);
      await writer.end();
    },
  };
}
