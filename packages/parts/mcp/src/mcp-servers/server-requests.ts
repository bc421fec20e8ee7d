import { elicitedBy, sampledBy, samplingResult } from '@countersign/adapters/mcp-server/answer';
import { questionOf, reviewQuestion } from '@countersign/adapters/mcp-server/question';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { AgentFailure, describeFailure } from '@countersign/server/http/transport-errors';
import type { SamplingModel } from '@countersign/server/models/sampling-model';
import { type RunQuestions, Withdrawn } from './questions.ts';

/** A request of a server, and under which id it is asked. */
export interface ServerRequest {
  id: string;
  request: JsonObject;
  /** A person has let the model answer already, before a restart. */
  approved?: boolean;
}

/** The answer to a request of a server. `declined`: the person does not want to answer. */
export type Answered = { kind: 'result'; result: JsonObject } | { kind: 'declined'; why: string };

export interface RequestAnswerer {
  questions: RunQuestions;
  toolName: string;
  server: string;
  model: SamplingModel | null;
  /** The folders that it may work in, as configured. */
  roots: readonly { uri: string; name?: string | undefined }[];
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** A message in the thread, about a question. */
  note: (id: string, text: string) => void;
}

/** Called before an answer is acknowledged: the position behind it must be stored with it. */
export interface AnswerMarks {
  onAnswered(answered: Answered): void;
  onApproved(): void;
}

const reviewIdOf = (id: string): string => `${id}:review`;
const byHandIdOf = (id: string): string => `${id}:hand`;

/** All questions that a request may become. */
export const questionIdsOf = (id: string): string[] => [id, reviewIdOf(id), byHandIdOf(id)];

export const noLongerWaits = (server: string): string =>
  `${server} does not wait for the answer any more.`;

/** Lets people answer a request of a server. Rejects with `Withdrawn`. */
export async function answerRequest(
  { id, request, approved = false }: ServerRequest,
  by: RequestAnswerer,
  marks: AnswerMarks,
): Promise<Answered> {
  const { questions, toolName, server, model, roots } = by;
  const about = { id, toolName, server };
  const settled = (answered: Answered) => {
    marks.onAnswered(answered);
    return answered;
  };
  if (request['method'] === 'roots/list') {
    return settled({ kind: 'result', result: { roots: [...roots] } });
  }
  const question = questionOf(request, { ...about, model: model?.name ?? null });
  if (question === null) {
    const why = `The request ${String(request['method']).slice(0, 100)} is not known here.`;
    return settled({ kind: 'declined', why });
  }
  if (question.kind === 'sampling') {
    return sample({ id, request, approved }, question, by, marks);
  }
  let answered: Answered = { kind: 'declined', why: 'declined' };
  await questions.ask(question, (feedback) => {
    answered = { kind: 'result', result: elicitedBy(feedback, question) };
    marks.onAnswered(answered);
  });
  return answered;
}

const declinedSampling: Answered = {
  kind: 'declined',
  why: 'The operator declined the sampling request.',
};

async function sample(
  { id, request, approved }: Required<ServerRequest>,
  question: NonNullable<ReturnType<typeof questionOf>>,
  by: RequestAnswerer,
  marks: AnswerMarks,
): Promise<Answered> {
  const { questions, toolName, server, model } = by;
  const byHand = (text: string): Answered => ({
    kind: 'result',
    result: samplingResult(text, 'human'),
  });
  let answered: Answered | null = null;
  if (!approved) {
    await questions.ask(question, (feedback) => {
      const said = sampledBy(feedback, question);
      if (said.kind === 'approved' && model !== null) return marks.onApproved();
      answered = said.kind === 'text' ? byHand(said.text) : declinedSampling;
      marks.onAnswered(answered);
    });
    if (answered !== null) return answered;
  }
  if (model === null) {
    marks.onAnswered(declinedSampling);
    return declinedSampling;
  }
  const params = isObject(request['params']) ? request['params'] : {};
  const reply = await model
    .answer(params, by.signal)
    .catch((error: unknown) => describeFailure(error));
  if (by.signal.aborted) throw new Withdrawn(noLongerWaits(server));
  if (reply instanceof AgentFailure) {
    by.note(
      id,
      `${model.name} could not answer: ${reply.message} The answer can be written by hand.`,
    );
    return answerByHand(byHandIdOf(id), request, by, marks);
  }
  const review = reviewQuestion(
    { text: reply.text, model: model.name },
    { id: reviewIdOf(id), toolName, server },
  );
  let final: Answered = declinedSampling;
  await questions.ask(review, (feedback) => {
    const said = sampledBy(feedback, review);
    if (said.kind === 'text') {
      final = said.edited
        ? byHand(said.text)
        : { kind: 'result', result: samplingResult(said.text, model.name, reply.stopReason) };
    }
    marks.onAnswered(final);
  });
  return final;
}

/** The model is out of reach: the same question, without it. */
const answerByHand = (
  id: string,
  request: JsonObject,
  by: RequestAnswerer,
  marks: AnswerMarks,
): Promise<Answered> => answerRequest({ id, request }, { ...by, model: null }, marks);
