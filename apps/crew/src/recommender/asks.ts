import type { RunContext } from '@countersign/agent/run-context';
import { isObject } from '@countersign/json/json-object';
import type { Mapped } from '@countersign/upformat/mapping/mapping';
import { feedbackOf } from '../feedback-of.ts';
import { type CrewText, crewTextFor } from '../words/crew-text.ts';
import { type Brief, missingFrom } from './brief.ts';
import { briefFormContext, formOf, readForm } from './brief-form.ts';
import { confidenceThreshold } from './confidence.ts';
import { changeState } from './crew-state.ts';
import type { Proposal } from './proposal.ts';
import { proposeByRules } from './propose-by-rules.ts';
import { type Pool, type Ranking, rank } from './rank.ts';
import { readBrief } from './read-brief.ts';
import { proposedOf } from './recommendation.ts';
import { type TaughtPlace, withTaught } from './taught-place.ts';

const waiting = ['orchestrator', 'email-tool'];

/** Asks until the brief is sufficient for a ranking; null if the operator cancels it. */
export async function askForBrief(
  context: RunContext,
  input: { brief: Brief; pool: Pool; taught: TaughtPlace | null },
): Promise<Brief | null> {
  const { pool, taught } = input;
  let { brief } = input;
  // What a person answered before is filled in; it counts only if it is sent again.
  const suggested = brief.location === null && taught !== null ? taught : null;
  let form: Record<string, unknown> =
    suggested === null
      ? formOf(brief)
      : withTaught(formOf({ ...brief, location: suggested.location }), suggested);
  let fault: string | null = null;
  const words = crewTextFor(context.language);
  await changeState(context, { phase: 'asking' });
  for (;;) {
    const answer = await context.ask(briefAsk({ brief, pool, form, fault, words, suggested }));
    const feedback = feedbackOf(answer);
    if (feedback.type === 'reject') return null;
    if (feedback.type === 'instruction') {
      brief = readBrief(feedback.content.text, context.now(), brief);
      form = formOf(brief);
      fault = missingFrom(brief).length > 0 ? words.noTown : null;
    } else {
      const value = feedback.type === 'edit' ? feedback.content.value : form;
      const read = readForm(value, brief);
      if ('fault' in read) {
        fault = read.fault;
        if (isObject(value)) form = value;
      } else {
        brief = read.brief;
        fault = null;
      }
    }
    if (fault === null && missingFrom(brief).length === 0) {
      await changeState(context, { brief });
      return brief;
    }
    fault ??= words.skillAndPlace;
  }
}

function briefAsk(input: {
  brief: Brief;
  pool: Pool;
  form: Record<string, unknown>;
  fault: string | null;
  words: CrewText;
  suggested: TaughtPlace | null;
}) {
  const { brief, pool, form, fault, words, suggested } = input;
  const taught = suggested === null ? [] : [words.answeredBefore(suggested)];
  const missing = missingFrom(brief);
  const proposal = proposeByRules(brief, rank(pool, brief), words);
  const ask = missing.includes('location')
    ? words.whereToWork(brief.role)
    : missing.includes('skills')
      ? words.whatToKnow(brief.role)
      : words.nobodyFits(brief.role);
  return {
    state: 'needsHumanDecision' as const,
    ask,
    explanation: [...(fault === null ? [] : [fault]), proposal.explanation, ...taught].join(' '),
    payload: form,
    upContext: briefFormContext(words),
    upThought: {
      ...proposal.upThought,
      ...(taught.length === 0
        ? {}
        : { reasoning: [...taught, ...(proposal.upThought?.reasoning ?? [])] }),
      confidence: proposal.confidence,
      threshold: confidenceThreshold,
      canProceed: false,
      questions: missing.includes('location')
        ? [
            { id: 'place', text: words.whereQuestion, required: true },
            { id: 'remote', text: words.remoteQuestion, default: words.no },
          ]
        : [words.limitQuestion],
    },
    severity: 'major' as const,
    effect: words.poolRanked,
    waiting,
    allowedFeedback: [
      // An empty form is nothing that could be approved.
      ...(suggested === null ? [] : (['approve'] as const)),
      ...(['edit', 'reject', 'comment', 'instruction'] as const),
    ],
  };
}

/** Asks whether an uncertain ranking may be used. */
export async function askToConfirm(
  context: RunContext,
  input: { brief: Brief; ranking: Ranking; mapped: Mapped<Proposal>; fallback: Proposal },
): Promise<'approve' | 'reject' | { instruction: string }> {
  const { brief, ranking, mapped, fallback } = input;
  await changeState(context, { phase: 'asking' });
  const candidates = fallback.candidates.flatMap(({ id, reason }) => {
    const candidate = ranking.candidates.find(({ person }) => person.id === id);
    return candidate ? [proposedOf(candidate, reason)] : [];
  });
  const invalid = mapped.value === undefined;
  const answer = await context.ask({
    state: 'needsHumanDecision',
    ask: invalid
      ? `The ranking for “${brief.role}” could not be made by the model. Use the rules instead?`
      : `The ranking for “${brief.role}” is uncertain. Go on with it?`,
    explanation: mapped.explanation,
    payload: {
      role: brief.role,
      candidates,
      ...(invalid
        ? {
            evidence: mapped.evidence.map(({ output, errors }) => ({
              output: cut(output),
              errors,
            })),
          }
        : {}),
    },
    upThought: {
      ...(mapped.value?.upThought ?? fallback.upThought),
      canProceed: mapped.value?.canProceed ?? false,
      threshold: confidenceThreshold,
      ...(mapped.value === undefined ? {} : { confidence: mapped.value.confidence }),
    },
    severity: 'minor',
    effect: 'These people are proposed for an invitation. No mail is sent yet.',
    waiting,
    allowedFeedback: ['approve', 'reject', 'comment', 'instruction'],
  });
  const feedback = feedbackOf(answer);
  if (feedback.type === 'instruction') {
    return { instruction: feedback.content.text };
  }
  return feedback.type === 'reject' ? 'reject' : 'approve';
}

const cut = (output: unknown) =>
  (typeof output === 'string' ? output : JSON.stringify(output)).slice(0, 4_000);
