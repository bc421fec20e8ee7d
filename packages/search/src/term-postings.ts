/** Which entries have a term, in ascending order, and in which fields (a bit each). */
export interface Posting {
  entries: number[];
  fields: number[];
}

/** The terms of an index. Entries are small numbers. */
export interface TermPostings {
  get(term: string): Posting | undefined;
  add(term: string, entry: number, fields: number): void;
  remove(term: string, entry: number): void;
  /** The fields in which an entry has a term; 0 = it has not. */
  fieldsOf(term: string, entry: number): number;
  /** Longer terms that begin with one. */
  beginning(term: string): string[];
  /** Other terms within so many edits that begin with the same character. */
  near(term: string, edits: number): string[];
}

export function createTermPostings(): TermPostings {
  const postings = new Map<string, Posting>();
  const byFirst = new Map<string, Set<string>>();
  const firstOf = (term: string): string => term.charAt(0);

  return {
    get: (term) => postings.get(term),
    add(term, entry, fields) {
      const posting = postings.get(term);
      if (posting === undefined) {
        postings.set(term, { entries: [entry], fields: [fields] });
        byFirst.set(firstOf(term), (byFirst.get(firstOf(term)) ?? new Set()).add(term));
        return;
      }
      const last = posting.entries.at(-1) ?? -1;
      const at = last < entry ? posting.entries.length : placeOf(posting.entries, entry);
      if (at === posting.entries.length) {
        posting.entries.push(entry);
        posting.fields.push(fields);
      } else {
        posting.entries.splice(at, 0, entry);
        posting.fields.splice(at, 0, fields);
      }
    },
    remove(term, entry) {
      const posting = postings.get(term);
      if (posting === undefined) return;
      const at = placeOf(posting.entries, entry);
      if (posting.entries[at] !== entry) return;
      posting.entries.splice(at, 1);
      posting.fields.splice(at, 1);
      if (posting.entries.length > 0) return;
      postings.delete(term);
      byFirst.get(firstOf(term))?.delete(term);
    },
    fieldsOf(term, entry) {
      const posting = postings.get(term);
      if (posting === undefined) return 0;
      const at = placeOf(posting.entries, entry);
      return posting.entries[at] === entry ? (posting.fields[at] ?? 0) : 0;
    },
    beginning: (term) =>
      [...(byFirst.get(firstOf(term)) ?? [])].filter(
        (other) => other.length > term.length && other.startsWith(term),
      ),
    near: (term, edits) =>
      [...(byFirst.get(firstOf(term)) ?? [])].filter(
        (other) =>
          other !== term &&
          Math.abs(other.length - term.length) <= edits &&
          isWithin(term, other, edits),
      ),
  };
}

/** The first place whose entry is not smaller. */
function placeOf(entries: readonly number[], entry: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether one becomes the other by so many insertions, deletions and replacements (Levenshtein). */
function isWithin(one: string, other: string, edits: number): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    let least = at;
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      const value = Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1);
      next.push(value);
      least = Math.min(least, value);
    }
    if (least > edits) return false;
    row = next;
  }
  return (row[other.length] ?? 0) <= edits;
}
