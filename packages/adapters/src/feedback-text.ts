import type { UpFeedback } from '@countersign/upformat/message';

/** The reason or text of an answer, with its annotations; null = none. */
export function textOfFeedback(feedback: UpFeedback): string | null {
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return feedback.content?.reason?.trim() || null;
    case 'comment':
    case 'instruction': {
      const { text, annotations = [] } = feedback.content;
      const notes = annotations.map(({ pointer, text: note }) =>
        pointer === undefined ? note : `${pointer}: ${note}`,
      );
      return [text, ...notes].join('\n');
    }
    case 'edit':
      return feedback.content.text ?? null;
    case 'rank':
      return feedback.content.order.join(', ');
  }
}

/** The edited proposal; undefined if it is not an edit of a value. */
export function editedValue(feedback: UpFeedback): unknown {
  return feedback.type === 'edit' ? feedback.content.value : undefined;
}
