import type { ComponentType } from 'react';
import { isReplaced } from '../texts/is-replaced.ts';

/** Why a part of the console is missing: the server cannot be reached, or has another version without this part. */
export type Missing = 'unreachable' | 'replaced';

export interface PartState<Props> {
  component: ComponentType<Props> | null;
  missing: Missing | null;
}

/** A part of the console that has a file of its own: loaded once, asked for again after each failure. */
export interface PartLoader<Props> {
  state(): PartState<Props>;
  /** Loads it, or tries again; never rejects. */
  load(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const failed = new Set<() => Promise<void>>();

/** Tries again what could not be loaded: the server can be reached again. */
export function retryMissingParts(): void {
  for (const load of failed) void load();
}

/** Vite asks once only for a style sheet: one that did not come is asked for again here. */
async function repairStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]')];
  await Promise.all(
    links
      .filter((link) => link.sheet === null)
      .map(
        (link) =>
          new Promise<void>((resolve, reject) => {
            const again = document.createElement('link');
            again.rel = 'stylesheet';
            again.href = link.href;
            again.onload = () => resolve();
            again.onerror = () => reject(new Error(`${link.href} did not load`));
            link.replaceWith(again);
          }),
      ),
  );
}

export function createPartLoader<Props>(
  read: () => Promise<ComponentType<Props>>,
): PartLoader<Props> {
  let state: PartState<Props> = { component: null, missing: null };
  let pending: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const run = async () => {
    try {
      const component = await read();
      if (state.missing !== null) await repairStyles();
      state = { component, missing: null };
      failed.delete(load);
    } catch {
      state = { component: null, missing: (await isReplaced()) ? 'replaced' : 'unreachable' };
      failed.add(load);
    }
    pending = null;
    for (const listener of listeners) listener();
  };
  const load = () => {
    if (state.component === null) pending ??= run();
    return pending ?? Promise.resolve();
  };
  return {
    state: () => state,
    load,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
