import type { Prompt } from '@countersign/api/prompt';
import { statedAsk } from '@countersign/api/statements/stated-question';
import { statementSentence } from './statements.ts';

/** A row, a question of a thread or a trial, or a whole prompt. */
type WithAsk = { ask: string; stated?: unknown } | Pick<Prompt, 'ask' | 'message' | 'origin'>;

const statedOf = (prompt: WithAsk): unknown =>
  'message' in prompt ? statedAsk(prompt) : 'stated' in prompt ? prompt.stated : undefined;

/** The question in one line: in the chosen language where it is the server's own. */
export const askText = (prompt: WithAsk): string => statementSentence(statedOf(prompt), prompt.ask);

/** The language of that line, for its element: that of the page where the server has said it; unknown of agents. */
export const askLang = (prompt: WithAsk): '' | undefined => (statedOf(prompt) ? undefined : '');
