import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { toolContent } from '../hai/any-tool.ts';
import { genUiAnswer } from '../hai/gen-ui.ts';
import type { GivenUp, RunBase, TakenAnswer, TakenAnswers } from '../protocol/going-on.ts';
import { closeCalls, sendable, withResult } from './history/sendable.ts';
import { commandOf, type ResumeOptions, resumeEntriesOf } from './resume.ts';
import { abandonedResume, type ResumeEntry } from './resume-entry.ts';

/**
 * A run that goes on with a task: with the state that the last one left behind. Who resumes an interrupted run knows which
 * calls of it hang; any other is told of each that it was not answered.
 */
export function goOn(
  { state, unanswered, ...run }: RunBase,
  messages: Message[],
  resume: ResumeEntry[],
  resumes = resume.length > 0,
): RunAgentInput {
  const { threadId, runId, tools } = run;
  return {
    threadId,
    runId,
    messages: resumes ? messages : closeCalls(messages, unanswered),
    tools: [...tools],
    context: [],
    forwardedProps: {},
    ...(state === undefined ? {} : { state }),
    ...(resume.length === 0 ? {} : { resume }),
  };
}

/** Each interrupt that nobody answered is given up by name: none may be passed over. */
export const givenUpEntries = (givenUp: readonly GivenUp[]): ResumeEntry[] =>
  givenUp.map(({ id, reason }) => abandonedResume(id, reason));

/** Answers in the agent's own words: resume entries, tool messages, words of a person. */
export function bringAnswers(
  base: RunBase,
  batch: TakenAnswers,
  options: ResumeOptions,
): RunAgentInput {
  let messages = sendable(base.messages);
  const words: Message[] = [];
  let forwardedProps: Record<string, unknown> = {};
  for (const { origin, decisionId: id, ...answer } of batch.answers) {
    if (origin.answeredBy === 'result') {
      const content = toolContent(answer.message, answer.feedback) ?? '';
      const result: Message = { id, role: 'tool', content, toolCallId: answer.source.id };
      messages = withResult(messages, result);
    }
    const pressed = genUiAnswer(answer.message, answer.feedback);
    if (pressed === null) continue;
    words.push({ id, role: 'user', content: pressed.content });
    forwardedProps = { ...forwardedProps, ...pressed.forwardedProps };
  }
  const command = commandOf(interruptsIn(batch.answers), options);
  const resume = resumeEntries(batch, options);
  const resumes = resume.length > 0 || command !== null;
  return {
    ...goOn(base, [...messages, ...words], resume, resumes),
    forwardedProps: command === null ? forwardedProps : { ...forwardedProps, command },
  };
}

const interruptsIn = (answers: readonly TakenAnswer[]) =>
  answers.filter(({ origin }) => origin.answeredBy === 'resume');

/** One entry for every interrupt of the run that is gone on from: answered, or given up by name. */
function resumeEntries(
  { answers, lapsed, abandoned }: TakenAnswers,
  options: ResumeOptions,
): ResumeEntry[] {
  const gone = new Map([
    ...abandoned.map(({ id, reason }) => [id, reason] as const),
    ...lapsed
      .filter(({ source }) => source.carrier === undefined)
      .map(({ source, reason }) => [source.id, reason] as const),
  ]);
  return [
    // An interrupt of which one question is over cannot be answered any more.
    ...resumeEntriesOf(interruptsIn(answers), options).filter(
      ({ interruptId }) => !gone.has(interruptId),
    ),
    ...[...gone].map(([id, reason]) => abandonedResume(id, reason)),
  ];
}
