import type { HaiEvent } from '@countersign/hai/event';
import { applyPatch } from '@countersign/json/patch';
import type { Run } from './run.ts';
import { stateDifference } from './state-difference.ts';

/** The document shared with whoever watches: one snapshot, then minimal deltas. */
export interface SharedState<S> {
  /** The document as it stands. Do not change it in place: use `update`. */
  get(): S;
  set(snapshot: S): Promise<void>;
  /** Gives `mutate` a copy to change, and sends what changed as RFC 6902 operations. Nothing changed = nothing sent. */
  update(mutate: (draft: S) => void): Promise<void>;
}

/** Keeps the document; `adopt` takes over what an agent called by this run did to it. */
export interface StateKeeper {
  shared: SharedState<unknown>;
  adopt(event: HaiEvent): void;
}

/** What of a run its shared state needs. */
interface StateRun {
  input: Pick<Run['input'], 'state'>;
  gate: Pick<Run['gate'], 'emit'>;
}

export function createSharedState(run: StateRun): StateKeeper {
  let document: unknown = run.input.state ?? {};
  let sent = false;

  const set = async (snapshot: unknown) => {
    document = structuredClone(snapshot);
    sent = true;
    await run.gate.emit({ type: 'STATE_SNAPSHOT', snapshot: document });
  };
  return {
    shared: {
      get: () => document,
      set,
      async update(mutate) {
        const draft = structuredClone(document);
        mutate(draft);
        if (!sent) return set(draft);
        const delta = stateDifference(document, draft);
        document = draft;
        if (delta.length > 0) await run.gate.emit({ type: 'STATE_DELTA', delta });
      },
    },
    adopt(event) {
      if (event.type === 'STATE_SNAPSHOT') document = structuredClone(event.snapshot);
      else if (event.type === 'STATE_DELTA') {
        // An operation that does not apply is the other agent's mistake, and the operator sees it; here it is passed over.
        const patched = applyPatch(document, event.delta).document;
        // A copied part stands in two places as one, and a draft would change both: written out, it is two.
        const isShared = event.delta.some(({ op }) => op === 'copy');
        document = isShared ? JSON.parse(JSON.stringify(patched)) : patched;
      } else return;
      sent = true;
    },
  };
}
