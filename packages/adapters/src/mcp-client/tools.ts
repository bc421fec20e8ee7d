import type { JsonObject } from '@countersign/json/json-object';
import { maxDeadline, maxWait } from './tool-arguments.ts';

/** A tool as `tools/list` shows it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: { type: 'object'; [keyword: string]: unknown };
  annotations: {
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
}

/** The instructions for the model in the response to `initialize`. */
export const instructions = `Countersign puts your questions in front of the people who operate you, and returns their answers.
Use ask_human when you lack information only a person has, or when several ways are right and a person should choose.
Use request_approval before anything that is hard to undo: deleting, paying, publishing, deploying, writing to people.
Use notify to report progress or a result that needs no answer.
People may take minutes or hours. If a result has the status "pending", go on with other work and call get_answer with its question_id; never ask the same question again.`;

const string = (description: string): JsonObject => ({ type: 'string', description });

const task = string(
  'Names the piece of work this belongs to, for example "Release 2.4". Calls with the same name are shown to the operators as one task. Default: everything of this session.',
);
const key = string(
  'Your own id for this call. Calling again with the same id and the same arguments returns the same question instead of a new one. Use it if you may repeat the call after an error or a restart.',
);
const wait = {
  type: 'number',
  minimum: 0,
  maximum: maxWait,
  description:
    'How long this call waits for the answer, in seconds. Default 50. After that it returns the status "pending" with a question_id, and the question stays open. 0 = return at once. Set it below the time limit of your client for one call.',
};
const deadline = (then: string): JsonObject => ({
  type: 'integer',
  minimum: 5,
  maximum: maxDeadline,
  description: `Seconds until the question lapses. ${then} Default: no deadline.`,
});

const severity: JsonObject = {
  type: 'string',
  enum: ['info', 'minor', 'major', 'critical'],
  description: 'How much depends on the answer.',
};

const statuses = [
  'answered',
  'declined',
  'instruction',
  'approved',
  'rejected',
  'pending',
  'expired',
  'withdrawn',
];

const outputOf = (
  names: readonly string[],
  members: JsonObject,
): NonNullable<ToolDescription['outputSchema']> => ({
  type: 'object',
  properties: {
    status: { type: 'string', enum: names },
    question_id: string('For get_answer.'),
    ...members,
    reason: string('Why it was declined or rejected, or why there is no answer.'),
    answered_by: string('The person, or the default.'),
    by_default: { type: 'boolean', description: 'Nobody answered in time: this is the default.' },
    answered_at: string('ISO 8601.'),
    deadline: string('ISO 8601.'),
    comments: { type: 'array', description: 'Remarks that people added to the question.' },
    operator_messages: { type: 'array', description: 'What operators said in this task.' },
  },
  required: ['status', 'question_id'],
});

const answer = { answer: { description: 'The answer; it has the form you asked for.' } };
const instruction = { instruction: string('What to do instead.') };
const verdict = {
  arguments: { description: 'The arguments to use: yours, or as a person edited them.' },
  edited: { type: 'boolean', description: 'A person changed the arguments.' },
};
const asking = { readOnlyHint: true, openWorldHint: true };

