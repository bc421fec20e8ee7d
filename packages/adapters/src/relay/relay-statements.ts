import { statementsOf } from '@countersign/json/statement';

/** Why a call is not passed on, by code, in English. The console has the same codes in each of its languages. */
export const relayStatements = {
  'relay.missing': '{name} is missing.',
  'relay.input-empty': 'input is empty.',
  'relay.path': 'This path is not relayed.',
  'relay.no-run': 'There is no such run.',
  'relay.no-session': 'There is no such session.',
  'relay.no-message-here': 'There is no such message.',
  'relay.page': '{name} is out of range.',
  'relay.path-encoding': 'The path is not encoded correctly.',
  'relay.part-empty': 'A part has no content.',
  'relay.run-empty': 'The run has no message.',
  'relay.one-interrupt': 'Answer one interrupt in a run.',
  'relay.part-unknown': 'A part of the message cannot be converted.',
  'relay.payload': 'The payload of the answer must be an object, a text, true or false.',
  'relay.no-push': 'Push notifications are not supported.',
  'relay.no-extended-card': 'There is no extended card.',
  'relay.method': 'The method {method} is not relayed.',
  'relay.no-task-list': 'Tasks are not listed. Read them by their ids.',
  'relay.no-task-id': 'The id of the task is missing.',
  'relay.no-message': 'The message is missing.',
  'relay.not-in-a2a': 'A2A agents do not support this.',
  'relay.tool-only-called': 'A tool can only be called.',
  'relay.name-tool':
    'Name the tool: data with "tool" and "arguments", or a skill in the metadata of the message.',
  'relay.no-tool': 'There is no tool {name}.',
  'relay.no-task': 'Task not found: you have none of this id.',
  'relay.people-answer': 'People answer this question. Read the task to learn when they have.',
  'relay.name-question':
    'Name the question that you answer: its id is in the data of what was asked (question.id).',
  'relay.question-closed':
    'The question is not open any more, or something else is asked now. Read the task.',
  'relay.unhealthy': '{name} is registered, but unhealthy.',
  'relay.no-service': 'No service {name} is registered.',
  'relay.silent':
    '{name} is registered with {registries:, | and }, which has sent nothing for a minute.',
  'relay.no-agent': '{name} is not an agent.',
  'relay.no-adapter': 'No adapter calls agents of {protocol}.',
  'relay.description': 'The description of {name} is not usable: {path} {fault}',
  'relay.host': 'The policy of the route {route} does not allow calls to {host}.',
  'relay.lists-only': 'This request lists agents and calls none.',
  'relay.decided': 'A person has already decided about this call.',
  'relay.ended-before': 'The task ended before its agent stopped it. Read it for its result.',
  'relay.stop-unconfirmed':
    'The agent was asked to stop, and has not confirmed it. Read the task for its state.',
  'relay.not-yet-allowed': 'A person has not allowed this call yet.',
  'relay.too-many':
    'You have made {calls} calls over the route {route} in a minute, which is its limit. Call again later.',
  'relay.too-many-held':
    '{count} of your calls wait for a person, which is your share. Call again when some are decided, or cancel some.',
  'relay.files-held': 'A person has to allow each call of this route.',
  'relay.no-run-input': 'This is not the input of a run.',
  'relay.empty': 'The message has no content.',
  'relay.too-long': 'The message is too long.',
  'relay.files': 'Files cannot be passed on here. {reason} Send a link.',
  'relay.files-tool': 'A tool gets arguments.',
  'relay.file-size': 'A file has at most {limit} characters in Base64.',
  'relay.file-count': 'A message has at most {count}.',
  'relay.files-answer': 'An answer to a question is words or data.',
  'relay.file-form': 'A file has a name, a media type, and content in Base64.',
  'relay.no-instance': 'There is no instance.',
  'relay.no-route': 'No route leads to {name}.',
  'relay.no-policy': 'The route to {name} has no policy, so nobody may use it.',
  'relay.other-policy':
    'The policy of the route to {name} was set for another service. An administrator has to set it again.',
  'relay.may-not': 'You may not call {name}.',
} as const;

export const say = statementsOf(relayStatements);
