import type { Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import { ruleAnswer } from '@countersign/desk/rule-answer';
import { cameAfter, type KnownRule } from '@countersign/desk/rule-life';
import { matches, matchesWithoutConditions } from '@countersign/desk/rule-match';
import { askedPrompts } from '../decisions/asked-prompts.ts';
import type { Journal } from '../journal/journal.ts';
import { readPrompt } from '../records/prompt-records.ts';
import type { Clock } from '../runtime/clock.ts';
import { answerByRule, passOver } from './answer-operation.ts';
import type { ConditionCheck } from './condition-check.ts';
import { mayRulesAnswer, readRulesInForce } from './records.ts';

/** Asks the rules about every question that comes up, one after the other. */
export interface RuleAnswering {
  /** Takes up questions that the last server had no time for. */
  recover(): void;
  /** Resolves when everything heard so far has been asked. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const slowMs = 100;
const restMs = 60_000;

export function createRuleAnswering(options: {
  journal: Journal;
  clock: Clock;
  createId: () => string;
  conditionCheck: ConditionCheck;
  /** Called after a rule has answered. */
  onAnswered: () => void;
}): RuleAnswering {
  const { journal, clock, conditionCheck } = options;
  const queue = new Set<string>();
  const resting = new Map<string, number>();
  let working: Promise<void> | null = null;
  let closed = false;

  const passOverBy = (rule: Rule, prompt: Prompt, reason: string) =>
    journal.commit(passOver, {
      ruleId: rule.id,
      version: rule.version,
      promptId: prompt.id,
      digest: prompt.digest,
      reason,
    });

  /** Whether the rule has answered. */
  const tryRule = async (rule: KnownRule, prompt: Prompt): Promise<boolean> => {
    if (!cameAfter(rule, prompt)) return false;
    if (!matchesWithoutConditions(rule.match, prompt)) return false;
    const startedAt = clock.monotonic();
    if ((resting.get(rule.id) ?? 0) > startedAt) {
      await passOverBy(rule, prompt, 'Its conditions took too long a moment ago.');
      return false;
    }
    const verdict = await matches(conditionCheck.holds, rule.match, prompt);
    if (verdict === null) {
      // An agent that floods it with slow payloads must not hold up the rules of the others.
      const now = clock.monotonic();
      if (now - startedAt >= slowMs) resting.set(rule.id, now + restMs);
      await passOverBy(rule, prompt, 'Its conditions could not be judged: too large or too slow.');
      return false;
    }
    if (!verdict) return false;
    const { feedback, misfit } = ruleAnswer(rule, prompt);
    if (misfit !== null) {
      await passOverBy(rule, prompt, `Its answer does not fit: ${misfit}`);
      return false;
    }
    const decision = await journal.commit(answerByRule, {
      ruleId: rule.id,
      version: rule.version,
      promptId: prompt.id,
      digest: prompt.digest,
      decisionId: options.createId(),
      feedback,
    });
    if (decision !== null) options.onAnswered();
    return decision !== null;
  };

  /** Rules that cannot be read answer nothing: people are asked. */
  const readRules = () =>
    journal.read.pastDamage('rules', () => readRulesInForce(journal.read, clock.now()), []);

  const ask = async (promptId: string) => {
    const rules = readRules();
    if (rules.length === 0) return;
    const prompt = readPrompt(journal.read, promptId);
    if (prompt === null || !mayRulesAnswer(journal.read, prompt, clock.now())) return;
    for (const rule of rules) {
      if (await tryRule(rule, prompt)) return;
    }
  };

  const work = async () => {
    // A Set is walked in order, and takes what is added meanwhile.
    for (const promptId of queue) {
      queue.delete(promptId);
      if (closed) return;
      // The store is closing or could not take it: the prompt is still open, and people can answer it.
      await ask(promptId).catch(() => {});
    }
  };
  const kick = () => {
    if (queue.size === 0 || working !== null || closed) return;
    working = work().finally(() => {
      working = null;
      kick();
    });
  };

  const undo = journal.onCommit((rows) => {
    const sql = 'SELECT 1 FROM rules WHERE enabled = 1 LIMIT 1';
    const enabled = journal.read.pastDamage('rules', () => journal.read.get(sql), undefined);
    if (enabled === undefined) return;
    for (const id of askedPrompts(rows)) queue.add(id);
    kick();
  });

  return {
    recover() {
      const rules = readRules();
      const since = Math.min(...rules.map((rule) => rule.since ?? Number.POSITIVE_INFINITY));
      if (!Number.isFinite(since)) return;
      // What somebody has had open meanwhile stays with that person: a restart must not take it away.
      const left = journal.read.all<{ id: string }>(
        `SELECT id FROM prompts WHERE state = 'open' AND seen IS NULL AND opened > ? ORDER BY opened, id`,
        since,
      );
      for (const { id } of left) queue.add(id);
      kick();
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
