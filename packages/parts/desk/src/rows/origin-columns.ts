import type { AnsweredBy, PromptOrigin } from '@countersign/api/origin';

/** The origin of a prompt, as stored. */
export interface OriginColumns {
  /** `protocol/kind`. */
  origin: string;
  answered_by: AnsweredBy;
  origin_label: string | null;
}

/** The origin from the columns of a prompt. No id of a protocol contains a slash. */
export function originOf({ origin, answered_by, origin_label }: OriginColumns): PromptOrigin {
  const at = origin.indexOf('/');
  return {
    protocol: origin.slice(0, at),
    kind: origin.slice(at + 1),
    answeredBy: answered_by,
    ...(origin_label === null ? {} : { label: origin_label }),
  };
}
