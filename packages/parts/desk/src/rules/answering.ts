import type { Report } from '@countersign/server/runtime/alarm';
import { askedPrompts } from '../decisions/questions/asked-prompts.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { readRulesInForce, unseenSince } from '../rows/rules.ts';
import { answerByPolicy } from './answer-by-policy.ts';
import { mayRulesAnswer } from './may-rules-answer.ts';
import { createRuleAnswer, type RuleAnswerOptions } from './rule-answer.ts';

/** Tries the rules on every new question, one after the other. */
export interface RuleAnswering {
  /** Continues with questions that the last server had not tried. */
  recover(): Promise<void>;
  /** Resolves when the rules have been tried on all prompts so far. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createRuleAnswering(
  options: RuleAnswerOptions & { report: Report },
): RuleAnswering {
  const { journal, clock } = options;
  const answer = createRuleAnswer(options);
  const queue = new Set<string>();
  let working: Promise<void> | null = null;
  let closed = false;

  /** Rules that cannot be read do not answer: the question is left to people. */
  const readRules = async () =>
    journal.read.pastDamage('rules', () => readRulesInForce(journal.read, clock.now()), []);

  /** Most questions fit no line that answers: nothing is written for them. */
  const answerOfPolicy = async (promptId: string): Promise<boolean> => {
    const then = (await readPrompt(journal.read, promptId))?.demand?.then ?? 'ask';
    if (then === 'ask') return false;
    const decision = await journal.commit(answerByPolicy, {
      promptId,
      decisionId: options.createId(),
    });
    if (decision !== null) options.onAnswered();
    return decision !== null;
  };

  const ask = async (promptId: string) => {
    if (await answerOfPolicy(promptId)) return;
    const rules = await readRules();
    if (rules.length === 0) return;
    const prompt = await readPrompt(journal.read, promptId);
    if (prompt === null || !(await mayRulesAnswer(journal.read, prompt, clock.now()))) return;
    for (const rule of rules) {
      if (await answer(rule, prompt)) return;
    }
  };

  const work = async () => {
    // A Set is iterated in order, including elements added meanwhile.
    for (const promptId of queue) {
      queue.delete(promptId);
      if (closed) return;
      // The prompt is still open, and people can answer it.
      await ask(promptId).catch((error) =>
        options.report('The rules were not tried on a question.', error, { promptId }),
      );
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
    for (const id of askedPrompts(rows)) queue.add(id);
    wake();
  });

  return {
    async recover() {
      const rules = await readRules();
      const since = Math.min(...rules.map((rule) => rule.since ?? Number.POSITIVE_INFINITY));
      if (!Number.isFinite(since)) return;
      // A prompt that a person has opened stays with that person: a restart must not take it away.
      for (const id of await unseenSince(journal.read, since)) queue.add(id);
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
