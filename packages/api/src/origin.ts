import { z } from 'zod';

/**
 * How the answer to a question goes back. `message`: as a message in UpFormat, to the run that asked while it is open. `resume`:
 * the run has ended with the question, and only a run with this answer continues it. `result`: as the result of a call.
 * `words`: as the operator's words, to the open run or in a new one. `asker`: there is no run; the part of the server that asked,
 * registered under the protocol of the origin, receives it. Only answers by `resume`, `result` and `words` may wait for each other.
 */
export const answeredBySchema = z.enum(['message', 'resume', 'result', 'words', 'asker']);
export type AnsweredBy = z.infer<typeof answeredBySchema>;

/** An origin in its current form. */
export const originSchema = z.object({
  /** The protocol of the question: `ag-ui`. */
  protocol: z.string(),
  /** The kind of question in that protocol: `interrupt`. */
  kind: z.string(),
  answeredBy: answeredBySchema,
  /** The protocol's display name for it; absent = the console has a name for it. */
  label: z.string().optional(),
});

/**
 * Where a question came from, as declared by its protocol. Behaviour depends on `answeredBy` only; protocol and
 * kind are names for display and filters.
 */
export type PromptOrigin = z.infer<typeof originSchema>;

/** The six origins of earlier versions, written as one word: journals, exported files and addresses contain them. */
const earlier: Readonly<Record<string, PromptOrigin>> = {
  upformat: { protocol: 'upformat', kind: 'message', answeredBy: 'message' },
  interrupt: { protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' },
  'tool-call': { protocol: 'ag-ui', kind: 'tool-call', answeredBy: 'result' },
  button: { protocol: 'hai', kind: 'button', answeredBy: 'words' },
  form: { protocol: 'hai', kind: 'form', answeredBy: 'words' },
  unread: { protocol: 'upformat', kind: 'unread', answeredBy: 'words' },
};

const earlierOf = (word: string): PromptOrigin | undefined =>
  Object.hasOwn(earlier, word) ? earlier[word] : undefined;

/** Of a question in UpFormat: its answer is a message too. */
export const upFormatOrigin: PromptOrigin = {
  protocol: 'upformat',
  kind: 'message',
  answeredBy: 'message',
};

/** An origin, or its name in an earlier version. */
export const promptOriginSchema = z.codec(z.union([originSchema, z.string()]), originSchema, {
  decode(value, context) {
    if (typeof value !== 'string') return value;
    const known = earlierOf(value);
    if (known !== undefined) return known;
    context.issues.push({ code: 'custom', input: value, message: 'is no origin that was ever' });
    return z.NEVER;
  },
  encode: (origin) => origin,
});

type Named = Pick<PromptOrigin, 'protocol' | 'kind'>;

/** An origin as one string, for addresses, rules and columns: `ag-ui/interrupt`. */
export const originName = ({ protocol, kind }: Named): string => `${protocol}/${kind}`;

/** The current name of an origin stored by any version. */
export function originNameNow(written: string): string {
  const known = earlierOf(written);
  return known === undefined ? written : originName(known);
}

/** The name of an origin in the key of a class: unchanged since earlier versions, because rules refer to it. */
export function originInClass(origin: Named): string {
  const name = originName(origin);
  return Object.keys(earlier).find((word) => originNameNow(word) === name) ?? name;
}

/** The name of an origin from a request; names of earlier versions are accepted. */
export const originNameSchema = z.string().min(1).max(200).overwrite(originNameNow);
