import {
  type HeaderParameter,
  headerParameters,
} from '@countersign/adapters/mcp-server/header-parameters';
import type { OpenInput, RunPosition } from '@countersign/adapters/mcp-server/position';
import { requiredUrls } from '@countersign/adapters/mcp-server/required-urls';
import { messageEvents } from '@countersign/adapters/mcp-server/run-events';
import { say } from '@countersign/api/statements';
import type { HaiEvent } from '@countersign/hai/event';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import { ProtocolError, withInputRequired } from '@modelcontextprotocol/client';
import { answererOf, type CallOptions } from './call-options.ts';
import { failureOf, looseResult, type McpLink, noTimeoutMs } from './connect.ts';
import { followTask, taskIn, taskMs } from './followed-task.ts';
import { createProgressReport, type Progress } from './progress-report.ts';
import { Withdrawn } from './questions.ts';
import { serveRequests } from './serve-requests.ts';
import { type AnswerMarks, answerRequest } from './server-requests.ts';
import { createTaskAsks, type TaskAsks } from './task-asks.ts';

const isPlain = (text: string): boolean =>
  /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);

const written = ({ value }: HeaderParameter): string =>
  isPlain(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;

/** The headers in which a call repeats arguments (revision 2026-07-28). */
const parameterHeaders = (schema: unknown, args: unknown): Record<string, string> =>
  Object.fromEntries(
    headerParameters(schema, args).map((one) => [`Mcp-Param-${one.name}`, written(one)]),
  );

/** A person declined a request without which the server cannot continue. */
export class DeclinedRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeclinedRequest';
  }
}

/** A server that asks for input again and again is stopped here. */
const maxRounds = 50;
/** Progress of a held run is not kept beyond this (characters): a later report replaces it. */
const maxUnread = 100_000;

/** Calls the tool, and returns its result as it was received. Rejects if there is none. */
export async function callTool(options: CallOptions): Promise<JsonObject> {
  const { from, args } = options;
  if (from?.at === 'task') return joinTask(options, from);
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

/** A task that was followed by an earlier server of ours, in the session that it had. */
async function joinTask(
  options: CallOptions,
  { taskId, session, asks }: Extract<RunPosition, { at: 'task' }>,
): Promise<JsonObject> {
  const kept = createTaskAsks(options.move);
  return inSession(options, { kept, session, round: 0 }, (link) =>
    followTask(options, link, { taskId, asks }, kept),
  );
}

/** One request to the server. In the earlier revisions it asks during the request. */
function callOnce(options: CallOptions, params: JsonObject, round: number): Promise<JsonObject> {
  const kept = createTaskAsks(options.move);
  return inSession(options, { kept, session: null, round }, async (link, onprogress) => {
    const asTask = takesTask(options, link) ? { task: { ttl: taskMs } } : {};
    const headers =
      link.client.getProtocolEra() === 'modern'
        ? parameterHeaders(options.tool.inputSchema, params['arguments'])
        : {};
    const request = () =>
      link.client.request(
        { method: 'tools/call', params: { ...params, ...asTask } },
        withInputRequired(looseResult),
        {
          signal: options.signal,
          // Silence is measured by the reader of the run.
          timeout: noTimeoutMs,
          allowInputRequired: true,
          headers,
          onprogress,
        },
      );
    const result = await withUrls(options, request, round);
    const taskId = taskIn(result);
    return taskId === null ? result : followTask(options, link, { taskId, asks: [] }, kept);
  });
}

/** A task outlives a connection: it is asked for wherever the tool and the server offer it. */
const takesTask = ({ tool }: CallOptions, { client }: McpLink): boolean => {
  const { tasks } = client.getServerCapabilities() ?? {};
  return tool.task !== null && memberOf(memberOf(tasks?.requests, 'tools'), 'call') !== undefined;
};

/** Makes the request, again after people have opened the addresses that the server requires. */
async function withUrls(
  options: CallOptions,
  request: () => Promise<JsonObject>,
  round: number,
): Promise<JsonObject> {
  // In the same session: a server may remember there that it has asked.
  for (let asked = 0; asked < maxRounds; asked += 1) {
    const urls: JsonObject[] = [];
    try {
      return await request();
    } catch (error) {
      if (error instanceof ProtocolError) urls.push(...requiredUrls(error));
      if (urls.length === 0) throw error;
    }
    // With the round, which continues after a restart: an id that was used is the question that was answered.
    await openUrls(options, urls, `${round + 1}-${asked + 1}`);
  }
  throw tooManyRounds();
}

interface Session {
  kept: TaskAsks;
  /** The id of the session that is continued; null = a new one. */
  session: string | null;
  round: number;
}

/** Connects, answers what the server asks meanwhile, and closes the connection. */
async function inSession(
  options: CallOptions,
  { kept, session, round }: Session,
  work: (link: McpLink, onprogress: (progress: Progress) => void) => Promise<JsonObject>,
): Promise<JsonObject> {
  const { agent, signal, clock, emit, place, lastFrame } = options;
  const link = await options.connect(signal, session ?? undefined);
  const name = [
    'ask',
    ...(lastFrame > 0 ? [`after-${lastFrame}`] : []),
    ...(round > 0 ? [round] : []),
  ];
  const { isStopped } = options;
  const by = { ...answererOf(options), place, clock, asks: kept, name: name.join('-'), isStopped };
  const served = serveRequests(link.client, by);
  const report = (events: readonly HaiEvent[]) => {
    if (options.unread() < maxUnread) emit(events);
  };
  const progress = createProgressReport({ clock, place, emit: report });
  try {
    return await work(link, progress.report);
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
    // A call that was only left can be joined again in its session.
    await link.close(signal.aborted && !options.isStopped() ? 'keep-session' : 'end-session');
  }
}
