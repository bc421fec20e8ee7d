/** One broken rule of a schema, as data: its text is written where it is displayed. */
export interface SchemaFault {
  /** The keys from the whole value to the part the fault is about; a missing member is included. */
  path: readonly string[];
  keyword: string;
  /** The value of the keyword in the schema. */
  wanted: unknown;
  /** The actual value; its kind depends on the keyword (a length, a count, a value). */
  found: unknown;
  /** For a pattern: the title or description of the part. */
  said?: { title?: unknown; description?: unknown; example?: unknown };
  /** For a union without a matching branch: the faults of each branch. For an invalid name: its faults. */
  branches?: readonly (readonly SchemaFault[])[];
}

/** Why a part of a schema was not checked; what is not checked counts as valid. */
export type Unchecked = 'not-a-schema' | 'too-much' | 'too-deep' | 'reference' | 'pattern';
