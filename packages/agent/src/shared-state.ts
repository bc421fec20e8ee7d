import type { HaiEvent } from '@countersign/hai/event';
import type { PatchOperation } from '@countersign/json/patch-operation';
import jsonPatch, { type Operation } from 'fast-json-patch';
import type { Run } from './run.ts';

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

export function createSharedState(run: Run): StateKeeper {
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
        const delta = difference(document, draft);
        document = draft;
        if (delta.length > 0) await run.gate.emit({ type: 'STATE_DELTA', delta });
      },
    },
    adopt(event) {
      if (event.type === 'STATE_SNAPSHOT') document = structuredClone(event.snapshot);
      else if (event.type === 'STATE_DELTA') document = patched(document, event.delta);
      else return;
      sent = true;
    },
  };
}

function difference(before: unknown, after: unknown): PatchOperation[] {
  if (!isContainer(before) || !isContainer(after)) {
    return before === after ? [] : [{ op: 'replace', path: '', value: after }];
  }
  return jsonPatch.compare(before, after).flatMap((operation): PatchOperation[] => {
    if (operation.op === '_get') return [];
    return [{ ...operation }];
  });
}

/** An operation that does not apply is the other agent's mistake, and the operator sees it; here it is passed over. */
function patched(document: unknown, operations: readonly PatchOperation[]): unknown {
  let current = structuredClone(document);
  for (const operation of operations) {
    try {
      const [applied] = jsonPatch.applyPatch(current, [toOperation(operation)], true, false, true);
      current = applied?.newDocument ?? current;
    } catch {
      // Left out.
    }
  }
  return current;
}

function toOperation({ op, path, from = '', value }: PatchOperation): Operation {
  if (op === 'remove') return { op, path };
  if (op === 'move' || op === 'copy') return { op, path, from };
  return { op, path, value };
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
