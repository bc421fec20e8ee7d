import { createSseParser, type SseFrame } from '@countersign/hai/sse';

/** An open stream of the server, as one browser tab reads it. */
export interface StreamFrames {
  frames: SseFrame[];
  /** Waits, frame by frame, until there is a value. */
  until<Value>(look: (frames: SseFrame[]) => Value | undefined | null | false): Promise<Value>;
  /** Data of the frames of an event, parsed, in order. */
  news(event: string): unknown[];
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens `GET /api/stream` over real HTTP and resolves when it is live. */
export async function openStream(
  url: string,
  signed: { authorization: string },
  query = 'tasks=&facts=all',
): Promise<StreamFrames> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/stream?${query}`, {
    headers: signed,
    signal: abort.signal,
  });
  const { body } = response;
  if (response.status !== 200 || body === null) throw new Error(`stream: ${response.status}`);
  const frames: SseFrame[] = [];
  const watchers = new Set<() => void>();
  const parser = createSseParser({
    onFrame(frame) {
      frames.push(frame);
      for (const watch of [...watchers]) watch();
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // Broken off: by us, or by the server.
    }
  };
  const ended = read();
  const until: StreamFrames['until'] = (look) =>
    new Promise((resolve) => {
      const watch = () => {
        const value = look(frames);
        if (value === undefined || value === null || value === false) return;
        watchers.delete(watch);
        resolve(value);
      };
      watchers.add(watch);
      watch();
    });
  await until((seen) => seen.some((frame) => frame.event === 'ready'));
  return {
    frames,
    until,
    news: (event) =>
      frames.filter((frame) => frame.event === event).map((frame) => JSON.parse(frame.data)),
    ended,
    close: () => abort.abort(),
  };
}
