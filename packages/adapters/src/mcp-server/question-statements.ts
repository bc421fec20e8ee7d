import { statementsOf, type WrittenStatement } from '@countersign/json/statement';
import type { FeedbackType, UpMessage } from '@countersign/upformat/message';
import { type AskText, askMembers } from '../ask-members.ts';

/** What this server itself says in questions of MCP, by code, in English. The console has the same codes in each of its languages. */
export const mcpAskStatements = {
  'mcp-ask.call': 'Call {tool} on {server}?',
  'mcp-ask.runs': '{server} runs {tool} with these arguments.',
  'mcp-ask.runs-edited': '{server} runs {tool} with the arguments as you leave them.',
  'mcp-ask.call-label': 'Call',
  'mcp-ask.not-call-label': 'Do not call',
  'mcp-ask.changes-nothing': 'changes nothing',
  'mcp-ask.destroys': 'may destroy data',
  'mcp-ask.repeatable': 'can be repeated without further effect',
  'mcp-ask.open-world': 'reaches beyond the server',
  'mcp-ask.no-claims': 'The server does not say what the tool changes.',
  'mcp-ask.claims': 'The server says that it {claims:, |, }. This is not verified.',
  'mcp-ask.needs': '{server} needs information.',
  'mcp-ask.asks': '{server} asks: {words}',
  'mcp-ask.accept-label': 'Accept',
  'mcp-ask.send-label': 'Send',
  'mcp-ask.decline-label': 'Decline',
  'mcp-ask.values': '{server} receives the values as they are.',
  'mcp-ask.entered': '{server} receives what you enter.',
  'mcp-ask.declined': '{server} is told that you decline.',
  'mcp-ask.no-address': 'The address cannot be opened:',
  'mcp-ask.address':
    'The address is at {origin}. Check that you know this host before you open it.',
  'mcp-ask.agreed':
    '{server} is told that you agreed to open the address. What you do there is not sent through this console.',
  'mcp-ask.sampling': '{server} asks for the answer of a language model.',
  'mcp-ask.model-label': 'Let {model} answer',
  'mcp-ask.model': 'The messages are sent to {model}. You see its answer before {server} does.',
  'mcp-ask.by-hand-label': 'Answer by hand',
  'mcp-ask.by-hand': '{server} receives your text as the answer.',
  'mcp-ask.sampling-declined': '{server} is told that the request was declined.',
  'mcp-ask.review': 'Send the answer of {model} to {server}?',
  'mcp-ask.roots': '{server} asks which folders it may work in.',
  'mcp-ask.none-label': 'None',
  'mcp-ask.empty-list': '{server} receives an empty list.',
  'mcp-ask.list': '{server} receives the list.',
} as const;

export const say = statementsOf(mcpAskStatements);

/** Words of others, as they are; sentences of this server with their data. */
export type Explained = string | WrittenStatement;

interface StatedAsk extends Omit<AskText, 'ask' | 'effect' | 'explanation' | 'answers'> {
  ask: WrittenStatement;
  effect?: WrittenStatement;
  /** Paragraphs. */
  explanation?: readonly Explained[] | undefined;
  answers: Partial<Record<FeedbackType, { label?: WrittenStatement; effect?: WrittenStatement }>>;
}

const textOf = (part: Explained): string => (typeof part === 'string' ? part : part.text);
const dataOf = (part: Explained) => (typeof part === 'string' ? part : part.statement);

/**
 * The members of a message whose words are this server's: their English texts, and in `upPrompt.statements` the same as data, so
 * that the console writes them in the language of its reader.
 */
export function statedMembers(asked: StatedAsk): Pick<UpMessage, 'explanation' | 'upPrompt'> {
  const { ask, effect, explanation, answers, ...rules } = asked;
  const kinds = Object.keys(answers) as FeedbackType[];
  const each = <Value>(write: (words: WrittenStatement) => Value) =>
    Object.fromEntries(
      kinds.map((kind) => {
        const { label, effect: does } = answers[kind] ?? {};
        return [
          kind,
          {
            ...(label === undefined ? {} : { label: write(label) }),
            ...(does === undefined ? {} : { effect: write(does) }),
          },
        ];
      }),
    );
  const members = askMembers({
    ...rules,
    ask: ask.text,
    effect: effect?.text,
    explanation: explanation?.map(textOf).join('\n\n'),
    answers: each(({ text }) => text),
  });
  const statements = {
    ask: ask.statement,
    ...(effect === undefined ? {} : { effect: effect.statement }),
    ...(explanation === undefined ? {} : { explanation: explanation.map(dataOf) }),
    answers: each(({ statement }) => statement),
  };
  return { ...members, upPrompt: { ...members.upPrompt, statements } };
}
