import type { HaiEvent } from './event.ts';

/** One thing wrong with a frame: `path` is a JSON Pointer into the frame (`''` for the whole of it). */
export interface Issue {
  path: string;
  message: string;
}

/** What one frame gave: no events and some issues = rejected; both = accepted with remarks. */
export interface Decoded {
  events: HaiEvent[];
  issues: Issue[];
}

/** Turns frames of one stream into HAI events; stateful per run, never throws. */
export interface Decoder {
  /** `data` is the text of one SSE frame. */
  decode(data: string): Decoded;
  /** `json` is a tree as `JSON.parse` returns it; it may be edited in place. */
  decodeValue(json: unknown): Decoded;
}
