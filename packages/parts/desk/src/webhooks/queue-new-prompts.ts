import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { askedPrompts } from '../decisions/questions/asked-prompts.ts';
import { hasWebhooks } from '../rows/webhooks.ts';
import { queueCalls } from './call-operations.ts';

const rulesPatienceMs = 2_000;

/** Creates calls for new questions, after the rules were tried on them. */
export function queueNewPrompts(options: {
  journal: Journal;
  clock: Clock;
  /** Resolves when the rules have been tried: there are no calls for what a rule has answered. */
  rulesIdle: () => Promise<void>;
  /** There are calls to be sent. */
  wake: () => void;
  report: Report;
}) {
  const { journal, clock, rulesIdle, wake, report } = options;
  let asked: string[] = [];
  let working: Promise<void> | null = null;
  let closed = false;

  /** Not forever: blocked rules must not prevent calls. */
  const rulesAsked = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.schedule(resolve, rulesPatienceMs);
      void rulesIdle().then(() => {
        cancel();
        resolve();
      });
    });
  const put = async () => {
    await rulesAsked();
    const promptIds = asked;
    asked = [];
    if (closed) return;
    try {
      const read = () => hasWebhooks(journal.read);
      if (!(await journal.read.pastDamage('webhooks', read, false))) return;
      await journal.commit(queueCalls, { promptIds });
    } catch (error) {
      report('Calls of webhooks were not created; that is done at the next start.', error);
    }
    wake();
  };
  const again = async () => {
    while (asked.length > 0 && !closed) await put();
  };
  const undo = journal.onCommit((rows) => {
    asked.push(...askedPrompts(rows));
    if (asked.length === 0 || working !== null || closed) return;
    working = again().finally(() => {
      working = null;
    });
  });
  return {
    /** Resolves when no question waits for its calls to be created. */
    async idle(): Promise<void> {
      while (working !== null) await working;
    },
    async close(): Promise<void> {
      closed = true;
      undo();
      await working;
    },
  };
}
