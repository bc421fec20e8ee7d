import type { LineageNode } from '@countersign/thread/lineage';

export type NodeTone = 'plain' | 'need' | 'offer' | 'run' | 'fail';

const atWork: ReadonlySet<string> = new Set(['writing', 'open', 'called', 'arguments']);

/** The hue of a node where it is too small for text: amber is only for a blocking question. */
export function nodeTone({ kind, state, followup }: LineageNode): NodeTone {
  if (kind === 'prompt') {
    if (state !== 'open') return 'plain';
    return followup === true ? 'offer' : 'need';
  }
  if (state === 'failed' || state === 'undeliverable') return 'fail';
  return atWork.has(state ?? '') ? 'run' : 'plain';
}
