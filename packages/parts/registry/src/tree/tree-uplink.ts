import { createHash } from 'node:crypto';
import { say } from '@countersign/api/statements';
import type { Statement, WrittenStatement } from '@countersign/json/statement';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import { type Clock, wait } from '@countersign/server/runtime/clock';
import { type TreeService, treeKey } from '@countersign/uap/tree/registry-tree';

/** The registry above this one. */
export interface ParentRegistry {
  /** The base of its interface, such as `https://registry.example.com/api/uap`. */
  url: string;
  /** The token of a registrant there. */
  token: string;
}

/** How the connection to the registry above is. */
interface UplinkState {
  state: 'waiting' | 'connected' | 'failing';
  /** Why it fails, in English; null = it does not. */
  reason: string | null;
  /** `reason` as data, where it is known. */
  reasonStatement?: Statement;
  /** When the parent was reached last, epoch ms; null = never. */
  reachedAt: number | null;
}

/** Sends the services of this registry, and of those below it, upward. */
export interface TreeUplink {
  state(): UplinkState;
  /** Something is to be sent. */
  changed(): void;
  close(): void;
}

/** A parent that receives nothing for a minute marks the entries as stale. */
const contactMs = 20_000;
/** Changes that follow each other are sent together. */
const gatherMs = 250;
const timeoutMs = 30_000;

export function createTreeUplink(options: {
  parent: ParentRegistry;
  self: string;
  clock: Clock;
  random: () => number;
  fetch: SafeFetch;
  /** Of several servers of this registry, one sends. */
  isSender: () => boolean;
  services: () => readonly TreeService[];
  report: Report;
}): TreeUplink {
  const { parent, self, clock, random, fetch, report } = options;
  const closing = new AbortController();
  let wake = new AbortController();
  let state: UplinkState = { state: 'waiting', reason: null, reachedAt: null };
  /** What the parent has; null = nothing, or it is not known. */
  let known: string | null = null;
  let failures = 0;

  const call = async (path: string, body: object): Promise<number> => {
    const { status } = await fetch({
      ...{
        method: 'POST',
        url: `${parent.url.replace(/\/$/, '')}/tree/${encodeURIComponent(self)}${path}`,
      },
      headers: { 'content-type': 'application/json' },
      credentials: { authorization: `Bearer ${parent.token}` },
      body: JSON.stringify(body),
      ...{ timeoutMs, maxBytes: 64 * 1024, beyond: 'cut', staysAtOrigin: true },
    });
    return status;
  };
  const send = async (): Promise<void> => {
    const services = options.services();
    const key = keyOf(services);
    let status = key === known ? await call('/contact', {}) : 404;
    if (status === 404) status = await call('', { services });
    // Another success is that of a sign-in page or a proxy, which has taken nothing.
    if (status !== 204) throw new Refused(refusalOf(status));
    known = key;
  };
  const round = async (): Promise<number> => {
    try {
      await send();
      failures = 0;
      state = { state: 'connected', reason: null, reachedAt: clock.now() };
      return contactMs;
    } catch (error) {
      known = null;
      failures += 1;
      const reason = error instanceof Error ? error.message : String(error);
      const isKnown = error instanceof OutsideFailure || error instanceof Refused;
      // Reported once: the state has it from then on.
      if (state.reason !== reason && !(error instanceof OutsideFailure)) {
        report('The registry above did not take the services of this one.', error);
      }
      state = {
        ...{ state: 'failing', reason, reachedAt: state.reachedAt },
        ...(isKnown ? { reasonStatement: error.said.statement } : {}),
      };
      return Math.min(30_000, 1_000 * 2 ** Math.min(failures - 1, 5)) * (0.5 + random() / 2);
    }
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      wake = new AbortController();
      const waitMs = options.isSender() ? await round() : contactMs;
      // What fails is tried again after its delay, even if something changes meanwhile.
      const early = failures === 0 ? [wake.signal] : [];
      await wait(clock, waitMs, AbortSignal.any([closing.signal, ...early]));
      await wait(clock, gatherMs, closing.signal);
    }
  };
  run().catch((error) =>
    report('The services are not sent to the registry above any more.', error),
  );
  return {
    state: () => state,
    changed: () => wake.abort(),
    close: () => closing.abort(),
  };
}

/** The same for the same services in the same state. */
function keyOf(services: readonly TreeService[]): string {
  const hash = createHash('sha256');
  for (const service of services) {
    hash.update(`${treeKey(service)} ${service.index} ${service.stale} ${service.origin_path}\n`);
  }
  return hash.digest('hex');
}

/** Why the registry above has not taken the services. */
class Refused extends Error {
  readonly said: WrittenStatement;
  constructor(said: WrittenStatement) {
    super(said.text);
    this.said = said;
  }
}

function refusalOf(status: number): WrittenStatement {
  if (status === 401 || status === 403) return say('registry.parent-refuses', { status });
  if (status === 409) return say('registry.parent-has-id');
  if (status === 413 || status === 422) return say('registry.parent-full', { status });
  return say('registry.parent-status', { status });
}
