import type { WrittenStatement } from '@countersign/json/statement';
import type { FeedbackType, Severity, UpMessage, UpPrompt } from '@countersign/upformat/message';

/** Words of others, as they are; sentences of this server with their data. */
export type Explained = string | WrittenStatement;

type AnswerWords = { label?: Explained; effect?: Explained };

/** The texts of a question and the rules for its answer, before they become members of a message. */
export interface AskText {
  ask: Explained;
  /** Paragraphs. */
  explanation?: readonly Explained[] | undefined;
  effect?: Explained | undefined;
  severity?: Severity;
  allowed: FeedbackType[];
  answers?: Partial<Record<FeedbackType, AnswerWords>>;
  /** Titles in the schema of the answer that are this server's words, by JSON Pointer into the schema. */
  titles?: Readonly<Record<string, WrittenStatement>>;
  /** ISO 8601 date-time. */
  expiresAt?: string | undefined;
}

/**
 * The members of a message that state the question; no text is repeated. What are words of this server is also in
 * `upPrompt.statements`, as data: the console writes it in the language of its reader.
 */
export function askMembers(words: AskText): Pick<UpMessage, 'explanation' | 'upPrompt'> {
  const { ask, severity, allowed, answers = {}, expiresAt } = words;
  const more = (words.explanation ?? []).filter((part) => !same(textOf(part), textOf(ask)));
  const parts = [...(isMoreThanALine(textOf(ask)) ? [ask] : []), ...more];
  const explanation = parts.length === 0 ? undefined : parts.map(textOf).join('\n\n');
  const does = words.effect === undefined ? undefined : textOf(words.effect);
  const effect = same(does, textOf(ask)) || same(does, explanation) ? undefined : words.effect;
  const shown = { ...words, explanation: parts, effect };
  const statements = statementsIn(shown);
  return {
    ...(explanation === undefined ? {} : { explanation }),
    upPrompt: {
      ask: textOf(ask),
      ...(effect === undefined ? {} : { effect: textOf(effect) }),
      ...(severity === undefined ? {} : { severity }),
      allowed,
      ...(Object.keys(answers).length === 0 ? {} : { answers: writtenAnswers(answers) }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(statements === null ? {} : { statements }),
    },
  };
}

/** The English text of words. */
export const textOf = (words: Explained): string =>
  typeof words === 'string' ? words : words.text;

const writtenAnswers = (answers: NonNullable<AskText['answers']>): UpPrompt['answers'] =>
  Object.fromEntries(
    Object.entries(answers).map(([type, { label, effect }]) => [
      type,
      {
        ...(label === undefined ? {} : { label: textOf(label) }),
        ...(effect === undefined ? {} : { effect: textOf(effect) }),
      },
    ]),
  );

const isOwn = (words: Explained | undefined): words is WrittenStatement =>
  typeof words === 'object';

/** What of it are words of this server, as data; null = nothing. */
function statementsIn({ ask, effect, explanation = [], answers = {}, titles = {} }: AskText) {
  const own = Object.entries(answers).flatMap(([type, { label, effect: does }]) => {
    const said = {
      ...(isOwn(label) ? { label: label.statement } : {}),
      ...(isOwn(does) ? { effect: does.statement } : {}),
    };
    return Object.keys(said).length === 0 ? [] : [[type, said] as const];
  });
  const named = Object.entries(titles).map(([place, { statement }]) => [place, statement]);
  const statements = {
    ...(isOwn(ask) ? { ask: ask.statement } : {}),
    ...(isOwn(effect) ? { effect: effect.statement } : {}),
    ...(explanation.some(isOwn)
      ? { explanation: explanation.map((part) => (isOwn(part) ? part.statement : part)) }
      : {}),
    ...(own.length === 0 ? {} : { answers: Object.fromEntries(own) }),
    ...(named.length === 0 ? {} : { titles: Object.fromEntries(named) }),
  };
  return Object.keys(statements).length === 0 ? null : statements;
}

/** A question of one line is shown once; a longer one is also shown in full as the explanation. */
const isMoreThanALine = (text: string): boolean => text.length > 280 || text.trim().includes('\n');

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
const same = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && plain(left) === plain(right);
