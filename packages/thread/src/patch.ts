import type { PatchOperation } from '@countersign/hai/event';
import { textOf } from '@countersign/hai/json-text';
import { jsonEqual } from './json-equal.ts';
import {
  hasChild,
  insertIndex,
  isBox,
  parsePointer,
  setChild,
  type Tokens,
  valueAt,
} from './json-pointer.ts';
import { type Outcome, OwnedDocument } from './owned-document.ts';

/** An operation that did not apply, and why. */
export interface FailedPatch {
  operation: PatchOperation;
  reason: string;
}

/** Patches one document over many patches, copying each touched branch once. */
export interface Patcher {
  /** The document as patched so far; it may still be written to until the patcher is let go. */
  readonly document: unknown;
  /** Applies each operation on its own; a failing one is returned and leaves the document as it was. */
  apply(operations: readonly PatchOperation[]): FailedPatch[];
}

function add(document: OwnedDocument, tokens: Tokens, value: unknown): Outcome {
  if (tokens.length === 0) {
    document.root = value;
    return null;
  }
  return document.write(tokens, (parent, token) => {
    if (!Array.isArray(parent)) return (owner) => setChild(owner, token, value);
    const index = insertIndex(parent, token);
    if (index === undefined) return `not an index to insert at: ${token.slice(0, 100)}`;
    return (owner) => void (Array.isArray(owner) && owner.splice(index, 0, value));
  });
}

function remove(document: OwnedDocument, tokens: Tokens): Outcome {
  if (tokens.length === 0) {
    document.root = null;
    return null;
  }
  return document.write(tokens, (parent, token) => {
    if (!hasChild(parent, token)) return `no value at /${tokens.join('/')}`;
    return (owner) => {
      if (Array.isArray(owner)) owner.splice(Number(token), 1);
      else delete owner[token];
    };
  });
}

function replace(document: OwnedDocument, tokens: Tokens, value: unknown): Outcome {
  if (tokens.length === 0) {
    document.root = value;
    return null;
  }
  return document.write(tokens, (parent, token) =>
    hasChild(parent, token)
      ? (owner) => setChild(owner, token, value)
      : `no value at /${tokens.join('/')}`,
  );
}

function copy(document: OwnedDocument, from: Tokens, to: Tokens): Outcome {
  const found = valueAt(document.root, from);
  if ('missing' in found) return found.missing;
  // Before the value is put in its second place: that may lie within the value itself.
  if (isBox(found.value)) document.disown();
  return add(document, to, found.value);
}

function move(document: OwnedDocument, from: Tokens, to: Tokens): Outcome {
  const found = valueAt(document.root, from);
  if ('missing' in found) return found.missing;
  const within = from.every((token, depth) => token === to[depth]);
  if (within && from.length === to.length) return null;
  if (within) return 'a value cannot move into itself';
  const removed = remove(document, from);
  if (removed !== null) return removed;
  const added = add(document, to, found.value);
  if (added !== null) add(document, from, found.value);
  return added;
}

function test(document: OwnedDocument, tokens: Tokens, value: unknown): Outcome {
  const found = valueAt(document.root, tokens);
  if ('missing' in found) return found.missing;
  return jsonEqual(found.value, value) ? null : 'the test found another value';
}

function applyOperation(document: OwnedDocument, operation: PatchOperation): Outcome {
  if (!isBox(operation)) return 'not an operation';
  const tokens = parsePointer(operation.path);
  if (typeof tokens === 'string') return tokens;
  const { op, value } = operation;
  if (op === 'remove') return remove(document, tokens);
  if (op === 'move' || op === 'copy') {
    const from = parsePointer(operation.from);
    if (typeof from === 'string') return from;
    return op === 'move' ? move(document, from, tokens) : copy(document, from, tokens);
  }
  if (value === undefined) return 'the operation has no value';
  if (op === 'add') return add(document, tokens, value);
  if (op === 'replace') return replace(document, tokens, value);
  if (op === 'test') return test(document, tokens, value);
  return `unknown operation: ${textOf(op).slice(0, 100)}`;
}

/**
 * RFC 6902 with structural sharing: only the way to each change is copied, so untouched branches keep their identity.
 * The document given in is never changed. `__proto__`, `constructor` and `prototype` are refused. Never throws.
 */
export function createPatcher(initial: unknown): Patcher {
  const document = new OwnedDocument(initial);
  return {
    get document() {
      return document.root;
    },
    apply(operations) {
      const failed: FailedPatch[] = [];
      for (const operation of operations) {
        let reason: Outcome;
        try {
          reason = applyOperation(document, operation);
        } catch (error) {
          // A document too deep to compare: the only way here.
          reason = error instanceof Error ? error.message : 'could not be applied';
        }
        if (reason !== null) failed.push({ operation, reason });
      }
      return failed;
    },
  };
}

/** Applies one patch (RFC 6902); see {@link createPatcher}. The same reference comes back when nothing changed. */
export function applyPatch(
  document: unknown,
  operations: readonly PatchOperation[],
): { document: unknown; failed: FailedPatch[] } {
  const patcher = createPatcher(document);
  const failed = patcher.apply(operations);
  return { document: patcher.document, failed };
}
