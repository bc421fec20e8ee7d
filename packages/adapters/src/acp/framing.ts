import { memberOf } from '@countersign/json/json-object';
import { framingBy } from '../a2a/framing.ts';
import { textOf } from '../a2a/values.ts';
import type { Framing, FramingOptions } from '../protocol/wire.ts';

const prefix = 'run:';

/** Splits what an agent sends: server-sent events, or a run in their place. Every frame has the id of its run. */
export const acpFraming = (options: FramingOptions): Framing => framingBy(idIn, options);

/** The run in the id of a frame; null = none. */
export const runIdOf = (frameId: string | null | undefined): string | null =>
  frameId?.startsWith(prefix) ? frameId.slice(prefix.length) : null;

function idIn(data: string): string | null {
  try {
    const frame: unknown = JSON.parse(data);
    const runId = textOf(memberOf(frame, 'run') ?? frame, 'run_id', 1_000);
    return runId === null ? null : `${prefix}${runId}`;
  } catch {
    // What is wrong with it is reported by the decoder.
    return null;
  }
}
