import { z } from 'zod';

/**
 * How the answer to a question goes back. `message`: as a message in UpFormat, to the run that asked while it is open. `resume`:
 * the run has stopped to ask, and only a run that brings this answer goes on from there. `result`: as the result of a call.
 * `words`: as the operator's words, to the open run or in a new one. `asker`: there is no run; the part of the server that asked,
 * registered under the protocol of the origin, receives it. Only answers by `resume`, `result` and `words` may wait for each other.
 */
export const answeredBySchema = z.enum(['message', 'resume', 'result', 'words', 'asker']);
export type AnsweredBy = z.infer<typeof answeredBySchema>;

/** An origin as it is said today. */
export const originSchema = z.object({
  /** The protocol whose words the question came in: `ag-ui`. */
  protocol: z.string(),
  /** What that protocol has such questions as: `interrupt`. */
  kind: z.string(),
  answeredBy: answeredBySchema,
  /** What the protocol calls it, for people; absent = it has a name of ours. */
  label: z.string().optional(),
});

/**
 * In which words a question came, as its protocol says it. What has to be decided by it is decided by `answeredBy`; protocol and
 * kind are names to show and to filter by.
 */
export type PromptOrigin = z.infer<typeof originSchema>;

/** Earlier versions knew these six and wrote them as one word: so they stand in journals, exported files, addresses and rules. */
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

/** An origin, or the word that an earlier version had for it. */
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

/** An origin in one word, for addresses, rules and columns: `ag-ui/interrupt`. */
export const originName = ({ protocol, kind }: Named): string => `${protocol}/${kind}`;

/** The name of today for an origin that was written down at any time. */
export function originNameNow(written: string): string {
  const known = earlierOf(written);
  return known === undefined ? written : originName(known);
}

/** The name that a class of equal prompts has in its key: it has outlived the words of earlier versions, and so have rules that name it. */
export function originInClass(origin: Named): string {
  const name = originName(origin);
  return Object.keys(earlier).find((word) => originNameNow(word) === name) ?? name;
}

/** The name of an origin as somebody asks for it; words of earlier versions count. */
export const originNameSchema = z.string().min(1).max(200).overwrite(originNameNow);
