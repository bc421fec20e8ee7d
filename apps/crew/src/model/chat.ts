import { z } from 'zod';
import type { ModelConfig } from '../config.ts';

/** The model's response was not valid for such an endpoint; the response is not shown. */
export class ModelError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelError';
  }
}

interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/** Asks the model once. Returns its output as text, valid or not; rejects with `ModelError`, or with the signal's reason. */
export type Chat = (
  messages: readonly ChatMessage[],
  format: { name: string; schema: z.ZodType },
  signal: AbortSignal,
) => Promise<string>;

const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const maxReplyChars = 1_000_000;

/** The chat of an OpenAI-compatible endpoint. */
export function createChat(config: ModelConfig): Chat {
  return async (messages, format, signal) => {
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
}

function contentOf(text: string): string | null {
  try {
    const reply = replySchema.safeParse(JSON.parse(text));
    return reply.data?.choices[0]?.message.content ?? null;
  } catch {
    return null;
  }
}
