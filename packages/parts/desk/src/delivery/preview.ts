import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { logOf } from '@countersign/api/asker';
import type { DeliveryPreview, Prompt } from '@countersign/api/prompt';
import { commentFault, receivesComments } from '@countersign/desk/accept-answer';
import { isSentAlone } from '@countersign/desk/answer-group';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { Journal } from '@countersign/server/journal/journal';
import { answerMessage } from '@countersign/upformat/answer-message';
import type { UpFeedback } from '@countersign/upformat/message';
import { feedbackAsSent } from '@countersign/upformat/reading/bare-payload';
import type { AgentDirectory } from '../agents/agent-directory.ts';
import type { Introductions } from '../agents/introductions.ts';
import { headersTo } from '../agents/secret-headers.ts';
import {
  type AnswerBatch,
  type BatchAnswer,
  isDismissed,
  readGroup,
} from '../outbox/answer-batch.ts';
import { waitsFor } from '../records/answer-group.ts';
import { inputAsSent, messageAsSent } from '../relayed/sent-content.ts';
import { readRun } from '../rows/runs.ts';
import type { RunInputs } from '../tasks/run-inputs.ts';
import { asTextMessage } from './batch-messages.ts';

export interface PreviewDeps {
  journal: Journal;
  registry: AgentDirectory;
  protocols: Protocols;
  introductions: Introductions;
  runInputs: RunInputs;
}

/** How long a preview waits for the agent's own description. */
const previewMs = 3_000;

/** Placeholder for the id of the decision. */
const idToCome = '(the id of the decision)';

/** Placeholder for the answer to another question of the same interrupt. */
const partToCome = '(the answer to another question of this interrupt)';

/** How an answer would be sent to the agent; null if nothing would be sent. Headers by name only. */
export async function previewOf(
  { journal, registry, protocols, introductions, runInputs }: PreviewDeps,
  prompt: Prompt,
  answer: { feedback: UpFeedback; operatorId: string; now: number },
): Promise<DeliveryPreview | null> {
  if (prompt.origin.answeredBy === 'asker') return toAsker(prompt, answer.feedback);
  const run = await readRun(journal.read, prompt.runId);
  const agent = run === undefined ? null : await registry.descriptor(run.agent);
  const protocol = agent === null ? null : protocols.of(agent.protocol);
  if (run === undefined || agent === null || protocol === null) return null;
  // A comment that is only added is sent to an open run, or not at all.
  const isAside = commentFault(prompt, answer.feedback) !== null;
  if (isAside && !receivesComments(prompt)) return null;
  const message = answerMessage(prompt.message, answer.feedback, {
    messageId: idToCome,
    timestamp: new Date(answer.now).toISOString(),
    operator: `operator:${answer.operatorId}`,
  });
  const common = async (url: string) => ({
    url,
    headerNames: agent.secretLost === true ? [] : Object.keys(headersTo(agent, url)),
    waitsFor: await waitsFor(journal.read, prompt.id),
  });
  const batch = isSentAlone(prompt.origin.answeredBy)
    ? null
    : await batchOf(journal, prompt, answer);
  if (batch?.answers.every(isDismissed)) return null;
  const reported = batch === null ? message : crewTextFor(message, batch.answers);
  const toRun = { threadId: run.thread, runId: run.id, id: idToCome };
  const request =
    run.ended === null && reported !== null
      ? protocol.answer(agent, {
          ...toRun,
          message: await messageAsSent(journal.read, run.thread, reported),
        })
      : null;
  if (request !== null)
    return { as: 'feedback', body: request.body, ...(await common(request.url)) };
  const place = {
    id: run.id,
    threadId: run.thread,
    agentId: run.agent,
    status: run.status,
    ended: run.ended !== null,
  };
  const input: RunAgentInput = {
    ...(batch === null
      ? await runInputs.carrying({ id: idToCome, message, run: place })
      : await runInputs.batch(run.thread, batch, partToCome)),
    runId: '(the id of the run)',
  };
  // An agent that cannot be reached now is previewed at its own address.
  const introduction = await introductions
    .of(agent, protocol, AbortSignal.timeout(previewMs))
    .catch(() => undefined);
  const sent = await inputAsSent(journal.read, run.thread, input);
  const { body, url } = protocol.start({ ...agent, introduction }, sent);
  return { as: 'run', body, ...(await common(url)) };
}

/** Who asked without a run receives the answer inside the server. */
function toAsker(prompt: Prompt, feedback: UpFeedback): DeliveryPreview | null {
  if (commentFault(prompt, feedback) !== null) return null;
  return {
    as: 'asker',
    url: '',
    headerNames: [],
    body: feedbackAsSent(prompt.message, feedback),
    waitsFor: [],
  };
}

/** The answer with earlier ones that wait for it. */
async function batchOf(
  journal: Journal,
  prompt: Prompt,
  { feedback, operatorId, now }: { feedback: UpFeedback; operatorId: string; now: number },
): Promise<AnswerBatch> {
  const mine: BatchAnswer = {
    decisionId: idToCome,
    sender: `operator:${operatorId}`,
    origin: prompt.origin,
    source: prompt.source,
    message: prompt.message,
    feedback: feedbackAsSent(prompt.message, feedback),
  };
  const { together } = prompt.source;
  const group = await readGroup(journal.read, { threadId: logOf(prompt), together }, now);
  return { ...group, answers: [...group.answers, mine] };
}

function crewTextFor(
  message: Parameters<typeof asTextMessage>[0],
  answers: readonly BatchAnswer[],
) {
  const [only, ...more] = answers;
  return only === undefined || more.length > 0 ? null : asTextMessage(message, only);
}
