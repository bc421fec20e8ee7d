import type { Decider, Prompt } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpFeedback } from '@countersign/upformat/message';
import { defaultFeedbackOf } from './default-feedback.ts';
import { mayActAlone } from './delivery-method.ts';
import { say } from './statements.ts';

/** Whether the deadline of an open prompt has passed, even if its timer has not run yet. `now`: epoch ms. */
export const isDue = (prompt: Pick<Prompt, 'state' | 'expiresAt'>, now: number): boolean =>
  prompt.state === 'open' && prompt.expiresAt !== null && prompt.expiresAt <= now;

/** What happens to a prompt at its deadline. */
export type AtDeadline =
  | { kind: 'default'; by: Decider; feedback: UpFeedback }
  /** `isRefused`: the prompt has a default, which its own schema or kinds do not allow. */
  | { kind: 'expired'; isRefused: boolean; reason: WrittenStatement };

/** The deadline of a prompt: its default is sent without an author, or it expires. */
export function atDeadline(prompt: Pick<Prompt, 'message' | 'way'>): AtDeadline {
  const planned = defaultFeedbackOf(prompt.message);
  switch (planned.kind) {
    case 'none':
      return { kind: 'expired', isRefused: false, reason: say('deadline.nobody') };
    case 'refused':
      return {
        ...{ kind: 'expired', isRefused: true },
        reason: say('deadline.default-unfit', { why: planned.reason }),
      };
    case 'allowed':
      return mayActAlone(prompt)
        ? { kind: 'default', by: byDeadline, feedback: planned.feedback }
        : { kind: 'expired', isRefused: false, reason: whyNot(prompt) };
  }
}

const byDeadline: Decider = {
  kind: 'default',
  id: 'countersign:default',
  name: 'Default at deadline',
};

const whyNot = ({ way }: Pick<Prompt, 'way'>): WrittenStatement =>
  say(way?.by === 'none' ? 'deadline.agent-gone' : 'deadline.run-failed');
