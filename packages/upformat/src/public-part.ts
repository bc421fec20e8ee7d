import { isObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { withoutSecrets } from '@countersign/json-schema/secret';
import type { UpMessage } from './message.ts';
import { schemaOf } from './schema-reference.ts';
import { withUpPrompt } from './up-prompt.ts';

/** Where the default answer is in a message. */
export const defaultPath = ['upPrompt', 'defaultFeedback'];

/** The place in the content that a place of the message is about: in the payload, an alternative, or the default; null = none. */
function contentPath(message: UpMessage, path: readonly string[]): string[] | null {
  for (const [index, key] of path.entries()) {
    const [before, parent, owner, top] = [1, 2, 3, 4].map((back) => path[index - back]);
    const inside = path.slice(index + 1);
    if (key === 'payload' && (index === 0 || parent === 'alternatives')) return inside;
    if (key !== 'value') continue;
    if (before === 'content' && parent === 'defaultFeedback') return inside;
    if (parent === 'patch' && owner === 'content' && top === 'defaultFeedback') {
      const root = path[0] === 'upPrompt' ? withUpPrompt(message) : message;
      const step = valueAt(root, [...path.slice(0, index), 'path']);
      return [...tokensOf(typeof step === 'string' ? step : ''), ...inside];
    }
  }
  return null;
}

/**
 * A value of a message without what the schema of its content says is secret, in the default answer and the alternatives too. The
 * value itself if there is nothing to hide.
 *
 * @param path - where the value is in the message; `defaultPath` for any answer
 */
export function publicPart(message: UpMessage, path: readonly string[], value: unknown): unknown {
  const at = contentPath(message, path);
  if (at !== null) return withoutSecrets(schemaOf(message), value, { path: at });
  if (typeof value !== 'object' || value === null) return value;
  let isSame = true;
  // A step says itself where its value is: the patch need not be that of the message.
  const step = isObject(value) && path.at(-2) === 'patch' ? value['path'] : undefined;
  const stepPath = typeof step === 'string' ? tokensOf(step) : null;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => {
    const inner =
      key === 'value' && stepPath !== null
        ? withoutSecrets(schemaOf(message), member, { path: stepPath })
        : publicPart(message, [...path, key], member);
    if (inner !== member) isSame = false;
    return [key, inner];
  });
  if (isSame) return value;
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
