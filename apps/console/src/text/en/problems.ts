import type { ProblemSlug } from '@countersign/api/problems';

/** What each problem of the server is, by the end of its `type`. */
export const problemTitles: Record<ProblemSlug, string> = {
  unauthorized: 'Sign in first',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  'invalid-request': 'The request is not valid',
  'prompt-answered': 'Someone else has answered',
  'prompt-expired': 'The question is not open any more',
  'prompt-changed': 'The question has changed',
  'prompt-claimed': 'Someone else holds this question',
  'prompt-answerable': 'The question can be answered',
  'prompts-open': 'The agent waits for answers before it takes anything else',
  'decision-left': 'The answer has left already',
  'extension-not-possible': 'The deadline cannot be put off',
  'policy-changed': 'The policy has changed',
  'rule-changed': 'The rule has changed',
  'dry-run-needed': 'Try the rule first',
  'address-refused': 'This address is not called',
  'schema-not-loaded': 'The schema was not loaded',
  'invalid-feedback': 'The answer is not valid',
  'unknown-agent': 'There is no such agent',
  'secret-needed': 'Enter the headers again',
  'agent-exists': 'There is an agent with this id',
  'artifact-exists': 'There is a service of this name',
  'description-not-read': 'The description was not read',
  'operator-exists': 'There is an operator with this id',
  'task-exists': 'There is a task with this id',
  'being-stopped': 'The task is being stopped',
  'message-left': 'The message has left already',
  'too-many-waiting': 'Too much waits for the next run',
  'run-going': 'A run is going on',
  'control-not-possible': 'Not possible now',
  'idempotency-conflict': 'The idempotency key was used for something else',
  'too-large': 'Too large',
  'uri-too-long': 'The address is too long',
  'unsupported-media-type': 'Send JSON',
  'too-many-streams': 'Too many streams are open',
  'rate-limited': 'Too many requests',
  internal: 'The server failed',
  'store-damaged': 'The store could not be read',
  'not-ready': 'Not ready',
};

/** A problem in one sentence. `detail`: the server's English text for this case; it may be more specific than the title. */
export const problemSentence = (title: string, detail: string | undefined): string =>
  detail ?? title;
