import { randomUUID } from 'node:crypto';
import { mcpServerProtocol } from '@countersign/adapters/mcp-server/protocol';
import type { AgentProtocol, Introduction } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { AgentFinding, AgentSuggestion, AgentTest } from '@countersign/api/agents/agent-test';
import { say } from '@countersign/api/statements';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { commandIn } from '@countersign/hai/command-url';
import type { WrittenStatement } from '@countersign/json/statement';
import { describeFailure } from '@countersign/server/http/transport-errors';
import { inOrder, remedyOf } from '@countersign/server/outgoing/refusal-text';
import { callAgent, discardBody } from '@countersign/server/outgoing/transport';
import type { Clock } from '@countersign/server/runtime/clock';
import { createWakeSignal } from '@countersign/server/runtime/wake-signal';
import type { Carriers } from '../agents/carrier.ts';
import { createIntroductions } from '../agents/introductions.ts';
import { type Recognized, recognizeAddress, suggestionOf } from './recognize-address.ts';

interface TrialOptions {
  agent: Pick<AgentDescriptor, 'url' | 'headers' | 'protocol'>;
  signal: AbortSignal;
  clock: Clock;
  answerMs: number;
  protocols: Protocols;
  carriers: Carriers;
}

const maxEvents = 12;
const listenMs = 15_000;
/** The name of what was recognised is waited for so long: it is not needed to say what it is. */
const namingMs = 3_000;

/** Finds out what is possible about an agent without starting a run. Never rejects: a failure is a finding. */
export async function knock(options: TrialOptions): Promise<AgentTest> {
  const { agent, signal, clock, answerMs } = options;
  if (commandIn(agent.url) !== null) return startCommand(options);
  const headers = agent.headers ?? {};
  const line = { headers, signal, clock, timeoutMs: answerMs };
  const findings: AgentFinding[] = [];
  let wantsHeader = false;
  // A run of an MCP server is the call of a tool: there is nothing to say hello to.
  let isMcp = agent.protocol === mcpServerProtocol.id;
  try {
    const response = await callAgent({ ...line, url: agent.url, method: 'OPTIONS' });
    discardBody(response, clock);
    const status = response.statusCode ?? 0;
    wantsHeader = status === 401 || status === 403;
    const remedy = status === 405 ? null : remedyOf(status, headers);
    const allow = response.headers.allow ?? '';
    const refusesPost = allow !== '' && !/\bPOST\b/i.test(allow);
    const kind = wantsHeader || status === 404 || refusesPost ? 'bad' : 'good';
    const answers = inOrder(say('trial.answers', { status }), remedy);
    const methods = refusesPost ? say('trial.takes-only', { methods: allow }) : null;
    findings.push(finding(kind, inOrder(answers, methods)));
    const [scheme] = (response.headers['www-authenticate'] ?? '').split(/[\s,]/, 1);
    if (wantsHeader && scheme) findings.push(finding('note', say('trial.scheme', { scheme })));
    findings.push(...(await cardFindings(options)));
    // Its card has said who it is.
    if (!wantsHeader && findings.length === 1) {
      const seen = await recognizeAddress(agent.url, line);
      isMcp ||= seen.some((one) => speaksMcpAt(agent.url, one));
      findings.push(...(await Promise.all(seen.map((one) => recognizedFinding(options, one)))));
    }
    if (!isMcp) findings.push(finding('note', say('trial.stream-unknown')));
    return { findings, spoke: null, wantsHeader, needsRun: !isMcp };
  } catch (error) {
    findings.push(finding('bad', describeFailure(error).said));
    return { findings, spoke: null, wantsHeader, needsRun: false };
  }
}

const speaksMcpAt = (url: string, { speaks, suggestion }: Recognized): boolean =>
  speaks &&
  suggestion?.protocol === mcpServerProtocol.id &&
  new URL(suggestion.url).href === new URL(url).href;

/** Starts the program, which is what an operator who tests a command asks for, and reads what it offers. Never rejects. */
async function startCommand(options: TrialOptions): Promise<AgentTest> {
  const agent = { ...options.agent, protocol: mcpServerProtocol.id };
  const findings = await cardFindings({ ...options, agent });
  return { findings, spoke: null, wantsHeader: false, needsRun: false };
}

/** What its card says; a missing card is an error only for a protocol that needs it. */
async function cardFindings(options: TrialOptions): Promise<AgentFinding[]> {
  const { agent, protocols } = options;
  const declared = protocols.of(agent.protocol);
  const needsCard = declared?.introduce !== undefined;
  const reader = needsCard
    ? declared
    : protocols.list.find(({ introduce }) => introduce !== undefined);
  if (reader === undefined) return [];
  try {
    const introduction = await introductionOf(options, reader);
    if (introduction === undefined) return [];
    const { name, description, interfaces, skills } = introduction.card;
    const suggestion = suggestionOf({ url: agent.url, protocol: reader.id, name, description });
    const used = interfaces.find((one) => one.used);
    const title = say('trial.card-name', { name });
    if (!needsCard) {
      const hint = say('trial.card-hint', { protocol: reader.describe().name });
      return [finding('good', title), finding('note', hint, suggestion)];
    }
    const called =
      used === undefined
        ? null
        : say('trial.card-called', {
            url: used.url,
            transport: used.transport,
            version: used.version,
          });
    const offers = skills.length === 0 ? null : say('trial.card-skills', { count: skills.length });
    return [finding('good', inOrder(inOrder(title, called), offers), suggestion)];
  } catch (error) {
    if (!needsCard) return [];
    const why = describeFailure(error).said;
    return [finding('bad', say('trial.card-failed', { why }))];
  }
}

