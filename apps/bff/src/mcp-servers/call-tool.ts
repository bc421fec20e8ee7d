import type { OpenInput, RunPosition } from '@countersign/adapters/mcp-server/position';
import { requiredUrls } from '@countersign/adapters/mcp-server/required-urls';
import { messageEvents, type RunPlaceIds } from '@countersign/adapters/mcp-server/run-events';
import type { McpTool } from '@countersign/adapters/mcp-server/tool';
import { say } from '@countersign/api/statements';
import type { HaiEvent } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { ProtocolError, withInputRequired } from '@modelcontextprotocol/client';
import type { KnownAgent } from '../agents/secret-headers.ts';
import { AgentFailure } from '../http/transport-errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { failureOf, looseResult, type McpLink, noTimeoutMs } from './connect.ts';
import type { SamplingModel } from './model.ts';
import { createProgressReport } from './progress-report.ts';
import { type RunQuestions, Withdrawn } from './questions.ts';
import { serveRequests } from './serve-requests.ts';
import { type AnswerMarks, answerRequest, type RequestAnswerer } from './server-requests.ts';

/** A person declined a request without which the server cannot continue. */
export class DeclinedRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeclinedRequest';
  }
}

export interface CallOptions {
  place: RunPlaceIds;
  agent: KnownAgent;
  model: SamplingModel | null;
  clock: Clock;
  tool: McpTool;
  args: JsonObject;
  questions: RunQuestions;
  signal: AbortSignal;
  /** Where it was when an earlier server ended. */
  from: Extract<RunPosition, { at: 'input' }> | null;
  connect: (signal: AbortSignal) => Promise<McpLink>;
  emit: (events: readonly HaiEvent[]) => void;
  move: (to: RunPosition) => void;
  /** Characters that were said and not read. */
  unread: () => number;
  /**
   * Settles when it is stored that the tool is being called: after a restart it is not called again. `otherwise`: what is said if
   * no event has said so yet.
   */
  callingStored: (otherwise: readonly HaiEvent[]) => Promise<void>;
}

/** A server that asks for input again and again is stopped here. */
const maxRounds = 50;
/** Progress of a held run is not kept beyond this (characters): a later report replaces it. */
const maxUnread = 100_000;

/** Calls the tool, and returns its result as it was received. Rejects if there is none. */
export async function callTool(options: CallOptions): Promise<JsonObject> {
  const { from, args } = options;
  let round = from?.round ?? 0;
  let more: JsonObject = from === null ? {} : await inputFor(options, from);
  for (; round < maxRounds; round += 1) {
    await options.callingStored(calledAgain(options, round));
    const params = { ...more, name: options.tool.name, arguments: args };
    const result = await callOnce(options, params, round);
    if (result['resultType'] !== 'input_required') return result;
    const { requestState: state } = result;
    more = await inputFor(options, {
      at: 'input',
      round: round + 1,
      arguments: args,
      state: typeof state === 'string' ? state : null,
      inputs: inputsOf(result['inputRequests']),
    });
  }
  throw tooManyRounds();
}

const tooManyRounds = () =>
  new AgentFailure('too-many-rounds', say('call.input-too-often', { limit: maxRounds }));

const calledAgain = ({ place, agent }: CallOptions, round: number): HaiEvent[] =>
  messageEvents(place, `again-${round}`, `${agent.name} is called again with what it asked for.`);

const inputsOf = (requests: unknown): OpenInput[] =>
  isObject(requests)
    ? Object.entries(requests)
        .slice(0, 20)
        .flatMap(([key, request]) => (isObject(request) ? [{ key, request }] : []))
    : [];

export const isAnswered = ({ response }: OpenInput): boolean => response !== undefined;

