import type { WrittenStatement } from '@countersign/json/statement';
import { say } from '../statements.ts';
import { type Approval, checkApproval } from './approval.ts';
import { type Layer, layers, type Memory } from './memory.ts';
import { type Change, type Revision, revise } from './revise.ts';

export type Moved =
  | { ok: true; memory: Memory; revision: Revision | null }
  | { ok: false; reason: WrittenStatement };

const rank = (layer: Layer): number => layers.indexOf(layer);

/**
 * Moves a memory to another layer. Upward one layer at a time, only while it is active, and only with an approval: more agents will be
 * given it. Downward always.
 */
export function moveLayer(
  memory: Memory,
  to: Layer,
  { approval, ...change }: Change & { approval: Approval | null },
): Moved {
  const distance = rank(to) - rank(memory.layer);
  if (distance === 0) return { ok: false, reason: say('memory.same-layer') };
  if (distance > 0) {
    if (memory.status !== 'active') return { ok: false, reason: say('memory.not-active') };
    if (distance > 1) return { ok: false, reason: say('memory.one-layer') };
    const checked = checkApproval(approval, change.at);
    if (!checked.ok) return checked;
  }
  return { ok: true, ...revise(memory, { layer: to }, change) };
}

/** How a memory was used. */
export interface Usage {
  /** Agents that were given it, each once. */
  agents: readonly string[];
  helpful: number;
  wrong: number;
  /** ms since the epoch; null = never. */
  lastUsedAt: number | null;
}

/** When moves are advised. */
export interface LayerAdvicePolicy {
  /** So many agents besides its own make it worth offering to more. */
  agents: number;
  unusedDays: number;
}

const dayMs = 86_400_000;

/** The move that the use of a memory suggests, with the reason; null = it stays. Only advice: moving is `moveLayer`. */
export function adviseLayer(
  memory: Memory,
  usage: Usage,
  { now, policy = { agents: 3, unusedDays: 180 } }: { now: number; policy?: LayerAdvicePolicy },
): { to: Layer; reason: WrittenStatement } | null {
  const lower = layers[rank(memory.layer) - 1];
  const higher = layers[rank(memory.layer) + 1];
  if (lower !== undefined) {
    if (memory.validUntil !== null && memory.validUntil <= now) {
      return { to: lower, reason: say('memory.use-over') };
    }
    if (usage.wrong > usage.helpful) return { to: lower, reason: say('memory.use-wrong') };
    const idleDays = Math.floor((now - (usage.lastUsedAt ?? memory.updatedAt)) / dayMs);
    if (idleDays >= policy.unusedDays) {
      return { to: lower, reason: say('memory.use-never', { days: idleDays }) };
    }
  }
  const others = new Set(usage.agents.filter((agent) => agent !== memory.agent)).size;
  const isUseful = usage.helpful > usage.wrong && others >= policy.agents;
  return higher !== undefined && isUseful && memory.status === 'active'
    ? { to: higher, reason: say('memory.use-many', { count: others }) }
    : null;
}