/** The tools of this server, in the order in which they are listed. */
export const tools: readonly ToolDescription[] = [
  {
    name: 'ask_human',
    title: 'Ask a person',
    description: `Asks the operators a question and waits for the answer of a person. Use it when you lack information that only a person has, when instructions contradict each other, or to let a person choose between options. Do not use it for what you can find out yourself. Ask one complete question: say what you are doing, what you need and what depends on it.
Give a JSON Schema for a structured answer, or options to choose from; with neither, the answer is a text.
Result: status "answered" with "answer"; "declined"; "instruction" (the person says what to do instead); "pending" (call get_answer later, do not ask again); "expired"; "withdrawn".`,
    inputSchema: {
      type: 'object',
      properties: {
        message: string(
          'The question in plain language. The first line is shown in the inbox, so put the question there.',
        ),
        context: string('What a person needs to know to answer, as Markdown.'),
        schema: {
          type: 'object',
          description:
            'JSON Schema of the answer. A form is made of it: give each property a title and a description.',
        },
        options: {
          type: 'array',
          minItems: 1,
          maxItems: 200,
          description: 'Answers to choose one from, instead of a schema.',
          items: {
            anyOf: [
              { type: 'string' },
              {
                type: 'object',
                properties: {
                  label: string('Shown to the person.'),
                  value: { description: 'Returned as the answer; the label if not given.' },
                  description: string('Shown with the label.'),
                },
                required: ['label'],
              },
            ],
          },
        },
        default: {
          description:
            'Your proposal: the form is filled in with it. With deadline_seconds it is also the answer if nobody answers in time. It must fit the schema.',
        },
        severity,
        deadline_seconds: deadline(
          'Then the default applies, or without one the status is "expired".',
        ),
        wait_seconds: wait,
        idempotency_key: key,
        task,
      },
      required: ['message'],
    },
    outputSchema: outputOf(
      ['answered', 'declined', 'instruction', 'pending', 'expired', 'withdrawn'],
      { ...answer, ...instruction },
    ),
    annotations: asking,
  },
  {
    name: 'request_approval',
    title: 'Request approval',
    description: `Asks a person to approve an action before you carry it out. Use it before anything that is hard to undo or affects others: deleting data, spending money, sending messages, publishing, deploying, changing permissions. Give the action and exactly the arguments you would use; a person may edit them.
Result: status "approved" with the "arguments" to use (edited: true if a person changed them); "rejected" with a reason: do not carry it out, and do not try the same in another way; "pending" (call get_answer later, do not carry it out yet); "expired" or "withdrawn": there is no approval.`,
    inputSchema: {
      type: 'object',
      properties: {
        action: string(
          'What you want to do: the name of the tool or command, for example "deploy".',
        ),
        arguments: { type: 'object', description: 'The arguments as you would use them.' },
        arguments_schema: {
          type: 'object',
          description: 'JSON Schema of the arguments, so that a person can edit them in a form.',
        },
        question: string('The question as shown in the inbox. Default: made of the action.'),
        reason: string('Why you want to do it, as Markdown.'),
        effect: string('What happens when it is approved, in one sentence.'),
        severity,
        risk: {
          type: 'string',
          enum: ['low', 'medium', 'high', 'critical'],
          description: 'The same on an earlier scale: low is info, medium minor, high major.',
        },
        confidence: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          description: 'How sure you are that this is right.',
        },
        can_proceed: {
          type: 'boolean',
          description: 'Whether you could go on without the approval.',
        },
        reasoning: {
          description: 'How you came to it: a text, or a list with a step each.',
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        },
        alternatives: {
          type: 'array',
          maxItems: 100,
          description: 'What else could be done: texts, or objects with label and description.',
          items: {
            anyOf: [
              { type: 'string' },
              {
                type: 'object',
                properties: { label: { type: 'string' }, description: { type: 'string' } },
                required: ['label'],
              },
            ],
          },
        },
        context: {
          description:
            'What a person needs to know: Markdown, or an object that describes the arguments (entity, fields, concepts, constraints).',
          anyOf: [{ type: 'string' }, { type: 'object' }],
        },
        deadline_seconds: deadline(
          'Then if_unanswered applies, or without it the status is "expired".',
        ),
        if_unanswered: {
          type: 'string',
          enum: ['reject', 'approve'],
          description: 'What applies at the deadline if nobody answers.',
        },
        wait_seconds: wait,
        idempotency_key: key,
        task,
      },
      required: ['action'],
    },
    outputSchema: outputOf(['approved', 'rejected', 'pending', 'expired', 'withdrawn'], verdict),
    annotations: asking,
  },
  {
    name: 'permission_prompt',
    title: 'Permission of a tool call',
    description:
      'For --permission-prompt-tool of Claude Code, not for models: asks a person whether a tool may be called. Result, as JSON in the text: {"behavior":"allow","updatedInput":…} after a person has approved it, else {"behavior":"deny","message":…}.',
    inputSchema: {
      type: 'object',
      properties: {
        tool_name: string('The tool.'),
        input: { type: 'object', description: 'Its input.' },
        tool_use_id: string('The id of the call: the same call is asked about once.'),
      },
      required: ['tool_name', 'input'],
    },
    annotations: asking,
  },
  {
    name: 'notify',
    title: 'Tell the operators',
    description:
      'Tells the operators something that needs no answer: progress, a result, a warning. Returns at once. Use ask_human if you need an answer.',
    inputSchema: {
      type: 'object',
      properties: {
        message: string('The message, as Markdown.'),
        idempotency_key: key,
        task,
      },
      required: ['message'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  {
    name: 'get_answer',
    title: 'Fetch an answer',
    description:
      'Returns the answer to a question that ask_human or request_approval returned as "pending", or waits for it. It may be called any number of times, also after a restart: the answer stays the same.',
    inputSchema: {
      type: 'object',
      properties: {
        question_id: string('As returned by ask_human or request_approval.'),
        wait_seconds: wait,
      },
      required: ['question_id'],
    },
    outputSchema: outputOf(statuses, { ...answer, ...instruction, ...verdict }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  },
];
