import { utf8Length, writeUtf8 } from './utf8.ts';

/** Bytes that grow. */
export class ByteWriter {
  #bytes = new Uint8Array(64);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  #room(count: number): number {
    const start = this.#at;
    this.#at = start + count;
    if (this.#at > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#at, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }

  uint8(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }
  uint16(value: number): void {
    const at = this.#room(2);
    this.#view.setUint16(at, value);
  }
  uint32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value);
  }
  int32(value: number): void {
    const at = this.#room(4);
    this.#view.setInt32(at, value);
  }
  int64(value: bigint): void {
    const at = this.#room(8);
    this.#view.setBigInt64(at, value);
  }
  float64(value: number, littleEndian = false): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, littleEndian);
  }
  /** A variable-length number of Protocol Buffers; not negative, at most 2^53. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.uint8((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.uint8(rest);
  }
  /** A text behind its length in bytes, which `writeLength` writes. */
  text(text: string, writeLength: (bytes: number) => void): void {
    const length = utf8Length(text);
    writeLength(length);
    const at = this.#room(length);
    writeUtf8(text, this.#bytes, at);
  }
  append(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }
  /** Overwrites four bytes that were written. */
  uint32At(at: number, value: number): void {
    this.#view.setUint32(at, value);
  }
  /** What was written, as a copy. */
  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }
}
