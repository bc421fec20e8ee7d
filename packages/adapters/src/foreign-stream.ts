/** Streams of other formats that agents are often built to send, by what their frames look like. */
const kinds = [
  // Types of its UI message stream have hyphens, or are single words that no protocol here has.
  [
    'stream-kind.ai-sdk',
    /"type"\s*:\s*"(?:start|start-step|finish-step|finish|(?:text|reasoning)-(?:start|delta|end)|tool-(?:input|output)-[a-z-]+|data-[a-z-]+)"/,
  ],
  ['stream-kind.chat-completions', /"object"\s*:\s*"chat\.completion(?:\.chunk)?"/],
  [
    'stream-kind.responses',
    /"type"\s*:\s*"response\.(?:created|in_progress|output_[a-z_.]+|completed|failed)"/,
  ],
  [
    'stream-kind.messages',
    /"type"\s*:\s*"(?:message_start|content_block_(?:start|delta|stop)|message_delta|message_stop)"/,
  ],
] as const;

/** The statement that names it. */
export type ForeignStream = (typeof kinds)[number][0];

/** The other format that a frame is of; null = none of them, or it is not clear which. */
export function foreignStreamOf(frame: string): ForeignStream | null {
  const head = frame.slice(0, 2_000);
  return kinds.find(([, looks]) => looks.test(head))?.[0] ?? null;
}