/** Lets people answer what the server needs; the parameters with which it is called again. */
async function inputFor(
  options: CallOptions,
  at: Extract<RunPosition, { at: 'input' }>,
): Promise<JsonObject> {
  const { place, move } = options;
  let { inputs } = at;
  const change = (key: string, changes: Partial<OpenInput>) => {
    inputs = inputs.map((input) => (input.key === key ? { ...input, ...changes } : input));
    // With the last answer the server is called again: a restart must not repeat that.
    const isComplete = inputs.every(isAnswered);
    move(isComplete ? { at: 'calling', asks: [] } : { ...at, inputs });
  };
  move(at);
  const by = answererOf(options);
  await Promise.all(
    at.inputs.map(async ({ key, request, response, approved = false }, index) => {
      if (response !== undefined) return;
      const marks: AnswerMarks = {
        onAnswered: (answered) => {
          if (answered.kind === 'result') change(key, { response: answered.result });
        },
        onApproved: () => change(key, { approved: true }),
      };
      const id = `${place.runId}:input-${at.round}-${index + 1}`;
      const answered = await answerRequest({ id, request, approved }, by, marks);
      if (answered.kind === 'declined') throw new DeclinedRequest(answered.why);
    }),
  );
  return {
    inputResponses: Object.fromEntries(inputs.map(({ key, response }) => [key, response])),
    ...(at.state === null ? {} : { requestState: at.state }),
  };
}

function answererOf(options: CallOptions): RequestAnswerer {
  const { questions, tool, agent, model, signal, emit, place } = options;
  let notes = 0;
  return {
    questions,
    toolName: tool.name,
    server: agent.name,
    model,
    roots: agent.mcp?.roots ?? null,
    signal,
    note(text) {
      notes += 1;
      emit(messageEvents(place, `note-${notes}`, text));
    },
  };
}

/** Lets people open the addresses that a server requires before the call is repeated. */
async function openUrls(
  options: CallOptions,
  requests: readonly JsonObject[],
  asked: string,
): Promise<void> {
  const by = answererOf(options);
  await Promise.all(
    requests.map(async (request, index) => {
      const id = `${options.place.runId}:url-${asked}-${index + 1}`;
      const marks: AnswerMarks = { onAnswered() {}, onApproved() {} };
      const answered = await answerRequest({ id, request }, by, marks);
      const isAccepted = answered.kind === 'result' && answered.result['action'] === 'accept';
      if (!isAccepted) throw new DeclinedRequest('The operator did not open the address.');
    }),
  );
}

/** One request to the server. In the earlier revisions it asks during the request. */
async function callOnce(
  options: CallOptions,
  params: JsonObject,
  round: number,
): Promise<JsonObject> {
  const { agent, signal, clock, emit, place } = options;
  const link = await options.connect(signal);
  const served = serveRequests(link.client, { ...answererOf(options), place, clock });
  const report = (events: readonly HaiEvent[]) => {
    if (options.unread() < maxUnread) emit(events);
  };
  const progress = createProgressReport({ clock, place, emit: report });
  const request = () =>
    link.client.request({ method: 'tools/call', params }, withInputRequired(looseResult), {
      signal,
      // Silence is measured by the reader of the run.
      timeout: noTimeoutMs,
      allowInputRequired: true,
      onprogress: progress.report,
    });
  try {
    // In the same session: a server may remember there that it has asked.
    for (let asked = 0; asked < maxRounds; asked += 1) {
      const urls: JsonObject[] = [];
      try {
        return await request();
      } catch (error) {
        if (error instanceof ProtocolError) urls.push(...requiredUrls(error));
        if (urls.length === 0) throw error;
      }
      // With the round, which goes on after a restart: an id that was used is the question that was answered.
      await openUrls(options, urls, `${round + 1}-${asked + 1}`);
    }
    throw tooManyRounds();
  } catch (error) {
    const isOurs = error instanceof DeclinedRequest || error instanceof AgentFailure;
    if (isOurs || error instanceof Withdrawn || signal.aborted) throw error;
    if (error instanceof ProtocolError) {
      throw new AgentFailure(
        'refused',
        say('call.tool-refused', { agent: agent.name, said: error.message.slice(0, 2_000) }),
        400,
      );
    }
    throw link.ended() ?? failureOf(error, agent);
  } finally {
    progress.close();
    await served.close();
    await link.close();
  }
}
