import { BinaryFault } from './binary-fault.ts';
import { decodeUtf8 } from './utf8.ts';

/** Reads a piece of a frame from its beginning; nothing is read beyond its end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Advances, and returns where the taken bytes begin. @throws BinaryFault if the frame ends before */
  #take(count: number): number {
    const start = this.#at;
    if (count > this.#end - start) throw new BinaryFault('it ends in the middle of a value');
    this.#at = start + count;
    return start;
  }

  uint8(): number {
    if (this.#at >= this.#end) throw new BinaryFault('it ends in the middle of a value');
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }
  uint16(): number {
    return this.#view.getUint16(this.#take(2));
  }
  uint32(): number {
    return this.#view.getUint32(this.#take(4));
  }
  uint64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }
  int8(): number {
    return this.#view.getInt8(this.#take(1));
  }
  int16(): number {
    return this.#view.getInt16(this.#take(2));
  }
  int32(): number {
    return this.#view.getInt32(this.#take(4));
  }
  int64(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }
  float32(): number {
    return this.#view.getFloat32(this.#take(4));
  }
  float64(littleEndian = false): number {
    return this.#view.getFloat64(this.#take(8), littleEndian);
  }

  /** The next byte, which stays; 0 at the end. */
  peek(): number {
    return this.isAtEnd ? 0 : (this.#bytes[this.#at] ?? 0);
  }

  skip(count: number): void {
    this.#take(count);
  }

  text(length: number): string {
    const start = this.#take(length);
    return decodeUtf8(this.#bytes, start, start + length);
  }

  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Calls `read`, limited to the next bytes. */
  within<Value>(length: number, read: () => Value): Value {
    const [start, outer] = [this.#take(length), this.#end];
    const end = start + length;
    this.#at = start;
    this.#end = end;
    const value = read();
    this.#at = end;
    this.#end = outer;
    return value;
  }

  /** A variable-length number of Protocol Buffers. Small ones, which are nearly all, need no BigInt. */
  varint(): bigint | number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 7; count += 1) {
      const byte = this.uint8();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    let big = BigInt(value);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.uint8();
      big |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, big);
    }
    throw new BinaryFault('a number has more than ten bytes');
  }

  /** A length or a tag. */
  size(): number {
    const value = this.varint();
    if (value > 0xffff_ffff) throw new BinaryFault('it ends in the middle of a value');
    return Number(value);
  }
}
