import type { RepairReply } from '@countersign/upformat/mapping/mapping';
import { z } from 'zod';
import type { ModelConfig } from '../config.ts';
import { createChat } from '../model/chat.ts';
import type { Brief } from './brief.ts';
import { proposalSchema } from './proposal.ts';
import type { Candidate } from './rank.ts';
import { reasonFor } from './recommendation.ts';

/** Gets the ranking from an OpenAI-compatible endpoint. The resulting state is not set by the model. */
export interface ModelProposer {
  /** The model's output as text, valid or not. */
  propose(brief: Brief, candidates: readonly Candidate[], signal: AbortSignal): Promise<string>;
  repair(
    request: { instruction: string; output: unknown; errors: unknown },
    signal: AbortSignal,
  ): Promise<RepairReply>;
}

const repairSchema = z.object({
  choice: z.enum(['fixed', 'needHuman', 'beyondCapability']),
  explanation: z.string(),
  output: proposalSchema.nullable(),
});
const repairEnvelopeSchema = z.looseObject({
  choice: z.enum(['fixed', 'needHuman', 'beyondCapability']),
  explanation: z.string().optional(),
  output: z.unknown().optional(),
});
const system =
  'You rank freelancers for a brief. Use only the given people and their ids. Set canProceed to false when a person ' +
  'has to decide, and say why in explanation. confidence is your own certainty from 0 to 1. Answer in JSON only.';

export function createModelProposer(config: ModelConfig): ModelProposer {
  const chat = createChat(config);
  return {
    propose: (brief, candidates, signal) =>
      chat(
        [
          { role: 'system', content: system },
          {
            role: 'user',
            content: JSON.stringify({
              brief,
              people: candidates.map((candidate) => describe(candidate, brief)),
            }),
          },
        ],
        { name: 'proposal', schema: proposalSchema },
        signal,
      ),
    async repair({ instruction, output, errors }, signal) {
      const content = await chat(
        [
          { role: 'system', content: system },
          { role: 'user', content: `${instruction}\n${JSON.stringify({ output, errors })}` },
        ],
        { name: 'repair', schema: repairSchema },
        signal,
      );
      return readRepair(content);
    },
  };
}

function describe(candidate: Candidate, brief: Brief) {
  const { id, name, title, city, rate, availableFrom } = candidate.person;
  const { score, breakdown } = candidate;
  const facts = reasonFor(candidate, brief);
  return { id, name, title, city, rate, availableFrom, computed: { score, breakdown }, facts };
}

/** A repair response that is not JSON, or has no choice, is treated as another attempt at the output. */
function readRepair(content: string): RepairReply {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { choice: 'fixed', output: content };
  }
  const parsed = repairEnvelopeSchema.safeParse(json);
  if (!parsed.success) return { choice: 'fixed', output: json };
  const { choice, explanation, output } = parsed.data;
  const why = explanation === undefined ? {} : { explanation };
  return choice === 'fixed' ? { choice, output, ...why } : { choice, ...why };
}
