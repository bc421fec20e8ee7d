import { routePath } from '@countersign/api/routes/route-path';
import type { Ports } from './ports.ts';

/** The time to wait for a stream that is being opened before reading without it. */
const streamPatienceMs = 1_000;

/** Reads wait for the stream, so that they happen once. A proxy that buffers streams must not delay the screen. */
export interface EarlyReads {
  /** Resolves when the request may be sent. */
  mayGo(path: string, method?: string): Promise<void>;
  /** The stream is open. */
  accepted(): void;
  /** Something was read before the stream was open: later changes to it were not received. */
  happened(): boolean;
  clear(): void;
}

/** `tried`: resolves when the stream is open, or was refused. */
export function createEarlyReads(
  ports: Pick<Ports, 'schedule'>,
  tried: () => Promise<void>,
): EarlyReads {
  let isAccepted = false;
  let early = false;
  return {
    async mayGo(path, method = 'GET') {
      if (method !== 'GET' || path === routePath('GET /api/me', {})) return;
      await within(ports, streamPatienceMs, tried());
      early ||= !isAccepted;
    },
    accepted() {
      isAccepted = true;
    },
    happened: () => early,
    clear() {
      isAccepted = false;
      early = false;
    },
  };
}

const within = (ports: Pick<Ports, 'schedule'>, ms: number, awaited: Promise<void>) =>
  new Promise<void>((resolve) => {
    const cancel = ports.schedule(resolve, ms);
    void awaited.then(() => {
      cancel();
      resolve();
    });
  });
