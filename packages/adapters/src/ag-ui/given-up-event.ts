import { isObject } from '@countersign/json/json-object';
import type { UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import type { GivenUp } from '../protocol/continuation.ts';
import { readInterrupt } from './interrupt.ts';
import { answerOf } from './interrupts.ts';
import type { InterruptAnswer } from './resume.ts';
import { abandonedResume, type ResumeEntry } from './resume-entry.ts';

/** How the end of a question of a CUSTOM `on_interrupt` is said to its agent. */
type Said = { kind: 'answer'; answer: InterruptAnswer } | { kind: 'entry'; entry: ResumeEntry };

/**
 * A question that its agent lets people refuse is refused, with the reason: that is a value which the code behind the interrupt expects
 * (`ignore` of Agent Inbox, `reject` of LangChain's middleware, `{approved: false}`). Any other one is cancelled as AG-UI does, if its
 * value has members of AG-UI (a schema or a deadline). Null = every value would be read as an answer.
 */
function saidOf({ id, reason, asked }: GivenUp): Said | null {
  if (asked === undefined) return null;
  const feedback = { type: 'reject' as const, content: { reason } };
  const mayRefuse = upPromptOf(asked).allowed?.includes('reject') === true;
  if (mayRefuse && answerOf(asked, feedback).kind === 'value')
    return { kind: 'answer', answer: { message: asked, feedback } };
  const interrupt = readInterrupt(asked['interrupt']);
  const isOfAgUi = interrupt?.responseSchema !== undefined || interrupt?.expiresAt !== undefined;
  const isNamed = isObject(asked['command']) && typeof asked['command']['graph'] === 'string';
  return isOfAgUi && isNamed ? { kind: 'entry', entry: abandonedResume(id, reason) } : null;
}

/** Whether the agent of a question of a CUSTOM event can be sent that it has ended. */
export const canBeGivenUp = (asked: UpMessage): boolean =>
  saidOf({ id: '', reason: '', asked }) !== null;

/** What is sent in the place of answers. */
export const refusalsOf = (givenUp: readonly GivenUp[]): InterruptAnswer[] =>
  givenUp.flatMap((one) => {
    const said = saidOf(one);
    return said?.kind === 'answer' ? [said.answer] : [];
  });

/** One entry for each interrupt of an outcome, which AG-UI requires, and for those of CUSTOM events that are cancelled like one. */
export const abandonedEntries = (givenUp: readonly GivenUp[]): ResumeEntry[] => {
  const entries = givenUp.flatMap((one) => {
    if (one.asked === undefined) return [abandonedResume(one.id, one.reason)];
    const said = saidOf(one);
    return said?.kind === 'entry' ? [said.entry] : [];
  });
  return [...new Map(entries.map((entry) => [entry.interruptId, entry])).values()];
};
