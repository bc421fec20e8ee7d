import type { Decision } from '@countersign/api/prompt';
import { cameAfter, deciderOf } from '@countersign/desk/rule-life';
import { bodyHash } from '@countersign/server/http/body-hash';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpFeedback } from '@countersign/upformat/message';
import { decide } from '../decisions/decide-operation.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { countAnswer, countPassedOver, readRule, readRulesInForce } from '../rows/rules.ts';
import { mayRulesAnswer } from './may-rules-answer.ts';

export interface AnswerByRuleInput {
  ruleId: string;
  /** The version that was checked: if there is another one since, it does not answer. */
  version: number;
  promptId: string;
  digest: string;
  decisionId: string;
  feedback: UpFeedback;
}

/** The answer of a rule, or null if it may not answer any more: switched off, stopped, changed, expired, or too late. */
export const answerByRule = operation<AnswerByRuleInput, Decision | null>(
  'answerByRule',
  async (transaction, input) => {
    const { ruleId, promptId, digest, feedback, decisionId } = input;
    const { now } = transaction;
    // Checked again inside the transaction: the kill switch applies from the moment it is committed.
    const rules = await readRulesInForce(transaction, now);
    const rule = rules.find(({ id }) => id === ruleId);
    const prompt = await readPrompt(transaction, promptId);
    if (rule === undefined || prompt === null || rule.version !== input.version) return null;
    if (!(await mayRulesAnswer(transaction, prompt, now)) || !cameAfter(rule, prompt)) return null;
    const outcome = await decide.run(transaction, {
      promptId,
      decisionId,
      by: deciderOf(rule),
      feedback,
      digest,
      despiteClaim: false,
      key: `rule:${ruleId}:${promptId}:${digest}`,
      bodyHash: bodyHash([promptId, feedback, digest]),
    });
    if (outcome.kind === 'invalid') {
      const reason = `Its answer does not fit: ${outcome.errors[0]?.message}`;
      await passedOver(transaction, { ruleId, version: rule.version, promptId, digest, reason });
    }
    if (outcome.kind === 'not-entitled') {
      const reason = outcome.why.text;
      await passedOver(transaction, { ruleId, version: rule.version, promptId, digest, reason });
    }
    // The key may belong to an earlier answer that was taken back.
    if (outcome.kind !== 'recorded' || outcome.decision.id !== decisionId) return null;
    await countAnswer(transaction, ruleId);
    await transaction.audit({
      operator: `rule:${ruleId}`,
      action: 'rule:answer',
      threadId: prompt.taskId,
      detail: { id: ruleId, version: rule.version, name: rule.name, promptId, decisionId },
    });
    return outcome.decision;
  },
  { waits: true },
);

export interface PassOverInput {
  ruleId: string;
  version: number;
  promptId: string;
  digest: string;
  reason: string;
}

/** Counts and audits, once per question, that a rule matched a prompt but its answer did not fit. */
export const passOver = operation<PassOverInput, null>(
  'passOver',
  async (transaction, input) => {
    await passedOver(transaction, input);
    return null;
  },
  { waits: true },
);

async function passedOver(transaction: Transaction, input: PassOverInput): Promise<void> {
  const { ruleId, version, promptId, digest, reason } = input;
  const rule = await readRule(transaction, ruleId);
  const prompt = await readPrompt(transaction, promptId);
  if (rule === null || prompt === null) return;
  const once = {
    scope: `rule-passed-over:${ruleId}`,
    key: `${version}:${promptId}:${digest}`,
    bodyHash: '',
  };
  if ((await readKey(transaction, once)).kind !== 'new') return;
  await keepKey(transaction, once, '');
  await countPassedOver(transaction, ruleId);
  await transaction.audit({
    operator: `rule:${ruleId}`,
    action: 'rule:passed-over',
    threadId: prompt.taskId,
    detail: { id: ruleId, version, promptId, reason },
  });
}
