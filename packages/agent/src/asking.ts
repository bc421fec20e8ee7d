import type { UpMessage } from '@countersign/upformat/message';
import type { Proposal } from '@countersign/upformat/reading/bare-payload';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import type { z } from 'zod';
import { checkEndpoint } from './checking.ts';
import type { EmitOptions } from './event-gate.ts';
import { contextOf, type ValueSchema, valueReader } from './outcome.ts';
import { lifetimeFaults, proposalFaults, questionFaults, refuse } from './questions/refusals.ts';
import type { Interruption } from './runs/interruption.ts';
import type { Run } from './runs/run.ts';
import type { Answer, CheckEdit, Comment, OpenPrompt } from './runs/run-prompts.ts';
import { readPart, type UpMessagePart, upFormatOf } from './up-format.ts';

/**
 * An ask: an UpFormat message in a state that a person answers, `needsHumanDecision` unless said otherwise. `ask` is the question
 * in one line, here or under `upPrompt`. `schema` describes the payload as it may be approved or edited: the form is made of it,
 * a payload or an answer that does not fit it is refused, and the outcome has its type.
 */
export type Ask<Schema extends ValueSchema = ValueSchema> = Partial<
  UpMessagePart<PayloadOf<Schema>>
> & {
  state?: 'needsHumanDecision' | 'followup';
  schema?: Schema;
  /** Seconds until the deadline, instead of `expiresAt`. */
  expiresIn?: number | undefined;
};

/** The type of the payload that fits a schema: of a zod schema its input. */
export type PayloadOf<Schema extends ValueSchema> = [Schema] extends [z.ZodType]
  ? z.input<Schema>
  : Proposal;

/** The type of the value of an outcome: of a zod schema its output, of a JSON Schema unknown. */
export type ValueOf<Schema extends ValueSchema> = Schema extends z.ZodType
  ? z.output<Schema>
  : unknown;

export interface AskOptions {
  /** Receives comments on the question. If it throws, the question rejects with that error. */
  onComment?: (comment: Comment) => void;
  /** Checks edited values before they are sent, and may update their outputs; offered with the question. */
  check?: CheckEdit;
}

/** The pending answer; `messageId` identifies the prompt for `revise` and `withdraw`. */
export interface Asked<Value = unknown> extends Promise<Answer<Value>> {
  readonly messageId: string;
}

/** The agent itself withdrew the prompt before there was an answer. */
export class PromptWithdrawn extends Error {
  constructor(explanation: string) {
    super(explanation);
    this.name = 'PromptWithdrawn';
  }
}

/** A question as it is sent, and how its answers are read. @throws {InvalidQuestion} if it cannot be answered as its author means it */
function readAsk(
  { schema, expiresIn, ...spec }: Ask,
  { check, nowMs }: { check: CheckEdit | undefined; nowMs: number },
) {
  const offered = check === undefined ? {} : { check: { endpoint: checkEndpoint } };
  const described = schema === undefined ? {} : contextOf(schema);
  refuse(proposalFaults(spec.payload));
  if (expiresIn !== undefined) refuse(lifetimeFaults(expiresIn));
  const expiry =
    expiresIn === undefined ? {} : { expiresAt: new Date(nowMs + expiresIn * 1_000).toISOString() };
  const part: UpMessagePart = {
    state: 'needsHumanDecision',
    ...spec,
    ...(schema === undefined ? {} : { upContext: { ...described, ...spec.upContext } }),
    upPrompt: { revision: 1, ...offered, ...spec.upPrompt, ...expiry },
  };
  const reader = valueReader(schema);
  refuse(questionFaults(readPart(part), reader, nowMs));
  return { part, reader };
}

