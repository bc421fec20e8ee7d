import type { UpMessage } from '@countersign/upformat/message';
import { decisionText as text } from '../../text/decision.ts';
import { fromPointer, getAt } from '../../ui/forms/pointer.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { changesOf } from './build-feedback.ts';

const MAX = 40;
/** Members that change with every revision and say nothing. */
const silent = new Set(['/timestamp', '/revision']);

const print = (value: unknown) => visibleText(JSON.stringify(value) ?? '');

/** Two revisions of an ask: path, what it was, what it is. */
export function ContentDiff({ before, after }: { before: UpMessage; after: UpMessage }) {
  const changes = changesOf(before, after).filter((change) => !silent.has(change.path));
  return (
    <section className="diff" aria-label={text.showChange}>
      {changes.slice(0, MAX).flatMap((change) => {
        const was = getAt(before, fromPointer(change.path));
        const lines = [];
        if (change.op !== 'add') {
          lines.push(
            <div className="rm" key={`-${change.path}`}>
              <span>−</span>
              <span>
                {change.path} {print(was)}
              </span>
            </div>,
          );
        }
        if ('value' in change) {
          lines.push(
            <div className="ad" key={`+${change.path}`}>
              <span>+</span>
              <span>
                {change.path} {print(change.value)}
              </span>
            </div>,
          );
        }
        return lines;
      })}
    </section>
  );
}
