import type { Output } from '@countersign/hai/event';
import type { Run } from './runs/run.ts';

/** Writes one message in pieces. Each call resolves when its event has passed the gate: await it. */
export interface MessageWriter {
  readonly messageId: string;
  /** A piece of text, as small as a token. */
  text(chunk: string): Promise<void>;
  /** A piece of reasoning; consecutive ones make one collapsible block with its seconds. */
  thinking(chunk: string): Promise<void>;
  /** Any Gen UI output (docs/protocol/events.md). Outputs with the same `blockId` belong together. */
  output(output: Output, options?: { blockId?: string; background?: string }): Promise<void>;
  end(): Promise<void>;
}

export interface MessageOptions {
  messageId?: string;
  role?: string;
}

/** Starts a message. */
export async function startMessage(run: Run, options: MessageOptions): Promise<MessageWriter> {
  const messageId = options.messageId ?? run.createId();
  let thinkingSince: number | null = null;
  let ended = false;

  const content = (
    delta: string | { output: Output },
    more: { blockId?: string; style?: { background: string } } = {},
  ) => run.gate.emit({ ...more, type: 'BUSINESS_DATA_CONTENT', messageId, delta });
  const thinkingDelta = (chunk: string, thinking: boolean) => {
    const elapsed = (run.clock.now() - (thinkingSince ?? run.clock.now())) / 1000;
    const data = { content: chunk, elapsed: Math.round(elapsed * 10) / 10, thinking };
    return { output: { type: 'thinking', data: { ...data, collapse: !thinking } } };
  };
  const endThinking = async () => {
    if (thinkingSince === null) return;
    const delta = thinkingDelta('', false);
    thinkingSince = null;
    await content(delta);
  };

  await run.gate.emit({
    type: 'BUSINESS_DATA_START',
    messageId,
    role: options.role ?? 'assistant',
  });
  return {
    messageId,
    async text(chunk) {
      await endThinking();
      if (chunk !== '') await content(chunk);
    },
    async thinking(chunk) {
      thinkingSince ??= run.clock.now();
      await content(thinkingDelta(chunk, true));
    },
    async output(output, { blockId, background } = {}) {
      await endThinking();
      await content(
        { output },
        {
          ...(blockId === undefined ? {} : { blockId }),
          ...(background === undefined ? {} : { style: { background } }),
        },
      );
    },
    async end() {
      if (ended) return;
      ended = true;
      // Also during a stop: a message left open would look as if it were still being written.
      const closing = { closing: true };
      if (thinkingSince !== null && !run.signal.aborted) await endThinking();
      await run.gate.emit({ type: 'BUSINESS_DATA_END', messageId }, closing);
    },
  };
}
