import { statementsOf } from '@countersign/json/statement';

/** The English texts of why arguments cannot be sent, by code. */
export const argumentStatements = {
  'call.missing': 'is a part of the address and is missing',
  'call.segment': 'would lead to another address',
  'call.plain': 'must be a text, a number, true or false to be sent in {place}',
  'call.header': 'cannot be sent in a header',
  'call.secret': 'is kept by the server and cannot be an argument',
  'call.text': 'must be a text: the request is {type}',
  'call.none': 'takes no arguments',
  'call.parts': 'must have a text or data',
} as const;

/** Why arguments cannot be sent. */
export const say = statementsOf(argumentStatements);
