import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Note, tidyLines, tidyPriority, tidySeverity } from './tidy-words.ts';

/** An answer or a default as agents write it: content and target as text, a ranking as a bare list. */
export function tidyFeedback(value: unknown, path: string, note: Note): unknown {
  if (typeof value === 'string') return { type: value };
  if (!isObject(value)) return value;
  const { type, content, target, metadata } = value;
  const member = type === 'approve' || type === 'reject' ? 'reason' : 'text';
  return {
    ...value,
    ...(typeof content === 'string' ? { content: { [member]: content } } : {}),
    ...(type === 'rank' && Array.isArray(content) ? { content: { order: content } } : {}),
    ...(typeof target === 'string' ? { target: { messageId: target } } : {}),
    ...(isObject(metadata)
      ? {
          metadata: {
            ...metadata,
            ...changed(metadata, 'severity', (level) =>
              tidySeverity(level, `${path}/metadata/severity`, note),
            ),
            ...changed(metadata, 'priority', (level) =>
              tidyPriority(level, `${path}/metadata/priority`, note),
            ),
          },
        }
      : {}),
  };
}

const changed = (
  value: JsonObject,
  name: string,
  change: (member: unknown) => unknown,
): JsonObject => (Object.hasOwn(value, name) ? { [name]: change(value[name]) } : {});

/** One member of `upPrompt`, from any of its places. */
export function tidyPromptMember(name: string, value: unknown, path: string, note: Note): unknown {
  switch (name) {
    case 'severity':
      return tidySeverity(value, path, note);
    case 'priority':
      return tidyPriority(value, path, note);
    case 'defaultFeedback':
      return tidyFeedback(value, path, note);
    case 'allowed':
      return typeof value === 'string' ? [value] : value;
    case 'waiting':
      return tidyLines(value, ['id', 'name', 'agentId'], { path, note });
    case 'check':
      return typeof value === 'string' ? { endpoint: value } : value;
    case 'answers':
      return isObject(value) ? tidyAnswers(value) : value;
    default:
      return value;
  }
}

const tidyAnswers = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([type, words]) => [
      type,
      typeof words === 'string' ? { label: words } : words,
    ]),
  );
