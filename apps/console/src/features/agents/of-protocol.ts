import { statementSentence } from '../../text/statements/statements.ts';
import { visibleText } from '../../text/visible-text.ts';

/** What a server says about a protocol, in the language of the reader. */
export const ofProtocol = (id: string, part: 'name' | 'about', english: string): string =>
  visibleText(statementSentence({ code: `protocol.${id}.${part}` }, english));
