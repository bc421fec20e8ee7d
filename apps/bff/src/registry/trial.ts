import { randomUUID } from 'node:crypto';
import type { AgentProtocol, Introduction } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import type { AgentFinding, AgentTest } from '@countersign/api/agent-test';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { Carriers } from '../agents/carrier.ts';
import { createIntroductions } from '../agents/introductions.ts';
import { remedyOf } from '../agents/refusal-text.ts';
import { callAgent, discardBody } from '../agents/transport.ts';
import { describeFailure } from '../http/transport-errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { createWakeSignal } from '../runtime/wake-signal.ts';

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

/** Finds out what is possible about an agent without starting a run. Never rejects: a failure is a finding. */
export async function knock(options: TrialOptions): Promise<AgentTest> {
  const { agent, signal, clock, answerMs } = options;
  const headers = agent.headers ?? {};
  const line = { headers, signal, clock, timeoutMs: answerMs };
  const findings: AgentFinding[] = [];
  let wantsHeader = false;
  try {
    const response = await callAgent({ ...line, url: agent.url, method: 'OPTIONS' });
    discardBody(response, clock);
    const status = response.statusCode ?? 0;
    wantsHeader = status === 401 || status === 403;
    const remedy = status === 405 ? '' : remedyOf(status, headers);
    const allow = response.headers.allow ?? '';
    const refusesPost = allow !== '' && !/\bPOST\b/i.test(allow);
    findings.push({
      kind: wantsHeader || status === 404 || refusesPost ? 'bad' : 'good',
      text: [
        `It answers (HTTP ${status}).`,
        remedy,
        refusesPost ? `It takes ${allow} there, and no POST.` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    });
    findings.push(...(await cardFindings(options)));
    findings.push({
      kind: 'note',
      text: 'Whether it streams events, and in which protocol, shows only in a run.',
    });
    return { findings, spoke: null, wantsHeader, needsRun: true };
  } catch (error) {
    findings.push({ kind: 'bad', text: describeFailure(error).message });
    return { findings, spoke: null, wantsHeader, needsRun: false };
  }
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
    const { name, interfaces, skills } = introduction.card;
    const used = interfaces.find((one) => one.used);
    const called =
      used === undefined
        ? ''
        : ` It is called at ${used.url} (${used.transport}, version ${used.version}).`;
    const offers = skills.length === 0 ? '' : ` It lists ${skills.length} skills.`;
    const title = `Its card names it “${name}”.`;
    if (needsCard) return [{ kind: 'good', text: `${title}${called}${offers}` }];
    const hint = `It has an agent card: choose ${reader.describe().name} as its protocol to use that.`;
    return [
      { kind: 'good', text: title },
      { kind: 'note', text: hint },
    ];
  } catch (error) {
    if (!needsCard) return [];
    return [{ kind: 'bad', text: `Its agent card: ${describeFailure(error).message}` }];
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
    findings.push({ kind: 'bad', text: `No protocol ${agent.protocol} is known here.` });
    return { findings, spoke: null, wantsHeader: false, needsRun: false };
  }
  const heard: string[] = [];
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
      heard.push(typeIn(text) ?? events[0]?.type ?? 'something that is no event');
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
      while (heard.length < maxEvents && !ended) {
        const text = await stream.next();
        if (text === null) break;
        framing.feed(text);
      }
    } catch (failure) {
      if (heard.length === 0) throw failure;
    } finally {
      cancel();
      stream.destroy();
    }
    const spokenName = spoke === null ? null : (protocols.of(spoke)?.describe().name ?? spoke);
    findings.push(...heardFindings(heard, spokenName, error, ended));
    return { findings, spoke, wantsHeader: false, needsRun: false };
  } catch (failure) {
    const { message, status } = describeFailure(failure);
    findings.push({ kind: 'bad', text: message });
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

function heardFindings(
  heard: readonly string[],
  spoke: string | null,
  error: string | null,
  ended: boolean,
): AgentFinding[] {
  if (heard.length === 0) {
    return [{ kind: 'bad', text: 'It opened an event stream and said nothing in it.' }];
  }
  const types = [...new Set(heard)];
  const said: AgentFinding = {
    kind: 'good',
    text: `It streams events: ${types.slice(0, 6).join(', ')}${types.length > 6 ? ' and more' : ''}.`,
  };
  const protocol: AgentFinding =
    spoke === null
      ? { kind: 'note', text: 'Its first events are known to HAI and AG-UI alike.' }
      : { kind: 'good', text: `It speaks ${spoke}.` };
  const end: AgentFinding =
    error !== null
      ? { kind: 'bad', text: `It ended with an error: ${error}` }
      : ended
        ? { kind: 'good', text: 'The run ended in order.' }
        : {
            kind: 'note',
            text: 'The stream was closed after its first events; the run may go on.',
          };
  return [said, protocol, end];
}
