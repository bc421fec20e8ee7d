import type { Decider, Prompt } from '@countersign/api/prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { defaultFeedbackOf } from './default-feedback.ts';
import { mayActAlone } from './delivery-method.ts';

/** Whether the deadline of an open prompt has passed, even if its timer has not run yet. `now`: epoch ms. */
export const isDue = (prompt: Pick<Prompt, 'state' | 'expiresAt'>, now: number): boolean =>
  prompt.state === 'open' && prompt.expiresAt !== null && prompt.expiresAt <= now;

/** What happens to a prompt at its deadline. */
export type AtDeadline =
  | { kind: 'default'; by: Decider; feedback: UpFeedback }
  /** `reason` is a sentence or more. */
  | { kind: 'expired'; reason: string };

/** The deadline of a prompt: its default is sent without an author, or it expires. */
export function atDeadline(prompt: Pick<Prompt, 'message' | 'way'>): AtDeadline {
  const planned = defaultFeedbackOf(prompt.message);
  switch (planned.kind) {
    case 'none':
      return { kind: 'expired', reason: 'Nobody answered in time.' };
    case 'refused':
      return {
        kind: 'expired',
        reason: `Nobody answered in time, and the default was not sent because it does not fit what is asked: ${planned.reason}`,
      };
    case 'allowed':
      return mayActAlone(prompt)
        ? { kind: 'default', by: byDeadline, feedback: planned.feedback }
        : {
            kind: 'expired',
            reason: `Nobody answered in time, and the default was not sent: ${whyNot(prompt)}`,
          };
  }
}

const byDeadline: Decider = {
  kind: 'default',
  id: 'countersign:default',
  name: 'Default at deadline',
};

const whyNot = ({ way }: Pick<Prompt, 'way'>): string =>
  way?.by === 'none' ? 'the agent is not there any more.' : 'the run that asked has failed.';
