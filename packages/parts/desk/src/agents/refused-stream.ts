import type { RefusalReader } from '@countersign/adapters/protocol/wire';
import type { AgentStream } from './agent-stream.ts';

/** A stream, or another in its place if it begins with a refusal. Its text is kept until that is known. */
export function unlessRefused(
  stream: AgentStream,
  isRefused: RefusalReader,
  other: () => Promise<AgentStream>,
): AgentStream {
  let current = stream;
  let isDecided = false;
  let isDestroyed = false;
  let kept = '';

  const release = (): string => {
    isDecided = true;
    const text = kept;
    kept = '';
    return text;
  };

  return {
    ...stream,
    async next() {
      const text = await current.next();
      if (isDecided) return text;
      // The next call returns the end again.
      if (text === null) return kept === '' ? null : release();
      kept += text;
      const refused = isRefused(text);
      if (refused === null) return '';
      const whole = release();
      if (!refused) return whole;
      stream.destroy();
      current = await other();
      if (isDestroyed) current.destroy();
      return '';
    },
    destroy() {
      isDestroyed = true;
      current.destroy();
    },
  };
}
