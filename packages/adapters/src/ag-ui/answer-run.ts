import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { toolContent } from '../hai/any-tool.ts';
import { genUiAnswer } from '../hai/gen-ui.ts';
import { largeInterruptOf } from '../large-ask.ts';
import type { RunBase, TakenAnswer, TakenAnswers } from '../protocol/continuation.ts';
import { abandonedEntries, refusalsOf } from './given-up-event.ts';
import { withEachCallOnce } from './history/announced-again.ts';
import { closeCalls, sendable, withResult } from './history/sendable.ts';
import { commandOf, type ResumeOptions, resumeEntriesOf } from './resume.ts';
import { abandonedResume, type ResumeEntry } from './resume-entry.ts';

/**
 * A run that continues a task, with the state left by the last run. A run that resumes interrupts knows which of its calls are
 * open; any other run is sent an error result for each open call.
 */
export function continueRun(
  { state, unanswered, ...run }: RunBase,
  received: Message[],
  resume: ResumeEntry[],
  resumes = resume.length > 0,
): RunAgentInput {
  const { threadId, runId, tools } = run;
  const messages = withEachCallOnce(received);
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

/** Answers in the agent's format: resume entries, tool messages, messages of a person. */
export function answerRun(
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
  const command = commandOf(
    [...interruptsIn(batch.answers), ...refusalsOf(batch.abandoned)],
    options,
  );
  const resume = resumeEntries(batch, options);
  const resumes = resume.length > 0 || command !== null;
  return {
    ...continueRun(base, [...messages, ...words], resume, resumes),
    forwardedProps: command === null ? forwardedProps : { ...forwardedProps, command },
  };
}

const interruptsIn = (answers: readonly TakenAnswer[]) =>
  answers.filter(({ origin }) => origin.answeredBy === 'resume');

/** One entry for every interrupt of the previous run: answered or cancelled. */
function resumeEntries(
  { answers, lapsed, abandoned }: TakenAnswers,
  options: ResumeOptions,
): ResumeEntry[] {
  const gone = new Map([
    ...abandonedEntries(abandoned).map(
      ({ interruptId, metadata }) => [interruptId, String(metadata?.['reason'] ?? '')] as const,
    ),
    ...lapsed
      .filter(({ source }) => source.carrier === undefined)
      .map(({ source, reason }) => [source.id, reason] as const),
  ]);
  return [
    // If one question of an interrupt is closed, the interrupt cannot be answered any more.
    ...resumeEntriesOf(interruptsIn(answers), options).filter(
      ({ interruptId }) => !gone.has(interruptId),
    ),
    ...[...gone].map(([id, reason]) => abandonedResume(id, reason)),
    ...answers.flatMap(({ message }) => {
      const id = largeInterruptOf(message);
      return id === null ? [] : [abandonedResume(id, 'It was too large to be read.')];
    }),
  ];
}
