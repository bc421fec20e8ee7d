import type { AgentAddress } from '@countersign/agent/child-run';
import type { RunContext } from '@countersign/agent/run-context';
import { isObjectSchema } from '@countersign/json-schema/schema-node';
import { contextFromJsonSchema } from '@countersign/upformat/context';
import type { FieldMapping } from '@countersign/upformat/mapping/mediation';
import { conversionText } from '@countersign/upformat/mapping/unit-match';
import type { UpContext, UpMessage } from '@countersign/upformat/message';
import { z } from 'zod';
import { briefSchema } from '../recommender/brief.ts';
import { changeState } from '../recommender/crew-state.ts';
import { type Recommendation, recommendationSchema } from '../recommender/recommendation.ts';
import { createTokenWriter, type TokenWriter } from '../token-writer.ts';
import { type CrewText, crewTextFor } from '../words/crew-text.ts';
import { fillOrder, type MappingMemory } from './fill-order.ts';
import {
  askWhom,
  type Choice,
  followupOf,
  type Invitation,
  invitationContext,
  invitationFor,
  nameOf,
  readChoice,
} from './followup.ts';

export interface OrchestratorParts {
  recommender: AgentAddress;
  emailTool: AgentAddress;
  /** Page on which people can read the sent mails. */
  mailboxUrl: string;
  followupMs: number;
  tokenDelayMs: number;
  memory: MappingMemory;
}

interface Work {
  context: RunContext;
  parts: OrchestratorParts;
  speech: TokenWriter;
  words: CrewText;
}

/** The run of the Orchestrator: calls the Recommender, offers the choice, has the invitations sent. */
export async function orchestrate(context: RunContext, parts: OrchestratorParts): Promise<unknown> {
  const speech = createTokenWriter(context, parts.tokenDelayMs);
  const work: Work = { context, parts, speech, words: crewTextFor(context.language) };
  try {
    return await hire(work);
  } catch (error) {
    if (context.signal.aborted) {
      const explanation = crewTextFor(context.language).stopped;
      await context.upformat({ state: 'cancelled', explanation }, { closing: true });
    }
    throw error;
  }
}

async function hire(work: Work): Promise<unknown> {
  const { context, speech, words } = work;
  const request = context.userText;
  await context.upformat({ state: 'submitted', explanation: words.accepted });
  await context.state.set({ phase: 'understanding', request });
  await speech.say(words.handsOver);

  let brief: unknown;
  const instructions: string[] = [];
  for (;;) {
    const ranked = await shortlist(work, { brief, instructions: instructions.splice(0) });
    if ('ended' in ranked) return ranked.ended;
    brief = ranked.recommendation.brief;
    const saidMeanwhile = context.instructions.take().map(({ text }) => text);
    if (saidMeanwhile.length > 0) {
      await speech.say(words.saidMeanwhile(saidMeanwhile));
      instructions.push(...saidMeanwhile);
      continue;
    }
    const { choice, invitation } = await choose(work, ranked);
    if (choice.kind === 'nobody') return nobody(work, choice.reason);
    if (choice.kind === 'invite') {
      const describedBy = ranked.message.upContext ?? {};
      return invite(work, { invitation, describedBy }, choice);
    }
    await speech.say(words.limitsChange(choice.instruction));
    instructions.push(choice.instruction);
  }
}

type Ranked = { recommendation: Recommendation; message: UpMessage };

async function shortlist(
  { context, parts, words }: Work,
  handedOver: { brief: unknown; instructions: string[] },
): Promise<Ranked | { ended: unknown }> {
  const { brief, instructions } = handedOver;
  const { message, error } = await context.delegate(
    parts.recommender,
    {
      messages: context.input.messages,
      state: context.state.get(),
      forwardedProps: { instructions, ...(brief === undefined ? {} : { brief }) },
    },
    {
      task:
        instructions.length > 0
          ? `Rank again: ${instructions.join('; ')}`
          : 'Shortlist freelancers',
    },
  );
  const recommendation = recommendationSchema.safeParse(message?.payload);
  if (message?.state === 'completed' && recommendation.success) {
    return { recommendation: recommendation.data, message };
  }
  if (message?.state === 'cancelled')
    return {
      ended: await end(context, 'cancelled', words.calledOff),
    };
  const reason = error?.message ?? message?.explanation ?? 'it gave no ranking';
  return {
    ended: await end(context, 'failed', `The Freelancer Recommender could not finish: ${reason}`),
  };
}