/** The next revision of a question: what is not changed stays. */
function revisedMessage(messageId: string, message: UpMessage, changes: Partial<UpMessagePart>) {
  const { timestamp: _, barePayload, ...before } = message;
  const said = upPromptOf(message);
  const { upPrompt, ...rest } = readPart(changes);
  const revision = (said.revision ?? 1) + 1;
  const keepsPayload = rest.payload === undefined && barePayload !== undefined;
  const revised = {
    ...before,
    ...(keepsPayload ? { barePayload } : {}),
    ...rest,
    messageId,
    upPrompt: { ...said, ...upPrompt, revision },
  };
  return { revised, hasExpiry: upPrompt?.expiresAt !== undefined };
}

type Upformat = (part: UpMessagePart, options?: EmitOptions) => Promise<UpMessage>;

/** The part of a run's context that asks. With an `interruption`, questions end the run instead of being sent in its stream. */
export function createAsking(run: Run, upformat: Upformat, interruption: Interruption | null) {
  const openPrompt = (messageId: string): OpenPrompt | null => {
    const prompt = run.prompts.get(messageId);
    return prompt?.state === 'open' && prompt.child === null ? prompt : null;
  };

  const begin = (
    spec: Ask,
    { onComment, check }: AskOptions,
  ): { messageId: string; answer: Promise<Answer>; prompt: OpenPrompt } => {
    const { part, reader } = readAsk(spec, { check, nowMs: run.clock.now() });
    const message = upFormatOf(run, part);
    const { messageId } = message;
    const prompt: OpenPrompt = {
      message,
      awaited: false,
      child: null,
      state: 'open',
      answer: null,
      reader,
      receive: null,
      check: check ?? null,
      withdraw: null,
    };
    const answer = new Promise<Answer>((resolve, reject) => {
      Object.assign(prompt, { answer: resolve, withdraw: reject });
      if (onComment) {
        prompt.receive = (comment) => {
          Promise.resolve(comment).then(onComment).catch(reject);
        };
      }
      run.prompts.set(messageId, prompt);
      const onAbort = () => reject(run.signal.reason);
      if (run.signal.aborted) onAbort();
      else run.signal.addEventListener('abort', onAbort, { once: true });
      // Registered before it is sent: an answer may arrive before this promise chain continues.
      const said = interruption === null ? upformat(message) : run.gate.pass();
      said.catch(reject);
    });
    // The caller may await it later, after racing it against something else.
    answer.catch(() => {});
    return { messageId, answer, prompt };
  };

  function ask<Schema extends ValueSchema>(
    spec: Ask<Schema>,
    options?: AskOptions,
  ): Asked<ValueOf<Schema>>;
  function ask(spec: Ask, options: AskOptions = {}): Asked {
    const { messageId, answer, prompt } = begin(spec, options);
    const waitFor = () => {
      prompt.awaited = true;
      interruption?.consider();
    };
    // Not the promise itself: with a plain promise it is unknown whether it is awaited.
    return {
      messageId,
      then(onAnswer, onFailure) {
        waitFor();
        return answer.then(onAnswer, onFailure);
      },
      catch(onFailure) {
        waitFor();
        return answer.catch(onFailure);
      },
      finally(onSettled) {
        waitFor();
        return answer.finally(onSettled);
      },
      [Symbol.toStringTag]: 'Asked',
    };
  }

  return {
    ask,
    async revise(messageId: string, changes: Partial<UpMessagePart>): Promise<void> {
      const prompt = openPrompt(messageId);
      if (!prompt) return;
      refuse(proposalFaults(changes.payload));
      const { revised, hasExpiry } = revisedMessage(messageId, prompt.message, changes);
      const nowMs = hasExpiry ? run.clock.now() : null;
      refuse(questionFaults(revised, prompt.reader, nowMs));
      // A question asked by an interrupt has not been sent yet.
      prompt.message = interruption === null ? await upformat(revised) : upFormatOf(run, revised);
    },
    async withdraw(
      messageId: string,
      explanation: string,
      state: 'cancelled' | 'submitted' = 'cancelled',
    ): Promise<void> {
      const prompt = openPrompt(messageId);
      if (!prompt) return;
      prompt.state = 'withdrawn';
      prompt.withdraw?.(new PromptWithdrawn(explanation));
      await upformat({ messageId, state, explanation });
    },
  };
}