/**
 * What was recognised. Something that answers in a protocol with introductions is asked for its own: a server that answers in
 * JSON-RPC refuses a method that it does not have, so asking an MCP server for its name and lists starts nothing.
 */
async function recognizedFinding(
  options: TrialOptions,
  { said, suggestion, speaks }: Recognized,
): Promise<AgentFinding> {
  const protocol = suggestion === undefined ? null : options.protocols.of(suggestion.protocol);
  if (suggestion === undefined || protocol === null || protocol.callsIn) {
    return finding('note', said);
  }
  if (!speaks) return finding('note', said, suggestion);
  try {
    const agent = { ...options.agent, ...suggestion };
    const answerMs = Math.min(options.answerMs, namingMs);
    const introduction = await introductionOf({ ...options, agent, answerMs }, protocol);
    const { name = null, description = null } = introduction?.card ?? {};
    return finding('note', said, suggestionOf({ ...suggestion, name, description }));
  } catch {
    // It does not say who it is: its name is for the operator to give.
    return finding('note', said, suggestion);
  }
}

/** Read for this trial, with the headers of the trial. */
function introductionOf(
  { agent, clock, carriers, answerMs, signal }: TrialOptions,
  protocol: AgentProtocol,
): Promise<Introduction | undefined> {
  const known = { id: 'test', name: 'Test', ...agent };
  return createIntroductions({ clock, carriers, answerMs }).fresh(known, protocol, signal);
}

/** Starts a small run, reads its first events, and closes the stream. Never rejects. */
export async function tryRun(options: TrialOptions): Promise<AgentTest> {
  const { agent, clock, protocols } = options;
  const protocol = protocols.of(agent.protocol);
  const findings: AgentFinding[] = [];
  if (protocol === null) {
    const { protocol: unknown } = agent;
    findings.push(finding('bad', say('trial.protocol-unknown', { protocol: unknown })));
    return { findings, spoke: null, wantsHeader: false, needsRun: false };
  }
  const received: (string | null)[] = [];
  let spoke: AgentTest['spoke'] = null;
  let error: string | null = null;
  let ended = false;
  const place = { threadId: randomUUID(), runId: randomUUID() };
  const reading = protocol.read({ agentId: 'test', ...place });
  const framing = reading.framing({
    onFrame(frame) {
      const { text } = reading.exact(frame);
      spoke ??= protocols.detect(text);
      const { events } = reading.decoder.decode(text);
      received.push(typeIn(text) ?? events[0]?.type ?? null);
      for (const event of events) {
        if (event.type === 'RUN_ERROR') error = event.message.slice(0, 300);
        if (event.type === 'RUN_ERROR' || event.type === 'RUN_FINISHED') ended = true;
      }
    },
  });
  try {
    const input = {
      ...place,
      messages: [{ id: randomUUID(), role: 'user' as const, content: 'Say hello in one word.' }],
    };
    const introduction = await introductionOf(options, protocol);
    const stream = await options.carriers.of(protocol.id).open({
      agent: { id: 'test', name: 'Test', ...agent },
      request: protocol.start({ ...agent, introduction }, input),
      signal: options.signal,
      answerMs: options.answerMs,
      clock,
      bell: createWakeSignal(),
    });
    const cancel = clock.schedule(stream.destroy, listenMs);
    try {
      while (received.length < maxEvents && !ended) {
        const text = await stream.next();
        if (text === null) break;
        framing.feed(text);
      }
    } catch (failure) {
      if (received.length === 0) throw failure;
    } finally {
      cancel();
      stream.destroy();
    }
    const spokenName = spoke === null ? null : (protocols.of(spoke)?.describe().name ?? spoke);
    const recognizedAs = spoke === null ? undefined : { url: agent.url, protocol: spoke };
    findings.push(...receivedFindings({ received, spoke: spokenName, recognizedAs, error, ended }));
    return { findings, spoke, wantsHeader: false, needsRun: false };
  } catch (failure) {
    const { said, status } = describeFailure(failure);
    findings.push(finding('bad', said));
    return { findings, spoke, wantsHeader: status === 401 || status === 403, needsRun: false };
  }
}

/** The type of an event in any protocol; null = none. */
function typeIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('type' in value)) return null;
    return String(value.type).slice(0, 60);
  } catch {
    // Not JSON.
    return null;
  }
}

interface Received {
  /** The types of its events; null = something that is no event. */
  received: readonly (string | null)[];
  /** The name of the detected protocol. */
  spoke: string | null;
  recognizedAs: AgentSuggestion | undefined;
  error: string | null;
  ended: boolean;
}

function receivedFindings({
  received,
  spoke,
  recognizedAs,
  error,
  ended,
}: Received): AgentFinding[] {
  if (received.length === 0) {
    return [finding('bad', say('trial.nothing-said'))];
  }
  const all = [...new Set(received)];
  const types = all.slice(0, 6).map((type) => type ?? say('trial.no-event'));
  const streams = say(all.length > 6 ? 'trial.streams-more' : 'trial.streams', { types });
  const protocol =
    spoke === null
      ? finding('note', say('trial.protocol-open'))
      : finding('good', say('trial.speaks', { protocol: spoke }), recognizedAs);
  const end =
    error !== null
      ? finding('bad', say('trial.ended-with-error', { message: error }))
      : ended
        ? finding('good', say('trial.ended'))
        : finding('note', say('trial.left'));
  return [finding('good', streams), protocol, end];
}

const finding = (
  kind: AgentFinding['kind'],
  said: WrittenStatement,
  suggestion?: AgentSuggestion,
): AgentFinding => ({ kind, ...said, ...(suggestion === undefined ? {} : { suggestion }) });
