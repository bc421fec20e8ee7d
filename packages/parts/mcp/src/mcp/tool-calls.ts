import { type Outcome, outcomeOf, outcomeText } from '@countersign/adapters/mcp-client/outcome';
import { approvalMessage, askMessage, formOfAsk } from '@countersign/adapters/mcp-client/question';
import {
  approvalSchema,
  askSchema,
  fetchSchema,
  noticeSchema,
  permissionSchema,
  readArguments,
} from '@countersign/adapters/mcp-client/tool-arguments';
import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isObject } from '@countersign/json/json-object';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import type { KnownProgram } from '@countersign/server/identity';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { maxOpenQuestions } from '../programs/question-operations.ts';
import type { ProgramQuestions } from '../programs/questions.ts';
import { questionStatusOf } from '../programs/records.ts';
import type { Ask, Fault } from '../programs/words.ts';

/** Who calls, in which session, and how the call ends. */
export interface Caller {
  client: KnownProgram;
  session: string;
  /** Aborted if the client has disconnected or cancelled. */
  signal: AbortSignal;
  /** Whether the client no longer awaits the answer: it cancelled, or closed its call, which looks like a lost connection. */
  end: () => 'cancelled' | 'closed' | null;
  onTick?: (waitedMs: number, prompt: Prompt) => void;
}

/** How long a call waits unless it says otherwise: less than the usual limit of clients, which is a minute. */
const usualWait = 50;

const refused = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

/** Why a call was not done, for the model that made it. */
const refusals = {
  'key-conflict': 'This idempotency_key belongs to a call with other arguments.',
  revoked: 'The access of this client was revoked.',
  'too-many': `The question was not asked: this client has ${maxOpenQuestions} open questions. Ask again when some are answered.`,
  'too-many-in-task': 'The question was not asked: this task has too many open questions.',
};

function reasonOf(fault: Fault): string {
  if (fault.fault === 'unfit') {
    const { path, message } = fault.first;
    return `The proposal does not fit what is asked: ${path || '/'} ${message}`;
  }
  if (fault.fault === 'not-asked') return `The question was not asked. ${fault.reason}`;
  return refusals[fault.fault];
}

const resultOf = (outcome: Outcome): CallToolResult => ({
  content: [{ type: 'text', text: outcomeText(outcome) }],
  structuredContent: outcome,
});

/** Carries out a call of one of the tools. Never rejects because of its arguments. */
export async function callTool(
  questions: ProgramQuestions,
  caller: Caller,
  { name, given }: { name: string; given: unknown },
): Promise<CallToolResult> {
  try {
    switch (name) {
      case 'ask_human':
        return await askHuman(questions, caller, given);
      case 'request_approval':
        return await requestApproval(questions, caller, given);
      case 'permission_prompt':
        return await permissionPrompt(questions, caller, given);
      case 'notify':
        return await notify(questions, caller, given);
      case 'get_answer':
        return await getAnswer(questions, caller, given);
      default:
        return refused(`There is no tool ${name}.`);
    }
  } catch (error) {
    if (error instanceof ProblemError) return refused(error.message);
    throw error;
  }
}

const wrong = (faults: readonly string[]) =>
  refused(`The arguments do not fit. ${faults.join(' ')} Nothing was asked.`);

function askHuman(questions: ProgramQuestions, caller: Caller, given: unknown) {
  const read = readArguments(askSchema, given);
  if (!read.ok) return wrong(read.faults);
  const args = read.value;
  if (args.schema !== undefined && args.options !== undefined) {
    return wrong(['Give either schema or options, not both.']);
  }
  return asked(questions, caller, {
    args,
    ask: {
      kind: 'ask',
      wrapped: formOfAsk(args).wrapped,
      message: (place) => askMessage(args, place),
    },
  });
}

function requestApproval(questions: ProgramQuestions, caller: Caller, given: unknown) {
  const read = readArguments(approvalSchema, given);
  if (!read.ok) return wrong(read.faults);
  const args = read.value;
  if (args.if_unanswered !== undefined && args.deadline_seconds === undefined) {
    return wrong(['if_unanswered needs deadline_seconds.']);
  }
  return asked(questions, caller, {
    args,
    ask: { kind: 'approval', wrapped: false, message: (place) => approvalMessage(args, place) },
  });
}

