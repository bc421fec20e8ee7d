import { type Fault, faultAt } from '@countersign/json/fault';
import { isPointer, tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpFeedback, UpMessage } from './message.ts';
import { say } from './statements.ts';

type Annotation = NonNullable<
  Extract<UpFeedback, { type: 'comment' }>['content']['annotations']
>[number];

/**
 * The text that an annotation with a range is about: the string at its `pointer` in the payload, or without one
 * the explanation. Null = there is no such text.
 */
export function annotatedText(message: UpMessage, { pointer }: { pointer?: string | undefined }) {
  const text =
    pointer === undefined ? message.explanation : valueAt(message.payload, tokensOf(pointer));
  return typeof text === 'string' ? text : null;
}

/** The faults of annotations, as JSON Pointers into the feedback. A range counts UTF-16 units and lies within its text. */
export function checkAnnotations(message: UpMessage, annotations: readonly Annotation[]): Fault[] {
  return annotations.flatMap((annotation, index) => {
    const path = `/content/annotations/${index}`;
    const faults: Fault[] = [];
    const { pointer, text } = annotation;
    if (text.trim() === '') faults.push(faultAt(`${path}/text`, say('answer.empty-text')));
    if (pointer !== undefined && !isPointer(pointer)) {
      faults.push(faultAt(`${path}/pointer`, say('answer.not-a-pointer')));
      return faults;
    }
    const fault = rangeFault(message, annotation);
    if (fault !== null) faults.push(faultAt(`${path}/range`, fault));
    return faults;
  });
}

function rangeFault(message: UpMessage, annotation: Annotation): WrittenStatement | null {
  const { range } = annotation;
  if (range === undefined) return null;
  const { start, end } = range;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0) {
    return say('answer.range-numbers');
  }
  if (start > end) return say('answer.range-backwards');
  const text = annotatedText(message, annotation);
  if (text === null) return say('answer.range-no-text');
  return end > text.length ? say('answer.range-too-long') : null;
}
