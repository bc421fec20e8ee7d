import { isObject } from '@countersign/json/json-object';
import { stringOr } from '@countersign/json/or-else';
import type { MessageItem, OpenFold, Part } from './thread.ts';

/** The content of a `fold` output; null for any other part. */
export function foldMarkerOf(part: Part): (OpenFold & { end: boolean }) | null {
  if (part.kind !== 'output' || part.output.type !== 'fold') return null;
  const data = isObject(part.output['data']) ? part.output['data'] : part.output;
  return {
    end: data['position'] === 'end',
    title: stringOr(data['title'], ''),
    folded: data['fold'] === true,
  };
}

/** Nested sections; deeper ones are not distinguished. */
export const maxFoldDepth = 20;

/** The sections that are open where a message stops, outermost first: its next part continues within them. */
export function openFolds({ continues = [], parts }: MessageItem): readonly OpenFold[] {
  const folds = continues.slice();
  for (const part of parts) {
    const marker = foldMarkerOf(part);
    if (marker === null) continue;
    if (marker.end) folds.pop();
    else if (folds.length < maxFoldDepth)
      folds.push({ title: marker.title, folded: marker.folded });
  }
  return folds;
}
