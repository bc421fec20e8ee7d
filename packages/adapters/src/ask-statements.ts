import { valueAt } from '@countersign/json/json-pointer';
import { statementsOf } from '@countersign/json/statement';

/**
 * What the readers of protocols, and the server where it asks, say themselves in a question, by code, in English. The console has
 * the same codes in each of its languages.
 */
export const askStatements = {
  'ask.may-run': 'May the agent run {tool}?',
  'ask.may-run-a-tool': 'May the agent run a tool?',
  'ask.may-continue': 'May the agent continue?',
  'ask.does-it': 'The agent does it.',
  'ask.tool-waits': '{tool} waits for an answer.',
  'ask.confirmation': 'The agent asks for a confirmation.',
  'ask.more-information': 'The agent needs more information.',
  'ask.stopped': 'The agent has stopped and asks for an answer.',
  'ask.stopped-because': 'The agent has stopped and asks: {reason}',
  'ask.sign-in': 'The agent needs you to sign in.',
  'ask.input': 'The agent needs your input.',
  'ask.answer': 'The agent needs your answer.',
  'ask.offers-choice': 'The agent offers a choice.',
  'ask.details': 'The agent asks for details.',
  'ask.not-readable': 'The agent asks something that cannot be read.',
  'ask.unread': 'A question could not be read',
  'ask.unread-why': 'The agent has sent what looks like a question. {faults: | }',
  'ask.too-large': 'A question of {size} MB could not be read',
  'ask.too-large-why':
    'At most {limit} MB of a question are read. The agent may wait for an answer: instruct it, or stop the task.',
  'ask.no-id': 'It has no id, so no answer could name it.',
  'ask.wrong-id': 'Its id is “{value}”, which is no text to name it by.',
  'ask.no-task': 'It does not say which task it belongs to.',
  'ask.wrong-task': 'Its task is given as “{value}”, which is no name of a task.',
  'ask.no-time': 'It does not say when it was asked.',
  'ask.wrong-time': 'Its time is given as “{value}”, which is no date with a time.',
  'ask.no-state': 'It does not say whether a decision is needed: it has no state.',
  'ask.wrong-state': 'Its state is “{value}”, which is none that is known.',
  'ask.unread-effect': 'Your words go to the agent as a new message.',
  'ask.tool-result': 'The agent calls {tool} and waits for its result.',
  'ask.runs': 'The agent runs {tool} with these arguments.',
  'ask.runs-edited': 'The agent runs {tool} with the arguments as you edit them.',
  'ask.continues': 'The agent continues with {tool} as proposed.',
  'ask.continues-edited': 'The agent continues with {tool} as you edit it.',
  'ask.ignored': 'The agent is informed that you ignore it.',
  'ask.gets-words': 'The agent gets your words.',
  'ask.gets-choice': 'The agent gets your choice as your words.',
  'ask.gets-value': 'The agent gets what you fill in.',
  'ask.sends': 'Sends {value}.',
  'ask.gives-up': 'Closes the question without an answer.',
  'ask.returns-arguments': 'The arguments are returned unchanged, as the result.',
  'ask.returns-edited': 'The arguments are returned as you edit them, as the result.',
  'ask.value-is-result': 'What you fill in is the result.',
  'ask.words-are-result': 'Your words are the result.',
  'ask.result-is': 'The result is: {words}',
  'ask.label-accept': 'Accept',
  'ask.label-ignore': 'Ignore',
  'ask.label-respond': 'Respond',
  'ask.label-choose': 'Choose',
  'ask.label-answer': 'Answer',
  'ask.label-in-words': 'In words',
  'ask.label-decline': 'Decline',
  'ask.label-return': 'Return as is',
  'ask.label-signed-in': 'Signed in',
  'ask.title-answer': 'Answer',
  'ask.recommended': '{label} (recommended by the agent)',
  'ask.title-choice': 'Choice',
  'ask.title-arguments': 'Arguments',
  'ask.title-type-name': 'Type {tool} to confirm',
  // A call of a service.
  'ask.call-requested': '{caller} requests this call.',
  'ask.call-requested-in': '{caller} requests this call in its task {task}.',
  'ask.call-requested-for':
    '{caller} requests this call for “{named}”, which is none of its open tasks here.',
  'ask.call-requested-other': '{caller} requests this call for {task}, a task of {agent}.',
  'ask.call-unknown':
    'An earlier call with the same arguments was sent, and its outcome is unknown. First check what it did.',
  'ask.call-same': 'The arguments are those of the last approved call, by {by}.',
  'ask.call-differs': 'Differences from the last approved call, by {by}:',
  'ask.call-request': 'The request, without secrets (SHA-256 {digest}):',
  'ask.title-scope': 'Approved for',
  'ask.scope-once': 'this call',
  'ask.scope-task': 'all its calls in the caller’s task',
  'ask.call-moves': 'It moves or switches something.',
  'ask.call-deletes': 'It deletes something.',
  // A call through the gateway.
  'ask.gateway-call': 'May {caller} call {service}?',
  'ask.gateway-why':
    '{caller} ({id}) calls {service} over {protocol}. Each call over the route {route} needs a person’s permission.',
  // Two memories.
  'ask.memory-contradicts': 'New knowledge contradicts what is known about “{name}”.',
  'ask.memory-differs': 'New knowledge describes “{name}” differently.',
  'ask.memory-both-held': 'Both are held: agents are given neither of them.',
  'ask.memory-new-held': 'The new one is held: agents are given the existing one.',
  'ask.memory-which-holds': 'Which is true about “{name}”?',
  'ask.memory-which-version': 'Which version of “{name}” is used?',
  'ask.memory-refuse': 'Refuse the new one',
  'ask.memory-refuse-effect': 'The existing memory is kept.',
  'ask.memory-effect': 'Agents are given what you keep.',
  'ask.memory-two': 'Two memories',
  'ask.memory-keep': 'Keep',
  'ask.memory-keep-help': 'What agents are given from now on',
  'ask.memory-mine': 'Keep the existing memory',
  'ask.memory-theirs': 'Keep the new one',
  'ask.memory-both': 'Keep both: they hold for different cases',
  'ask.memory-merge': 'Keep one with the content below',
  'ask.memory-was-here': 'Existing',
  'ask.memory-came': 'New',
  'ask.memory-differences': 'Differences',
  'ask.memory-place': 'Place',
  'ask.memory-merged': 'Merged content',
  'ask.memory-merged-help': 'Used if you keep one content made of both',
} as const;

export const sayAsk = statementsOf(askStatements);

/** The title of the one field of an answer, in a schema made here. */
export const answerTitle = { '/properties/answer/title': sayAsk('ask.title-answer') };

/** The same, if the agent has given the field no title of its own. */
export const titlesIn = (schema: unknown): Partial<typeof answerTitle> =>
  valueAt(schema, ['properties', 'answer', 'title']) === askStatements['ask.title-answer']
    ? answerTitle
    : {};
