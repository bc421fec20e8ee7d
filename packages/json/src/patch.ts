import { childOf, hasChild, insertIndex, isBox, setChild } from './box.ts';
import { jsonEqual } from './json-equal.ts';
import { findAt, parsePointer, type Tokens } from './json-pointer.ts';
import { charsOf, valuesOf } from './json-size.ts';
import {
  defaultLimits,
  nothing,
  type Outcome,
  OwnedDocument,
  overBudget,
  type SizeLimits,
} from './owned-document.ts';
import type { PatchOperation } from './patch-operation.ts';
import { textOf } from './text-of.ts';

/** An operation that did not apply, and why. */
export interface FailedPatch {
  operation: PatchOperation;
  reason: string;
}

/** Whether an operation was refused because of the resulting size of the document. */
export const isOverBudget = ({ reason }: Pick<FailedPatch, 'reason'>): boolean =>
  reason.startsWith(overBudget);

/** Patches one document over many patches, copying each touched branch once. */
export interface Patcher {
  /** The document as patched so far; it may still change until the patcher is released. */
  readonly document: unknown;
  /** Applies each operation on its own; a failing one is returned and leaves the document as it was. */
  apply(operations: readonly PatchOperation[]): FailedPatch[];
}

/** `deeper`: the value may make the document deeper than it is. */
function add(document: OwnedDocument, tokens: Tokens, value: unknown, deeper = true): Outcome {
  if (tokens.length === 0) return document.setRoot(value);
  return document.write(
    tokens,
    (parent, token) => {
      if (!Array.isArray(parent)) {
        const known = hasChild(parent, token);
        return {
          out: known ? parent[token] : nothing,
          in: value,
          nameChars: known ? 0 : token.length,
          apply: (owner) => setChild(owner, token, value),
        };
      }
      const index = insertIndex(parent, token);
      if (index === undefined) return `not an index to insert at: ${token.slice(0, 100)}`;
      return {
        out: nothing,
        in: value,
        nameChars: 0,
        apply: (owner) => void (Array.isArray(owner) && owner.splice(index, 0, value)),
      };
    },
    { deeper },
  );
}

function remove(document: OwnedDocument, tokens: Tokens): Outcome {
  if (tokens.length === 0) return document.setRoot(null);
  return document.write(tokens, (parent, token) => {
    if (!hasChild(parent, token)) return missingAt(tokens);
    return {
      out: childOf(parent, token),
      in: nothing,
      nameChars: Array.isArray(parent) ? 0 : -token.length,
      apply(owner) {
        if (Array.isArray(owner)) owner.splice(Number(token), 1);
        else delete owner[token];
      },
    };
  });
}

function replace(document: OwnedDocument, tokens: Tokens, value: unknown): Outcome {
  if (tokens.length === 0) return document.setRoot(value);
  return document.write(tokens, (parent, token) =>
    hasChild(parent, token)
      ? {
          out: childOf(parent, token),
          in: value,
          nameChars: 0,
          apply: (owner) => setChild(owner, token, value),
        }
      : missingAt(tokens),
  );
}

const missingAt = (tokens: Tokens): string => `no value at /${tokens.join('/').slice(0, 500)}`;

/** The value is shared, not copied, but its size is counted. */
function copy(document: OwnedDocument, from: Tokens, to: Tokens): Outcome {
  const found = findAt(document.root, from);
  if ('missing' in found) return found.missing;
  // Before the value is put in its second place, which may be within the value itself.
  if (isBox(found.value)) document.lend(found.value);
  return add(document, to, found.value, to.length > from.length);
}

function move(document: OwnedDocument, from: Tokens, to: Tokens): Outcome {
  const found = findAt(document.root, from);
  if ('missing' in found) return found.missing;
  const within = from.every((token, depth) => token === to[depth]);
  if (within && from.length === to.length) return null;
  if (within) return 'a value cannot move into itself';
  const removed = remove(document, from);
  if (removed !== null) return removed;
  const added = add(document, to, found.value, to.length > from.length);
  if (added !== null) add(document, from, found.value, false);
  return added;
}

function test(document: OwnedDocument, tokens: Tokens, value: unknown): Outcome {
  const found = findAt(document.root, tokens);
  if ('missing' in found) return found.missing;
  const equal =
    valuesOf(found.value) === valuesOf(value) &&
    charsOf(found.value) === charsOf(value) &&
    jsonEqual(found.value, value);
  return equal ? null : 'the test found another value';
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
 * RFC 6902 with structural sharing: only the path to each change is copied, so unchanged branches keep their identity.
 * The document given in is never changed. `__proto__`, `constructor` and `prototype` are refused. Never throws.
 * A change that would make the document larger than `limits` is refused before it is applied ({@link isOverBudget}): a `copy`
 * is free, so a few of them could describe more than fits into memory.
 */
export function createPatcher(initial: unknown, limits: SizeLimits = defaultLimits): Patcher {
  const document = new OwnedDocument(initial, limits);
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
          // Only reached if the document is too deep to compare.
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
  limits: SizeLimits = defaultLimits,
): { document: unknown; failed: FailedPatch[] } {
  const patcher = createPatcher(document, limits);
  const failed = patcher.apply(operations);
  return { document: patcher.document, failed };
}