async function choose(
  { context, parts, words }: Work,
  { recommendation, message }: Ranked,
): Promise<{ choice: Choice; invitation: Invitation }> {
  const count = briefSchema.safeParse(recommendation.brief).data?.count ?? 2;
  const invitation = invitationFor(recommendation, count);
  let fault = '';
  for (;;) {
    await changeState(context, { phase: 'choosing' });
    // A followup refines completed work (docs/protocol/message.md), so the completion is sent first.
    await context.upformat({ state: 'completed', explanation: words.shortlistReady });
    const received = await askWhom(
      context,
      followupOf(invitation, {
        expiresAt: new Date(context.now() + parts.followupMs).toISOString(),
        seconds: Math.round(parts.followupMs / 1000),
        explanation: `${fault} ${message.explanation ?? ''}`.trim(),
        upThought: message.upThought,
        words,
      }),
    );
    if (received.kind === 'instruction') {
      return { choice: { kind: 'again', instruction: received.instruction }, invitation };
    }
    const choice = readChoice(received.feedback, invitation);
    if (!('fault' in choice)) return { choice, invitation };
    fault = choice.fault;
  }
}

async function nobody({ context, speech, words }: Work, reason: string | null): Promise<unknown> {
  await speech.say(words.nobodyInvited(reason));
  return end(context, 'cancelled', words.shortlistRejected);
}

async function invite(
  { context, parts, speech, words }: Work,
  { invitation, describedBy }: { invitation: Invitation; describedBy: UpContext },
  choice: Extract<Choice, { kind: 'invite' }>,
): Promise<unknown> {
  const names = choice.ids.map((id) => nameOf(invitation, id));
  await changeState(context, { phase: 'inviting' });
  await speech.say(words.invites(names));
  const chosen = invitation.candidates.filter(({ id }) => choice.ids.includes(id));
  const { role } = invitation;
  const payload = { role, candidates: chosen, subject: choice.subject, message: choice.message };
  const filled = await context.step('Fill the order of the Email Tool', async () => {
    const receiver = await readReceiver(context, parts.emailTool);
    const sender = { context: senderContext(describedBy, invitationContext(invitation)), payload };
    const order = await fillOrder(context, { sender, receiver, memory: parts.memory });
    if (order) await showMapping(context, order.mapping);
    return order;
  });
  if (!filled) return end(context, 'cancelled', words.notMapped);
  const { message, error } = await context.delegate(
    parts.emailTool,
    { state: context.state.get(), forwardedProps: { order: filled.order } },
    {
      task: `Send ${choice.ids.length === 1 ? 'one invitation' : `${choice.ids.length} invitations`}`,
    },
  );
  if (message?.state !== 'completed') {
    const reason = error?.message ?? message?.explanation ?? 'it said nothing';
    return end(context, 'failed', `The Email Tool could not finish: ${reason}`);
  }
  await changeState(context, { phase: 'done' });
  await speech.say(words.invited(names, role, parts.mailboxUrl));
  const explanation = `${names.length} ${names.length === 1 ? 'invitation has' : 'invitations have'} gone out, to ${names.join(' and ')}.`;
  await context.upformat({
    state: 'completed',
    explanation,
    payload: { role, invited: names, ...message.payload },
  });
  return { invited: names };
}

/**
 * The description of the forwarded data, by the agent that made each part: the ranking as described by the Recommender, the
 * text of the mail by this agent's form. It does not depend on the Recommender's schema.
 */
export function senderContext(recommender: UpContext, invitation: UpContext): UpContext {
  const described = (context: UpContext): UpContext =>
    isObjectSchema(context.schema)
      ? { ...contextFromJsonSchema(context.schema), ...context }
      : context;
  const [theirs, own] = [described(recommender), described(invitation)];
  const words = <T>(record: Record<string, T> = {}) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => ownWords.has(path)));
  return {
    ...(theirs.entity === undefined ? {} : { entity: theirs.entity }),
    ...(theirs.concepts === undefined ? {} : { concepts: theirs.concepts }),
    fields: { ...theirs.fields, ...words(own.fields) },
    constraints: { ...theirs.constraints, ...words(own.constraints) },
  };
}

const ownWords = new Set(['subject', 'message']);

const cardSchema = z.looseObject({ inputSchema: z.record(z.string(), z.unknown()) });

/** The receiver's description, from its own card: it may change independently of the orchestrator. */
async function readReceiver(context: RunContext, agent: AgentAddress): Promise<UpContext> {
  return context.tool('read_card', { agent: agent.id }, async (signal) => {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    const response = await fetch(new URL('card', agent.url), { signal: timeout });
    if (!response.ok) throw new Error(`${agent.id} has no card (HTTP ${response.status})`);
    return contextFromJsonSchema(cardSchema.parse(await response.json()).inputSchema);
  });
}

function showMapping(context: RunContext, mapping: readonly FieldMapping[]) {
  return context.show({
    type: 'table',
    title: 'Fields of the Email Tool, filled by description',
    columns: ['From the shortlist', 'To the Email Tool', 'Score', 'Unit'],
    rows: mapping.map(({ from, to, score, conversion }) => [
      from,
      to,
      score,
      conversion === undefined ? 'as it is' : conversionText(conversion),
    ]),
  });
}

async function end(
  context: RunContext,
  state: 'cancelled' | 'failed',
  explanation: string,
): Promise<unknown> {
  await changeState(context, { phase: state });
  await context.upformat({ state, explanation });
  return { invited: [] };
}
