import type { FeedbackType, Severity, UpMessage, UpPrompt } from '@countersign/upformat/message';

/** The texts of a question and the rules for its answer, before they become members of a message. */
export interface AskText {
  ask: string;
  explanation?: string | undefined;
  effect?: string | undefined;
  severity: Severity;
  allowed: FeedbackType[];
  answers?: UpPrompt['answers'];
  /** ISO 8601 date-time. */
  expiresAt?: string | undefined;
}

/** The members of a message that state the question; no text is repeated. */
export function askMembers(words: AskText): Pick<UpMessage, 'explanation' | 'upPrompt'> {
  const { ask, effect, severity, allowed, answers = {}, expiresAt } = words;
  const more = same(words.explanation, ask) ? undefined : words.explanation;
  const parts = [isMoreThanALine(ask) ? ask : undefined, more].filter((part) => part !== undefined);
  const explanation = parts.length === 0 ? undefined : parts.join('\n\n');
  const said =
    effect !== undefined && (same(effect, ask) || same(effect, explanation)) ? undefined : effect;
  return {
    ...(explanation === undefined ? {} : { explanation }),
    upPrompt: {
      ask,
      ...(said === undefined ? {} : { effect: said }),
      severity,
      allowed,
      ...(Object.keys(answers).length === 0 ? {} : { answers }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  };
}

/** A question of one line is shown once; a longer one is also shown in full as the explanation. */
const isMoreThanALine = (text: string): boolean => text.length > 280 || text.trim().includes('\n');

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
const same = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && plain(left) === plain(right);
