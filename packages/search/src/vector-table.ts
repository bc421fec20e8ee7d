/** Vectors of one model by id, in memory: a byte a place, so that a hundred thousand of 1,024 places take 100 MB. */
export interface VectorTable {
  readonly size: number;
  /** Adds a vector, or replaces it; one of another length is refused with a RangeError. */
  put(id: string, vector: ArrayLike<number>): void;
  remove(id: string): void;
  has(id: string): boolean;
  /** The ids nearest to a vector, best first, with the cosine from 0 to 1 (its error is below 0.01). Compares with every row. */
  nearest(vector: ArrayLike<number>, most: number): Map<string, number>;
}

const firstRows = 64;

export function createVectorTable(dimensions: number): VectorTable {
  const rows = new Map<string, number>();
  const ids: string[] = [];
  let bytes = new Int8Array(firstRows * dimensions);
  let lengths = new Float32Array(firstRows);

  const grow = () => {
    if (ids.length < lengths.length) return;
    const more = new Int8Array(bytes.length * 2);
    more.set(bytes);
    bytes = more;
    const moreLengths = new Float32Array(lengths.length * 2);
    moreLengths.set(lengths);
    lengths = moreLengths;
  };

  return {
    get size() {
      return ids.length;
    },
    has: (id) => rows.has(id),
    put(id, vector) {
      if (vector.length !== dimensions) {
        throw new RangeError(`a vector of ${vector.length} places among those of ${dimensions}`);
      }
      grow();
      const row = rows.get(id) ?? ids.length;
      if (row === ids.length) ids.push(id);
      rows.set(id, row);
      lengths[row] = write(vector, bytes, row * dimensions);
    },
    remove(id) {
      const row = rows.get(id);
      const last = ids.pop();
      if (row === undefined || last === undefined) {
        if (last !== undefined) ids.push(last);
        return;
      }
      rows.delete(id);
      if (last === id) return;
      // The last row takes the free place.
      bytes.copyWithin(row * dimensions, ids.length * dimensions, (ids.length + 1) * dimensions);
      lengths[row] = lengths[ids.length] ?? 0;
      ids[row] = last;
      rows.set(last, row);
    },
    nearest(vector, most) {
      if (vector.length !== dimensions || most <= 0) return new Map();
      const wanted = new Int8Array(dimensions);
      const length = write(vector, wanted, 0);
      const best: { id: string; similarity: number }[] = [];
      let lowest = 0;
      for (let row = 0; row < ids.length; row += 1) {
        const scale = length * (lengths[row] ?? 0);
        const similarity = scale === 0 ? 0 : product(wanted, bytes, row * dimensions) / scale;
        if (similarity <= lowest) continue;
        best.push({ id: ids[row] ?? '', similarity });
        // Sorted now and then: once for each row would cost more than the comparison.
        if (best.length < most * 2) continue;
        best.sort((a, b) => b.similarity - a.similarity);
        best.length = most;
        lowest = best.at(-1)?.similarity ?? 0;
      }
      best.sort((a, b) => b.similarity - a.similarity);
      return new Map(best.slice(0, most).map(({ id, similarity }) => [id, similarity]));
    },
  };
}

/** Writes a vector in bytes, its largest place as 127: only directions are compared. Returns the length of what was written. */
function write(vector: ArrayLike<number>, bytes: Int8Array, start: number): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] ?? 0;
    // A model may send a value that is not a number; such a place is ignored.
    if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  }
  let square = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] ?? 0;
    const byte = largest === 0 || !Number.isFinite(value) ? 0 : Math.round((value / largest) * 127);
    bytes[start + at] = byte;
    square += byte * byte;
  }
  return Math.sqrt(square);
}

function product(one: Int8Array, rows: Int8Array, start: number): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (rows[start + at] ?? 0);
  return sum;
}
