/** Whether two JSON values are equal; the order of members does not matter (RFC 6902 section 4.6). */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return false;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((value, index) => jsonEqual(value, right[index]));
  }
  const mine = new Map(Object.entries(left));
  const theirs = new Map(Object.entries(right));
  if (mine.size !== theirs.size) return false;
  for (const [key, value] of mine) {
    if (!theirs.has(key) || !jsonEqual(value, theirs.get(key))) return false;
  }
  return true;
}
