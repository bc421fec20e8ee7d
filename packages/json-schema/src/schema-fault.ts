/** One broken rule of a schema, as data: the text for it is written where it is shown. */
export interface SchemaFault {
  /** The keys from the whole value to the part the fault is about; a missing member is named as if it were there. */
  path: readonly string[];
  keyword: string;
  /** What the keyword asks for, as the schema spells it. */
  wanted: unknown;
  /** The actual value; its kind depends on the keyword (a length, a count, a value). */
  found: unknown;
  /** Of a pattern: what the schema says of the part in words. */
  said?: { title?: unknown; description?: unknown; example?: unknown };
  /** Of a union that fits nowhere: the faults of each branch. Of a name that is refused: those of the name. */
  branches?: readonly (readonly SchemaFault[])[];
}

/** Why a part of a schema was not judged; what is not judged counts as right. */
export type Unchecked = 'not-a-schema' | 'too-much' | 'too-deep' | 'reference' | 'pattern';
