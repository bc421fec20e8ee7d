interface Entry {
  status: number;
  title: string;
  retryable: boolean;
}

/** Every error response of the server (RFC 9457). The slug ends the problem's `type`; each has a page in docs/problems. */
export const problems = {
  unauthorized: { status: 401, title: 'Sign in first', retryable: false },
  forbidden: { status: 403, title: 'Not allowed', retryable: false },
  'not-found': { status: 404, title: 'Not found', retryable: false },
  'invalid-request': { status: 400, title: 'The request is not valid', retryable: false },
  'prompt-answered': { status: 409, title: 'Someone else has answered', retryable: false },
  'prompt-expired': { status: 410, title: 'The question is not open any more', retryable: false },
  'prompt-changed': { status: 412, title: 'The question has changed', retryable: false },
  'not-entitled': { status: 403, title: 'You may not decide this', retryable: false },
  'prompt-claimed': { status: 409, title: 'Someone else holds this question', retryable: true },
  'prompt-answerable': { status: 409, title: 'The question can be answered', retryable: false },
  'prompts-open': {
    status: 409,
    title: 'The agent accepts nothing else until its questions are answered',
    retryable: false,
  },
  'decision-left': { status: 409, title: 'The answer has already been sent', retryable: false },
  'extension-not-possible': {
    status: 409,
    title: 'The deadline cannot be extended',
    retryable: false,
  },
  'policy-changed': { status: 409, title: 'The policy has changed', retryable: false },
  'note-changed': { status: 409, title: 'The notes have changed', retryable: false },
  'rule-changed': { status: 409, title: 'The rule has changed', retryable: false },
  'dry-run-needed': { status: 409, title: 'Try the rule first', retryable: false },
  'address-refused': { status: 422, title: 'This address is not called', retryable: false },
  'schema-not-loaded': { status: 422, title: 'The schema was not loaded', retryable: true },
  'invalid-question': { status: 422, title: 'This cannot be asked', retryable: false },
  'too-many-questions': { status: 429, title: 'Too many questions are open', retryable: true },
  'invalid-feedback': { status: 422, title: 'The answer is not valid', retryable: false },
  'unknown-agent': { status: 422, title: 'There is no such agent', retryable: false },
  'secret-needed': { status: 422, title: 'Enter the headers again', retryable: false },
  'agent-exists': { status: 409, title: 'There is an agent with this id', retryable: false },
  'check-going': { status: 409, title: 'The agent is being checked', retryable: true },
  'artifact-exists': { status: 409, title: 'There is a service of this name', retryable: false },
  'service-exists': { status: 409, title: 'It is already registered', retryable: false },
  'service-changed': { status: 409, title: 'The service has changed', retryable: false },
  'registry-full': { status: 422, title: 'The registry is full', retryable: false },
  'description-not-read': { status: 422, title: 'The description was not read', retryable: true },
  'memory-changed': { status: 409, title: 'It has changed since you saw it', retryable: false },
  'contradicts-approved': {
    status: 409,
    title: 'It contradicts an approved correction',
    retryable: false,
  },
  'knowledge-refused': { status: 422, title: 'This cannot be kept', retryable: false },
  'provider-away': {
    status: 503,
    title: 'The identity provider cannot be reached',
    retryable: true,
  },
  'passkey-host': {
    status: 409,
    title: 'Passkeys need a name of this server',
    retryable: false,
  },
  'passkey-refused': { status: 403, title: 'The passkey was not accepted', retryable: false },
  'step-up-needed': { status: 403, title: 'This answer needs your passkey', retryable: false },
  'group-exists': { status: 409, title: 'There is a group with this id', retryable: false },
  'operator-exists': { status: 409, title: 'There is an operator with this id', retryable: false },
  'task-exists': { status: 409, title: 'There is a task with this id', retryable: false },
  'being-stopped': { status: 409, title: 'The task is being stopped', retryable: true },
  'message-left': { status: 409, title: 'The message has already been sent', retryable: false },
  'too-many-waiting': {
    status: 409,
    title: 'Too many messages wait for the next run',
    retryable: true,
  },
  'run-going': { status: 409, title: 'A run is in progress', retryable: false },
  'control-not-possible': { status: 409, title: 'Not possible now', retryable: false },
  'idempotency-conflict': {
    status: 409,
    title: 'The idempotency key was used for something else',
    retryable: false,
  },
  'receipt-refused': {
    status: 422,
    title: 'The receipt does not allow it',
    retryable: false,
  },
  'receipt-used': { status: 409, title: 'The receipt was used before', retryable: false },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept the method',
    retryable: false,
  },
  'too-large': { status: 413, title: 'Too large', retryable: false },
  'uri-too-long': { status: 414, title: 'The address is too long', retryable: false },
  'unsupported-media-type': { status: 415, title: 'Send JSON', retryable: false },
  'too-many-streams': { status: 429, title: 'Too many streams are open', retryable: true },
  'rate-limited': { status: 429, title: 'Too many requests', retryable: true },
  internal: { status: 500, title: 'The server failed', retryable: false },
  'store-damaged': { status: 500, title: 'The store could not be read', retryable: false },
  'not-ready': { status: 503, title: 'Not ready', retryable: true },
} satisfies Record<string, Entry>;

/** The name of a problem in its `type`, in docs/problems and in the contracts of routes. */
export type ProblemSlug = keyof typeof problems;
