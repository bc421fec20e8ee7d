import { z } from 'zod';
import { withIdentities } from '../cell.ts';
import { createIncident, type Incident } from '../incident.ts';

/** What the radio agents send each other instead of 216 cells: the same seed results in the same network everywhere. */
export const incidentRefSchema = z.object({
  seed: z.number().int(),
  cell: z.string(),
  refuses: z.boolean(),
  /** Identities that were changed since. */
  changed: z.array(z.object({ cell: z.string(), pci: z.number().int() })),
});
export type IncidentRef = z.infer<typeof incidentRefSchema>;

/** The current network. */
export function readIncident(ref: IncidentRef): Incident {
  const incident = createIncident(ref.seed, ref.cell, { refuses: ref.refuses });
  const changed = new Map(ref.changed.map(({ cell, pci }) => [cell, pci]));
  return { ...incident, now: withIdentities(incident.now, changed) };
}

export const constraintsRefSchema = z.object({
  reuseKm: z.number(),
  mod3: z.enum(['strict', 'prefer']),
  maxChanges: z.number().int(),
  keep: z.array(z.string()),
  prefer: z.array(z.string()),
  minWeight: z.number(),
});
export type ConstraintsRef = z.infer<typeof constraintsRefSchema>;
