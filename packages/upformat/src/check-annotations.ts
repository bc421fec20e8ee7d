import type { Fault } from '@countersign/json/fault';
import { isPointer, tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { UpFeedback, UpMessage } from './message.ts';

type Annotation = NonNullable<
  Extract<UpFeedback, { type: 'comment' }>['content']['annotations']
>[number];

/**
 * The words an annotation with a range is about: those of the string at its `pointer` in the payload, without one those of
 * the explanation. Null = there is no such text.
 */
export function annotatedText(message: UpMessage, { pointer }: { pointer?: string | undefined }) {
  const text =
    pointer === undefined ? message.explanation : valueAt(message.payload, tokensOf(pointer));
  return typeof text === 'string' ? text : null;
}

/** What is wrong with notes at places, as JSON Pointers into the feedback. A range counts UTF-16 units and lies within its text. */
export function checkAnnotations(message: UpMessage, annotations: readonly Annotation[]): Fault[] {
  return annotations.flatMap((annotation, index) => {
    const path = `/content/annotations/${index}`;
    const faults: Fault[] = [];
    const { pointer, text } = annotation;
    if (text.trim() === '') faults.push({ path: `${path}/text`, message: 'This text is empty.' });
    if (pointer !== undefined && !isPointer(pointer)) {
      faults.push({ path: `${path}/pointer`, message: 'This is not a JSON Pointer.' });
      return faults;
    }
    const fault = rangeFault(message, annotation);
    if (fault !== null) faults.push({ path: `${path}/range`, message: fault });
    return faults;
  });
}

function rangeFault(message: UpMessage, annotation: Annotation): string | null {
  const { range } = annotation;
  if (range === undefined) return null;
  const { start, end } = range;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0) {
    return 'A range counts characters, from 0.';
  }
  if (start > end) return 'This range ends before it starts.';
  const text = annotatedText(message, annotation);
  if (text === null) return 'There is no text for this range.';
  return end > text.length ? 'This range ends after its text.' : null;
}
