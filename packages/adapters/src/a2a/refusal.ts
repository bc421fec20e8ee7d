import { createSseParser } from '@countersign/hai/sse';
import type { RefusalReader } from '../protocol/wire.ts';
import { frameContent } from './frames.ts';

/** A longer frame is no refusal. */
const maxChars = 64_000;

/** Reads whether a stream begins with an error: some agents refuse a subscription only in the stream that they opened for it. */
export function readRefusal(): RefusalReader {
  let isRefused: boolean | null = null;
  let chars = 0;
  const events = createSseParser({
    onFrame({ data }) {
      isRefused ??= isError(data);
    },
    maxFrameChars: maxChars,
  });
  return (text) => {
    chars += text.length;
    if (isRefused === null) events.feed(text);
    if (chars > maxChars) isRefused ??= false;
    return isRefused;
  };
}

function isError(data: string): boolean {
  try {
    return frameContent(JSON.parse(data))?.kind === 'error';
  } catch {
    // What is wrong with it is reported by the decoder.
    return false;
  }
}
