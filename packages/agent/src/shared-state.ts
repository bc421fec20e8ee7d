import type { HaiEvent } from '@countersign/hai/event';
import { applyPatch } from '@countersign/json/patch';
import type { Run } from './runs/run.ts';
import { stateDifference } from './state-difference.ts';

/** The document shared with readers of the stream: one snapshot, then minimal deltas. */
export interface SharedState<S> {
  /** The current document. Do not change it in place: use `update`. */
  get(): S;
  set(snapshot: S): Promise<void>;
  /** Passes a copy to `mutate`, and sends its changes as RFC 6902 operations. Without changes, nothing is sent. */
  update(mutate: (draft: S) => void): Promise<void>;
}

/** Keeps the document; `adopt` applies a change by an agent called by this run. */
export interface StateKeeper {
  shared: SharedState<unknown>;
  adopt(event: HaiEvent): void;
}

/** The members of a run that its shared state uses. */
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
        // An operation that does not apply is the other agent's mistake, and is shown to the operator; here it is skipped.
        const patched = applyPatch(document, event.delta).document;
        // A copied part is one object in two places, and a draft would change both: serialised, it becomes two.
        const isShared = event.delta.some(({ op }) => op === 'copy');
        document = isShared ? JSON.parse(JSON.stringify(patched)) : patched;
      } else return;
      sent = true;
    },
  };
}
