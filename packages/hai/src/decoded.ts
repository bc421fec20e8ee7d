import type { Fault } from '@countersign/json/fault';
import type { HaiEvent } from './event.ts';

/** One thing wrong with a frame: `path` is a JSON Pointer into the frame (`''` for the whole of it). */
export type Issue = Fault;

/** The result of one frame. Issues without a refusal are remarks about events that were read leniently. */
export interface Decoded {
  events: HaiEvent[];
  issues: Issue[];
  /** Number of values of the frame that could not be read as events. */
  refused: number;
}

/** Turns frames of one stream into HAI events; stateful per run, never throws. */
export interface Decoder {
  /** `data` is the text of one SSE frame. */
  decode(data: string): Decoded;
  /** `json` is a tree as `JSON.parse` returns it; it may be edited in place. */
  decodeValue(json: unknown): Decoded;
}
