import type { RunContext } from '@countersign/agent/run-context';
import { contextFromZod } from '@countersign/upformat/context';
import type { Mapped } from '@countersign/upformat/mapping/mapping';
import { mapOutput } from '@countersign/upformat/mapping/mapping';
import type { UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import { ModelError } from '../model/chat.ts';
import { createTokenWriter, type TokenWriter } from '../token-writer.ts';
import { crewTextFor } from '../words/crew-text.ts';
import { askForBrief, askToConfirm } from './asks.ts';
import { type Brief, briefSchema, missingFrom } from './brief.ts';
import { formOf, readForm } from './brief-form.ts';
import { confidenceThreshold } from './confidence.ts';
import { changeState } from './crew-state.ts';
import type { Proposal } from './proposal.ts';
import { checkProposal } from './proposal.ts';
import type { ModelProposer } from './propose-by-model.ts';
import { proposeByRules } from './propose-by-rules.ts';
import type { Pool, Ranking } from './rank.ts';
import { readBrief } from './read-brief.ts';
import { proposedOf, type Recommendation, recommendationSchema } from './recommendation.ts';
import { search } from './search.ts';
import { describeBrief, showRanking } from './show-ranking.ts';
import { taughtPlace, withTaught } from './taught-place.ts';

/** The number of ranked people that a model can choose from. */
const offeredCount = 12;

/** A proposal with the resulting state; `byModel` = it is the output of the model. */
type Proposed = Mapped<Proposal> & { byModel: boolean };

/** Gets the structured output from the model, or else from the rules, through the same mapping (docs/protocol/message.md). */
async function propose(
  context: RunContext,
  input: { brief: Brief; ranking: Ranking; model: ModelProposer | null },
): Promise<Proposed> {
  const { brief, ranking, model } = input;
  const offered = ranking.candidates.slice(0, offeredCount);
  const allowedIds = new Set(offered.map(({ person }) => person.id));
  const validate = (value: unknown) => checkProposal(value, allowedIds);
  if (!model || offered.length === 0) {
    return {
      ...(await mapOutput({
        output: proposeByRules(brief, ranking, crewTextFor(context.language)),
        validate,
        threshold: confidenceThreshold,
      })),
      byModel: false,
    };
  }
  try {
    const output = await model.propose(brief, offered, context.signal);
    const mapped = await mapOutput({
      output,
      validate,
      threshold: confidenceThreshold,
      repair: (request) => model.repair(request, context.signal),
    });
    context.signal.throwIfAborted();
    return { ...mapped, byModel: true };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // A failed endpoint does not fail the task: a person decides whether to rank by rules instead.
    return {
      state: 'needsHumanDecision',
      rule: 'not-repaired',
      explanation: error.message,
      evidence: [],
      byModel: true,
    };
  }
}

/** What another agent may send in addition to the message: a known brief, and later instructions. */
const handedOverSchema = z.looseObject({
  brief: briefSchema.optional().catch(undefined),
  instructions: z.array(z.string()).default([]).catch([]),
});

export interface RecommenderParts {
  pool: Pool;
  model: ModelProposer | null;
  tokenDelayMs: number;
}

/** The run of the Freelancer Recommender: from a request to ranked people, or to the operator if it cannot. */
export async function recommend(context: RunContext, parts: RecommenderParts): Promise<unknown> {
  const speech = createTokenWriter(context, parts.tokenDelayMs);
  let brief = await understand(context, speech);
  for (;;) {
    const missing = missingFrom(brief);
    const ranking = missing.length > 0 ? null : await search(context, parts.pool, brief);
    if (ranking === null || ranking.candidates.length === 0) {
      const taught = taughtPlace(context.recalled, brief, crewTextFor(context.language));
      const changed = await askForBrief(context, { brief, pool: parts.pool, taught });
      if (changed === null) return cancel(context);
      brief = changed;
      await speech.say(crewTextFor(context.language).thanks(describeBrief(brief)));
      continue;
    }
    const mapped = await rankAloud(context, { brief, ranking, parts, speech });
    if (mapped.state === 'failed') return fail(context, mapped.explanation);
    if (mapped.state === 'completed' && mapped.value) {
      return complete(context, { brief, ranking, proposal: mapped.value, speech });
    }
    const fallback = mapped.value?.candidates.length
      ? mapped.value
      : proposeByRules(brief, ranking, crewTextFor(context.language));
    const answer = await askToConfirm(context, { brief, ranking, mapped, fallback });
    if (answer === 'reject') return cancel(context);
    if (answer === 'approve') {
      return complete(context, { brief, ranking, proposal: fallback, speech });
    }
    brief = readBrief(answer.instruction, context.now(), brief);
  }
}

async function understand(context: RunContext, speech: TokenWriter): Promise<Brief> {
  const handedOver = handedOverSchema.parse(context.input.forwardedProps ?? {});
  const text = context.userText;
  return context.step('Read the request', async () => {
    let brief = handedOver.brief ?? readBrief(text, context.now());
    for (const instruction of handedOver.instructions) {
      brief = readBrief(instruction, context.now(), brief);
    }
    const words = crewTextFor(context.language);
    const taught = missingFrom(brief).includes('location')
      ? taughtPlace(context.recalled, brief, words)
      : null;
    const answered = taught?.isSameQuestion
      ? readForm(withTaught(formOf(brief), taught), brief)
      : null;
    const isAnswered = taught !== null && answered !== null && 'brief' in answered;
    if (isAnswered) brief = answered.brief;
    await changeState(context, { phase: 'understanding', brief });
    const writer = await context.message();
    if (isAnswered) await speech.think(writer, `${words.answeredBefore(taught)} `);
    const isChanged = handedOver.instructions.length > 0;
    await speech.think(writer, words.readAs(isChanged, describeBrief(brief)));
    const missing = missingFrom(brief);
    await speech.think(writer, missing.length > 0 ? words.isMissing(missing) : words.enough);
    await writer.end();
    return brief;
  });
}

async function rankAloud(
  context: RunContext,
  input: { brief: Brief; ranking: Ranking; parts: RecommenderParts; speech: TokenWriter },
) {
  const { brief, ranking, parts, speech } = input;
  await changeState(context, { phase: 'ranking' });
  return context.step('Rank', async () => {
    const writer = await context.message();
    const words = crewTextFor(context.language);
    const [first, second] = ranking.candidates;
    if (first) {
      await speech.think(
        writer,
        words.leads(ranking.candidates.length, first.person.name, first.score.toFixed(2), {
          skills: first.breakdown.skills.toFixed(2),
          travel: first.breakdown.travel.toFixed(2),
          rate: first.breakdown.rate.toFixed(2),
          availability: first.breakdown.availability.toFixed(2),
        }),
      );
    }
    if (second) await speech.think(writer, words.next(second.person.name, second.score.toFixed(2)));
    if (parts.model) await speech.think(writer, words.weighs);
    const mapped = await propose(context, { brief, ranking, model: parts.model });
    const confidence = mapped.value?.confidence;
    if (confidence !== undefined) {
      await speech.think(writer, words.confidence(confidence.toFixed(2), '0.50'));
      await changeState(context, { confidence });
    }
    await writer.end();
    return mapped;
  });
}

async function complete(
  context: RunContext,
  input: { brief: Brief; ranking: Ranking; proposal: Proposal; speech: TokenWriter },
): Promise<Recommendation> {
  const { brief, ranking, proposal } = input;
  const candidates = proposal.candidates.flatMap(({ id, reason, score }) => {
    const candidate = ranking.candidates.find(({ person }) => person.id === id);
    return candidate ? [{ ...proposedOf(candidate, reason), score }] : [];
  });
  await changeState(context, {
    candidates: candidates.map(({ id, name, city, rate, score, travelMinutes }) => ({
      id,
      name,
      city,
      rate,
      score,
      travelMinutes,
    })),
  });
  await showRanking(context, {
    candidates,
    total: ranking.candidates.length,
    speech: input.speech,
  });
  const recommendation: Recommendation = { role: brief.role, candidates, brief };
  await context.upformat({
    state: 'completed',
    explanation: proposal.explanation,
    payload: recommendation,
    upContext: contextFromZod(recommendationSchema),
    upThought: thoughtOf(proposal),
  });
  return recommendation;
}

function thoughtOf({ confidence, canProceed, upThought }: Proposal): UpThought {
  return { ...upThought, confidence, canProceed, threshold: confidenceThreshold };
}

async function cancel(context: RunContext): Promise<void> {
  await changeState(context, { phase: 'cancelled' });
  await context.upformat({
    state: 'cancelled',
    explanation: 'The operator called the search off.',
  });
}

async function fail(context: RunContext, explanation: string): Promise<void> {
  await changeState(context, { phase: 'failed' });
  await context.upformat({ state: 'failed', explanation });
}
