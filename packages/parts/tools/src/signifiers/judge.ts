import type { SamplingModel } from '@countersign/server/models/sampling-model';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import {
  type JudgedRanking,
  judgeRanking,
  type ModelMode,
  type RelevanceModel,
} from '@countersign/signifiers/select/model-tier';
import type { Ranking } from '@countersign/signifiers/select/ranking';

/** A language model that may change what is recommended, never what is allowed. */
export interface Judge {
  /** Asks about a ranking, once: the same one again has the same answer. */
  judge(ranking: Ranking, asked: Asked): Promise<JudgedRanking>;
}

interface Asked {
  context: string;
  signifiers: readonly Pick<Signifier, 'id' | 'label' | 'context'>[];
  hidden: ReadonlySet<string>;
}

/** An agent waits for it. */
const answerMs = 4_000;
/** After a failure the model is left alone: screens ask every few seconds. */
const pauseMs = 30_000;
const maxKept = 200;
const maxTokens = 1_000;

export function createJudge(
  { name, answer }: SamplingModel,
  mode: ModelMode,
  clock: Pick<Clock, 'monotonic' | 'schedule'>,
): Judge {
  const kept = new Map<string, { at: number; judged: Promise<JudgedRanking> }>();
  const model: RelevanceModel = {
    name,
    answer: async ({ system, user }, signal) => {
      const messages = [{ role: 'user', content: { type: 'text', text: user } }];
      const params = { systemPrompt: system, messages, maxTokens, temperature: 0 };
      return (await answer(params, signal)).text;
    },
  };
  const ask = async (ranking: Ranking, asked: Asked): Promise<JudgedRanking> => {
    const late = new AbortController();
    const cancel = clock.schedule(() => late.abort(), answerMs);
    try {
      return await judgeRanking(ranking, asked, { model, mode, signal: late.signal });
    } finally {
      cancel();
    }
  };
  return {
    async judge(ranking, asked) {
      const key = keyOf(ranking, asked);
      const before = kept.get(key);
      if (before !== undefined) {
        const judged = await before.judged;
        const isRecent = clock.monotonic() - before.at < pauseMs;
        if (judged.model.state === 'used' || isRecent) return judged;
        kept.delete(key);
      }
      const judged = ask(ranking, asked);
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
      kept.set(key, { at: clock.monotonic(), judged });
      return judged;
    },
  };
}

/** All that an answer can depend on. */
function keyOf({ version, entries }: Ranking, { context, signifiers, hidden }: Asked): string {
  const texts = signifiers.map(({ id, label, context: text }) => [id, label, text]);
  const ranks = entries.map(({ id, decision, tiers }) => [id, decision, tiers]);
  return JSON.stringify([version, context, texts, ranks, [...hidden].sort()]);
}