interface Shared {
  idempotency_key?: string | undefined;
  task?: string | undefined;
  wait_seconds?: number | undefined;
}

/** How a call may be repeated: waiting longer is the same call. */
function callOf({ client, session }: Caller, kind: string, args: Shared) {
  const { idempotency_key: key = null, task = null, wait_seconds: _, ...rest } = args;
  return {
    client,
    via: 'mcp' as const,
    session,
    key,
    task,
    bodyHash: bodyHash([kind, task, rest]),
  };
}

/** Longer than any limit of the program: it denies the call itself when it does not want to wait any more. */
const permissionWait = 86_400;

/** Allows a call only after a person, or a rule of theirs, has approved it; whatever else happens denies it. */
async function permissionPrompt(questions: ProgramQuestions, caller: Caller, given: unknown) {
  const read = readArguments(permissionSchema, given);
  if (!read.ok) return denied(`The arguments do not fit. ${read.faults.join(' ')}`);
  const { tool_name: action, input, tool_use_id: id } = read.value;
  const args = {
    ...{ action, arguments: input, severity: 'major' as const, wait_seconds: permissionWait },
    ...(id === undefined ? {} : { idempotency_key: `permission:${id}` }),
  };
  const { isError, structuredContent, content } = await asked(questions, caller, {
    args,
    ask: { kind: 'approval', wrapped: false, message: (place) => approvalMessage(args, place) },
  });
  const [first] = content;
  const words = first?.type === 'text' ? first.text : '';
  if (isError === true || !isObject(structuredContent)) return denied(words);
  const { status, question_id, arguments: updatedInput, reason } = structuredContent;
  if (status === 'approved' && isObject(updatedInput)) {
    return verdict({ behavior: 'allow', updatedInput });
  }
  if (status === 'pending') {
    // A later yes would have no call any more.
    const left = say('closed.client-left').text;
    await questions.withdraw(caller.client, String(question_id), left);
    return denied('No person has answered yet.');
  }
  return denied(typeof reason === 'string' && reason !== '' ? reason : `The call was ${status}.`);
}

const verdict = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});
const denied = (message: string) => verdict({ behavior: 'deny', message });

async function asked(
  questions: ProgramQuestions,
  caller: Caller,
  { args, ask }: { args: Shared; ask: Pick<Ask, 'kind' | 'wrapped' | 'message'> },
): Promise<CallToolResult> {
  const result = await questions.ask({ ...callOf(caller, ask.kind, args), ...ask });
  if ('fault' in result) return refused(reasonOf(result));
  const outcome = await waited(questions, caller, result.id, args.wait_seconds);
  const end = caller.end();
  if (end === 'closed' && args.idempotency_key !== undefined) {
    questions.lost(caller.client, result.id);
  } else if (end !== null) {
    await questions.withdraw(caller.client, result.id, say('closed.client-cancelled').text);
  }
  return outcome;
}

async function waited(
  questions: ProgramQuestions,
  caller: Caller,
  id: string,
  seconds = usualWait,
): Promise<CallToolResult> {
  const { client, signal, onTick } = caller;
  const found = await questions.wait(client, id, {
    ms: seconds * 1_000,
    signal,
    ...(onTick === undefined ? {} : { onTick }),
  });
  if (found === null) return refused(`There is no question ${id} of this client.`);
  const { question, prompt, beside } = found;
  return resultOf(outcomeOf(question, questionStatusOf(prompt), beside));
}

async function notify(questions: ProgramQuestions, caller: Caller, given: unknown) {
  const read = readArguments(noticeSchema, given);
  if (!read.ok) return wrong(read.faults);
  const { message: content } = read.value;
  const said = await questions.say({ ...callOf(caller, 'notify', read.value), content });
  if ('fault' in said) return refused(reasonOf(said));
  return { content: [{ type: 'text' as const, text: 'The operators can read it.' }] };
}

async function getAnswer(questions: ProgramQuestions, caller: Caller, given: unknown) {
  const read = readArguments(fetchSchema, given);
  if (!read.ok) return wrong(read.faults);
  // A client that only fetches does not withdraw the question by disconnecting.
  return waited(questions, caller, read.value.question_id, read.value.wait_seconds);
}
