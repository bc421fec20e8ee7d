import { type Fault, faultAt } from '@countersign/json/fault';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { isPointer } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { readOnlyChanges } from '@countersign/json-schema/read-only';
import { checkAnnotations } from './check-annotations.ts';
import { formSchemaOf } from './form-schema.ts';
import type { UpFeedback, UpMessage } from './message.ts';
import { rankableItems } from './rankable-items.ts';
import { say } from './statements.ts';
import { upPromptOf } from './up-prompt.ts';

/** A patch operation as far as feedback is parsed. */
interface PatchStep {
  op: string;
  path: string;
  [member: string]: unknown;
}

const needsValue = new Set(['add', 'replace', 'test']);
const needsFrom = new Set(['move', 'copy']);

/** Whether operations have the form of RFC 6902; not whether they apply. Paths are JSON Pointers into the feedback. */
function checkPatch(operations: readonly PatchStep[]): Fault[] {
  return operations.flatMap((operation, index) => {
    const fault = faultOf(operation);
    return fault === null ? [] : [faultAt(`/content/patch/${index}`, fault)];
  });
}

function faultOf(operation: PatchStep): WrittenStatement | null {
  const { op, path, from } = operation;
  if (!needsValue.has(op) && !needsFrom.has(op) && op !== 'remove') {
    return say('answer.not-an-operation', { op });
  }
  if (!isPointer(path)) return say('answer.patch-path');
  if (needsFrom.has(op) && !(typeof from === 'string' && isPointer(from))) {
    return say('answer.patch-from', { op });
  }
  return needsValue.has(op) && !('value' in operation) ? say('answer.patch-value', { op }) : null;
}

/** Validates a value against a JSON Schema; paths are JSON Pointers into the value. */
export type ValidateSchema = (schema: unknown, value: unknown) => readonly Fault[];

/** Functions that this package does not contain: both are optional; without them the check is skipped. */
export interface FeedbackTools {
  validate?: ValidateSchema;
  /** Applies RFC 6902 operations and returns the new document; `failed` is empty when all of them applied. */
  applyPatch?: (
    document: unknown,
    operations: readonly PatchStep[],
  ) => { document: unknown; failed: readonly unknown[] };
}

/** Checks the content of an answer whose kind is allowed; see `checkFeedback`. */
export function checkContent(
  message: UpMessage,
  feedback: UpFeedback,
  tools: FeedbackTools,
): Fault[] {
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return [];
    case 'rank':
      return checkOrder(message, feedback.content.order);
    case 'comment':
    case 'instruction':
      return checkText(message, feedback.content);
    case 'edit':
      return checkEdit(message, feedback.content, tools);
  }
}

type ContentOf<Type extends UpFeedback['type']> = Extract<UpFeedback, { type: Type }>['content'];

function checkText(message: UpMessage, { text, annotations }: ContentOf<'comment'>): Fault[] {
  const faults = checkAnnotations(message, annotations ?? []);
  if (text.trim() !== '') return faults;
  return [faultAt('/content/text', say('answer.empty-text')), ...faults];
}

function checkOrder(message: UpMessage, order: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  const rest = new Set(rankableItems(message).map(({ id }) => id));
  const known = new Set(rest);
  for (const [index, id] of order.entries()) {
    const path = `/content/order/${index}`;
    if (!known.has(id)) faults.push(faultAt(path, say('answer.no-item', { id })));
    else if (!rest.delete(id)) faults.push(faultAt(path, say('answer.ranked-twice', { id })));
  }
  if (rest.size > 0) {
    faults.push(faultAt('/content/order', say('answer.not-ranked', { ids: [...rest] })));
  }
  return faults;
}

function checkEdit(message: UpMessage, content: ContentOf<'edit'>, tools: FeedbackTools): Fault[] {
  const { patch, value, text } = content;
  if (text !== undefined && text.trim() === '') {
    return [faultAt('/content/text', say('answer.empty-text'))];
  }
  if (value === undefined) {
    if (patch !== undefined) return checkPatchAlone(message, patch, { content, tools });
    return text === undefined ? [faultAt('/content', say('answer.nothing-edited'))] : [];
  }
  if (!isObject(value)) {
    return [faultAt('/content/value', say('answer.value-not-object'))];
  }
  return [...checkPatched(message, content, tools), ...checkValue(message, value, tools)];
}

/**
 * Readers of the value would find none: only the agent's own default is sent to it as written, where RFC 6902
 * is sufficient.
 */
function checkPatchAlone(
  message: UpMessage,
  patch: readonly PatchStep[],
  { content, tools }: { content: ContentOf<'edit'>; tools: FeedbackTools },
): Fault[] {
  const own = upPromptOf(message).defaultFeedback;
  if (own?.type !== 'edit' || !jsonEqual(own.content, content)) {
    return [faultAt('/content/value', say('answer.patch-alone'))];
  }
  const faults = checkPatch(patch);
  if (faults.length > 0 || tools.applyPatch === undefined) return faults;
  const { document, failed } = tools.applyPatch(message.payload ?? {}, patch);
  if (failed.length > 0) return [notApplied];
  if (!isObject(document)) {
    return [faultAt('/content/patch', say('answer.patch-leaves-none'))];
  }
  return checkValue(message, document, tools);
}

const notApplied = faultAt('/content/patch', say('answer.patch-fails'));

/** The patch must be equivalent to the value: an agent may use either. */
function checkPatched(
  message: UpMessage,
  { patch, value }: ContentOf<'edit'>,
  tools: FeedbackTools,
): Fault[] {
  if (patch === undefined) return [];
  const faults = checkPatch(patch);
  if (faults.length > 0 || tools.applyPatch === undefined) return faults;
  const { document, failed } = tools.applyPatch(message.payload ?? {}, patch);
  if (failed.length > 0) return [notApplied];
  if (jsonEqual(document, value)) return [];
  return [faultAt('/content/patch', say('answer.patch-differs'))];
}

function checkValue(message: UpMessage, value: JsonObject, tools: FeedbackTools): Fault[] {
  const schema = formSchemaOf(message);
  if (schema === null) return [];
  const faults = [
    ...readOnlyChanges(schema, message.payload, value),
    ...(tools.validate?.(schema, value) ?? []),
  ];
  return faults.map((fault) => ({ ...fault, path: `/content/value${fault.path}` }));
}
