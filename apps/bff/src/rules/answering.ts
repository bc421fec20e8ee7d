import { askedPrompts } from '../decisions/asked-prompts.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { mayRulesAnswer, readRulesInForce } from './records.ts';
import { createRuleAnswer, type RuleAnswerOptions } from './rule-answer.ts';

/** Tries the rules on every new question, one after the other. */
export interface RuleAnswering {
  /** Continues with questions that the last server had not tried. */
  recover(): void;
  /** Resolves when the rules have been tried on all prompts so far. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createRuleAnswering(options: RuleAnswerOptions): RuleAnswering {
  const { journal, clock } = options;
  const answer = createRuleAnswer(options);
  const queue = new Set<string>();
  let working: Promise<void> | null = null;
  let closed = false;

  /** Rules that cannot be read do not answer: the question is left to people. */
  const readRules = () =>
    journal.read.pastDamage('rules', () => readRulesInForce(journal.read, clock.now()), []);

  const ask = async (promptId: string) => {
    const rules = readRules();
    if (rules.length === 0) return;
    const prompt = readPrompt(journal.read, promptId);
    if (prompt === null || !mayRulesAnswer(journal.read, prompt, clock.now())) return;
    for (const rule of rules) {
      if (await answer(rule, prompt)) return;
    }
  };

  const work = async () => {
    // A Set is iterated in order, including elements added meanwhile.
    for (const promptId of queue) {
      queue.delete(promptId);
      if (closed) return;
      // The store is closing or could not execute it: the prompt is still open, and people can answer it.
      await ask(promptId).catch(() => {});
    }
  };
  const wake = () => {
    if (queue.size === 0 || working !== null || closed) return;
    working = work().finally(() => {
      working = null;
      wake();
    });
  };

  const undo = journal.onCommit((rows) => {
    const sql = 'SELECT 1 FROM rules WHERE enabled = 1 LIMIT 1';
    const enabled = journal.read.pastDamage('rules', () => journal.read.get(sql), undefined);
    if (enabled === undefined) return;
    for (const id of askedPrompts(rows)) queue.add(id);
    wake();
  });

  return {
    recover() {
      const rules = readRules();
      const since = Math.min(...rules.map((rule) => rule.since ?? Number.POSITIVE_INFINITY));
      if (!Number.isFinite(since)) return;
      // A prompt that a person has opened stays with that person: a restart must not take it away.
      const left = journal.read.all<{ id: string }>(
        `SELECT id FROM prompts WHERE state = 'open' AND seen IS NULL AND opened > ? ORDER BY opened, id`,
        since,
      );
      for (const { id } of left) queue.add(id);
      wake();
    },
    async idle() {
      while (working !== null) await working;
    },
    async close() {
      closed = true;
      undo();
      await working;
    },
  };
}
