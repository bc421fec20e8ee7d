import { isObject, memberOf } from '@countersign/json/json-object';
import { statementsOf, type WrittenStatement } from '@countersign/json/statement';

/** What a conversion does not keep, by code, in English. The console has the same codes in each of its languages. */
export const lossStatements = {
  'lost.metadata': 'Metadata of a part is not passed on.',
  'lost.text-type': 'A text is passed on without its type {type}.',
  'lost.part-name': 'A part is passed on without its name {name}.',
  'lost.file-name': 'A picture or sound is passed on without its name {name}.',
  'lost.link-type': 'The media type of {url} is not known, and some type is stated.',
  'lost.link': '{url} is passed on as text, not as a link.',
  'lost.typed-link': '{url} is passed on as text, without its media type {type}.',
  'lost.message-id': 'The id of the message is not passed on.',
  'lost.accepted-types':
    'The media types that the caller accepts are not passed on: {types:, |, }.',
  'lost.skill': 'The skill {skill} is not passed on.',
  'lost.context': 'The conversation {context} is not passed on.',
  'lost.context-name': 'The conversation {context} is passed on under another name.',
  'lost.history-length': 'The number of messages that the caller asks for is not passed on.',
  'lost.mode': 'The mode {mode} is not passed on.',
  'lost.state': 'The state {state} is passed on as {written}.',
  'lost.error-code': 'The kind of the error ({code}) is not passed on.',
  'lost.output-id': 'The ids of outputs are not passed on.',
  'lost.output-name': 'An output is passed on without its name {name}.',
  'lost.said': 'What is said at the state {state} is not passed on.',
  'lost.part-later': 'What is no text comes with the result only.',
  'lost.message-of-part': 'A part is passed on without the message that it belongs to.',
  'lost.message-end': 'The end of a message is not passed on.',
  'lost.tool-text': 'A text is not passed on: a tool gets arguments only.',
  'lost.tool-link': '{url} is not passed on: a tool gets arguments only.',
  'lost.tool-data': 'Other data is not passed on: a tool gets the arguments of one call.',
  'lost.earlier-messages': 'Earlier messages of the conversation are not passed on.',
  'lost.member': '{member} is not passed on.',
  'lost.masked': 'Masked in what is passed on: {what:, | and }.',
  'lost.masked-card': '{count:card number|card numbers}',
  'lost.masked-key': '{count:key|keys}',
  'lost.masked-token': '{count:token|tokens}',
  'lost.masked-secret': '{count:password or secret|passwords or secrets}',
} as const;

export const lose = statementsOf(lossStatements);

/** Something that a conversion does not keep, as text and as data. */
export type Loss = WrittenStatement;

/** Each loss once, in order. */
export function onceEach(losses: readonly Loss[]): Loss[] {
  return [...new Map(losses.map((loss) => [loss.text, loss])).values()];
}

/** What the caller wishes of the answer: neither ACP nor the tools of a gateway have words for it. */
export const lostOfWishes = ({
  acceptedTypes: types,
  skill,
}: {
  acceptedTypes: readonly string[];
  skill: string | null;
}): Loss[] => [
  ...(types.length > 0 ? [lose('lost.accepted-types', { types: types.slice(0, 20) })] : []),
  ...(skill === null ? [] : [lose('lost.skill', { skill })]),
];

const mostNamed = 20;

/** The members of a request that its reader does not know and that say something, by their paths; at most 20. */
export function unreadMembers(
  value: unknown,
  { at, known }: { at: string; known: readonly string[] },
): Loss[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((name) => !known.includes(name) && saysSomething(memberOf(value, name)))
    .slice(0, mostNamed)
    .map((name) => lose('lost.member', { member: `${at}${name}`.slice(0, 200) }));
}

const saysSomething = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : value !== null && value !== undefined && value !== '';
