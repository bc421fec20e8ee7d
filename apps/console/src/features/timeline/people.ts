import type { Thread } from '@countersign/thread/thread';

/** One answer of a person, and the wait it ended. */
export interface Answer {
  promptId: string;
  /** When it was given, epoch ms. */
  at: number;
  /** How long the question had been open, ms. */
  tookMs: number;
  /** Who waited; null = no agent was blocked. */
  waiter: string | null;
}
export interface Answerer {
  id: string;
  name: string;
  isPerson: boolean;
  answers: readonly Answer[];
  medianMs: number;
}

/** Who answered what when, in order of the first answer. */
export function answerersOf({ prompts }: Thread): Answerer[] {
  const found = new Map<string, { name: string; isPerson: boolean; answers: Answer[] }>();
  for (const prompt of Object.values(prompts)) {
    const { decision } = prompt;
    if (decision === null || decision.state === 'recalled') continue;
    const { by } = decision;
    const key = `${by.kind}:${by.id}`;
    const held = found.get(key) ?? { name: by.name, isPerson: by.kind === 'operator', answers: [] };
    held.answers.push({
      promptId: prompt.id,
      at: decision.recordedAt,
      tookMs: decision.recordedAt - prompt.openedAt,
      waiter: prompt.blocking ? prompt.speaker : null,
    });
    found.set(key, held);
  }
  return [...found].map(([id, { name, isPerson, answers }]) => {
    answers.sort((left, right) => left.at - right.at);
    const lengths = answers.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
    return { id, name, isPerson, answers, medianMs: lengths[lengths.length >> 1] ?? 0 };
  });
}
