import { completionRequest, completionText } from '@countersign/adapters/mcp-server/sampling';
import { say } from '@countersign/api/statements';
import type { JsonObject } from '@countersign/json/json-object';
import { quoted } from '../http/problem.ts';
import { AgentFailure } from '../http/transport-errors.ts';
import { failureOfReply, postToAgent, readText } from '../outgoing/transport.ts';
import type { Clock } from '../runtime/clock.ts';
import { createRedactor } from '../telemetry/redactor.ts';

/** An OpenAI-compatible server that may answer sampling requests, as configured. */
export interface ModelSettings {
  /** Base of its API, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  key: string | null;
}

/** A model that answers after a person has approved it. */
export interface SamplingModel {
  name: string;
  /** Rejects with `AgentFailure`. */
  answer(params: JsonObject, signal: AbortSignal): Promise<{ text: string; stopReason: string }>;
}

const maxBytes = 2_000_000;
const answerMs = 5 * 60_000;

export function createSamplingModel(settings: ModelSettings, clock: Clock): SamplingModel {
  const { url, model, key } = settings;
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const redactor = createRedactor();
  redactor.keep(key ?? '');
  return {
    name: model,
    async answer(params, signal) {
      const response = await postToAgent({
        url: `${url.replace(/\/+$/, '')}/chat/completions`,
        headers: { accept: 'application/json', ...headers },
        body: completionRequest(params, model),
        ...{ signal, clock, timeoutMs: answerMs },
      });
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) {
        const { code, message } = await failureOfReply(response, { headers, clock });
        // It is shown in the task, and providers repeat the key that they refuse.
        throw new AgentFailure(code, quoted(redactor.clean(message)), status);
      }
      const answer = completionText(parsed(await readText(response, maxBytes)));
      if (answer === null)
        throw new AgentFailure('no-answer', say('call.no-model-text', { model }));
      return answer;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
