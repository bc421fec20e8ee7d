import type { WrittenStatement } from '@countersign/json/statement';
import type { Report } from '../breach.ts';
import { say } from '../statements.ts';

/** How many ids are remembered; beyond it the oldest is forgotten and unknown ids are no longer reported. */
const maxItems = 10_000;

/** Longer ids are not remembered: ten thousand of a megabyte each would use up the memory. */
const maxIdChars = 512;

/** Ids that were started and perhaps ended, in bounded memory. */
interface OpenItems {
  state(id: string): 'unknown' | 'open' | 'ended';
  set(id: string, state: 'open' | 'ended'): void;
  /** Ends everything; returns what was open. */
  close(): string[];
  /** True once something was forgotten: then an unknown id is not reported. */
  readonly forgetful: boolean;
}

function createOpenItems(): OpenItems {
  const items = new Map<string, 'open' | 'ended'>();
  let forgetful = false;
  return {
    state: (id) => items.get(id) ?? 'unknown',
    set(id, state) {
      if (id.length > maxIdChars) {
        forgetful = true;
        return;
      }
      if (!items.has(id) && items.size >= maxItems) {
        const oldest = items.keys().next();
        if (!oldest.done) items.delete(oldest.value);
        forgetful = true;
      }
      items.set(id, state);
    },
    close() {
      const open = [...items].filter(([, state]) => state === 'open').map(([id]) => id);
      for (const id of open) items.set(id, 'ended');
      return open;
    },
    get forgetful() {
      return forgetful;
    },
  };
}

export type ItemKind = 'message' | 'collaboration' | 'tool call' | 'step';

/** Whether an item is known from before the first event, from an earlier run of the thread. */
export type KnownBefore = (id: string) => boolean;

/** Start, content and end of the items of one kind, by id. */
export interface ItemOrder {
  start(id: string, report: Report): void;
  content(id: string, report: Report): void;
  end(id: string, report: Report): void;
  result(id: string, report: Report): void;
  /** It was sent completely, by a snapshot. */
  learn(id: string): void;
  /** The run has ended: reports items that are still open. */
  close(report: Report): void;
}

/** Maximum number of open items reported individually. */
const maxNamed = 20;

const itemCodes = {
  message: 'order.message',
  collaboration: 'order.collaboration',
  'tool call': 'order.tool-call',
  step: 'order.step',
} as const;

const kindCodes = {
  message: 'order.kind-message',
  collaboration: 'order.kind-collaboration',
  'tool call': 'order.kind-tool-call',
  step: 'order.kind-step',
} as const;

/** After a report the item counts as valid, so that a thousand deltas without a start are one violation. */
export function createItemOrder(
  kind: ItemKind,
  isKnownBefore: KnownBefore = () => false,
): ItemOrder {
  const items = createOpenItems();
  const isUnknown = (id: string) =>
    items.state(id) === 'unknown' && !items.forgetful && !isKnownBefore(id);
  const name = (id: string): WrittenStatement =>
    say(itemCodes[kind], { id: JSON.stringify(id.length > 100 ? `${id.slice(0, 100)}…` : id) });

  return {
    start(id, report) {
      if (items.state(id) === 'open') {
        report('started-twice', say('order.started-twice', { item: name(id) }));
      }
      items.set(id, 'open');
    },
    content(id, report) {
      const state = items.state(id);
      if (state === 'open') return;
      if (state === 'ended' && kind === 'tool call') {
        report('tool-args-after-end', say('order.tool-args-after-end', { item: name(id) }));
      } else if (state === 'ended' || isUnknown(id)) {
        report('content-without-start', say('order.content-without-start', { item: name(id) }));
      }
      items.set(id, 'open');
    },
    end(id, report) {
      if (items.state(id) === 'ended' || isUnknown(id)) {
        report('end-without-start', say('order.end-without-start', { item: name(id) }));
      }
      items.set(id, 'ended');
    },
    result(id, report) {
      if (isUnknown(id)) {
        report(
          'tool-result-without-start',
          say('order.tool-result-without-start', { item: name(id) }),
        );
      }
      if (items.state(id) === 'unknown') items.set(id, 'ended');
    },
    learn(id) {
      if (items.state(id) === 'unknown') items.set(id, 'ended');
    },
    close(report) {
      const open = items.close();
      for (const id of open.slice(0, maxNamed)) {
        report('start-without-end', say('order.start-without-end', { item: name(id) }));
      }
      if (open.length > maxNamed) {
        const count = open.length - maxNamed;
        const more = say('order.more-without-end', { count, kind: say(kindCodes[kind]) });
        report('start-without-end', more);
      }
    },
  };
}
