import type { RunContext } from '@countersign/agent/run-context';
import { type Mapped, mapOutput } from '@countersign/upformat/mapping';
import { ModelError } from '../model/chat.ts';
import { crewTextFor } from '../words/crew-text.ts';
import type { Brief } from './brief.ts';
import { confidenceThreshold } from './confidence.ts';
import { checkProposal, type Proposal } from './proposal.ts';
import type { ModelProposer } from './propose-by-model.ts';
import { proposeByRules } from './propose-by-rules.ts';
import type { Ranking } from './rank.ts';

/** The number of ranked people that a model can choose from. */
const offeredCount = 12;

/** A proposal with the resulting state; `byModel` = it is the output of the model. */
export type Proposed = Mapped<Proposal> & { byModel: boolean };

/** Gets the structured output from the model, or else from the rules, through the same mapping (docs/protocol/message.md). */
export async function propose(
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
