/** One broken rule of a schema, told as data: the words for it belong to whoever shows it. */
export interface SchemaFault {
  /** The keys from the whole value to the part the fault is about; a missing member is named as if it were there. */
  path: readonly string[];
  keyword: string;
  /** What the keyword asks for, as the schema spells it. */
  wanted: unknown;
  /** What stands there instead; what it is differs by keyword (a length, a count, a value). */
  found: unknown;
  /** Of a pattern: what the schema says of the part in words. */
  said?: { title?: unknown; description?: unknown; example?: unknown };
  /** Of a union that fits nowhere: the faults of each branch. Of a name that is refused: those of the name. */
  branches?: readonly (readonly SchemaFault[])[];
}

/** Why a part of a schema was not judged; what is not judged counts as right. */
export type Unchecked = 'not-a-schema' | 'too-much' | 'too-deep' | 'reference' | 'pattern';
