import type { AnsweredBy, PromptOrigin } from '@countersign/api/origin';

/** How a prompt came, as its table holds it. */
export interface OriginColumns {
  /** `protocol/kind`. */
  origin: string;
  answered_by: AnsweredBy;
  origin_label: string | null;
}

/** The origin that stands in the columns of a prompt. No id of a protocol has a slash. */
export function originOf({ origin, answered_by, origin_label }: OriginColumns): PromptOrigin {
  const at = origin.indexOf('/');
  return {
    protocol: origin.slice(0, at),
    kind: origin.slice(at + 1),
    answeredBy: answered_by,
    ...(origin_label === null ? {} : { label: origin_label }),
  };
}
