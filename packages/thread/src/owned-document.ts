import { type Box, childOf, isBox, setChild, valueAt } from './json-pointer.ts';

/** Null when it was done, else the reason why not. */
export type Outcome = string | null;
/** Looks at the box that would change and gives the change, or the reason why not. */
type Plan = (parent: Box, token: string) => ((owner: Box) => void) | string;

/** A JSON document that is changed by copying: each branch on the way to a change is copied once, then written to. */
export class OwnedDocument {
  root: unknown;
  /** Boxes made here: nobody else holds them, so they may be written to. */
  #owned = new WeakSet<object>();

  constructor(root: unknown) {
    this.root = root;
  }

  /** Changes the parent of `tokens`. The plan is checked first, so that a failing change copies nothing. */
  write(tokens: readonly string[], plan: Plan): Outcome {
    const found = valueAt(this.root, tokens, tokens.length - 1);
    if ('missing' in found) return found.missing;
    if (!isBox(found.value)) return 'the path goes through a plain value';
    const change = plan(found.value, tokens[tokens.length - 1] ?? '');
    if (typeof change === 'string') return change;
    change(this.#ownParent(tokens, found.value));
    return null;
  }

  /** A value is about to stand in two places: every later write has to copy it first. */
  disown(): void {
    this.#owned = new WeakSet();
  }

  #own(box: Box): Box {
    if (this.#owned.has(box)) return box;
    const copy: Box = Array.isArray(box) ? box.slice() : { ...box };
    this.#owned.add(copy);
    return copy;
  }

  #ownParent(tokens: readonly string[], parent: Box): Box {
    let box = this.#own(isBox(this.root) ? this.root : parent);
    this.root = box;
    for (let at = 0; at < tokens.length - 1; at += 1) {
      const token = tokens[at] ?? '';
      const child = childOf(box, token);
      if (!isBox(child)) break;
      const next = this.#own(child);
      if (next !== child) setChild(box, token, next);
      box = next;
    }
    return box;
  }
}
