import type { RepairReply } from '@countersign/upformat/mapping';
import { z } from 'zod';
import type { ModelConfig } from '../config.ts';
import type { Brief } from './brief.ts';
import { proposalSchema } from './proposal.ts';
import type { Candidate } from './rank.ts';
import { reasonFor } from './recommendation.ts';

/** The model's response was not valid for such an endpoint; the response is not shown. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

/** Gets the ranking from an OpenAI-compatible endpoint. The resulting state is not set by the model. */
export interface ModelProposer {
  /** The model's output as text, valid or not. */
  propose(brief: Brief, candidates: readonly Candidate[], signal: AbortSignal): Promise<string>;
  repair(
    request: { instruction: string; output: unknown; errors: unknown },
    signal: AbortSignal,
  ): Promise<RepairReply>;
}

interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
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
const maxReplyChars = 1_000_000;
const system =
  'You rank freelancers for a brief. Use only the given people and their ids. Set canProceed to false when a person ' +
  'has to decide, and say why in explanation. confidence is your own certainty from 0 to 1. Answer in JSON only.';

export function createModelProposer(config: ModelConfig): ModelProposer {
  const chat = async (
    messages: readonly ChatMessage[],
    format: { name: string; schema: z.ZodType },
    signal: AbortSignal,
  ): Promise<string> => {
    const timeout = AbortSignal.timeout(config.timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${config.baseUrl.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${config.apiKey}` },
        body: JSON.stringify({
          model: config.model,
          messages,
          temperature: 0,
          response_format: {
            type: 'json_schema',
            json_schema: {
              name: format.name,
              schema: z.toJSONSchema(format.schema),
              strict: false,
            },
          },
        }),
        signal: AbortSignal.any([signal, timeout]),
      });
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new ModelError(
        timeout.aborted
          ? `The model did not answer within ${config.timeoutMs / 1000} s.`
          : `The model cannot be reached: ${error instanceof Error ? error.name : 'error'}.`,
      );
    }
    if (!response.ok)
      throw new ModelError(`The model's endpoint answered HTTP ${response.status}.`);
    if (text.length > maxReplyChars) throw new ModelError('The answer of the model is too large.');
    const content = contentOf(text);
    if (content === null) throw new ModelError("The model's endpoint did not answer as one does.");
    return content;
  };

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

function contentOf(text: string): string | null {
  try {
    const reply = replySchema.safeParse(JSON.parse(text));
    return reply.data?.choices[0]?.message.content ?? null;
  } catch {
    return null;
  }
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
