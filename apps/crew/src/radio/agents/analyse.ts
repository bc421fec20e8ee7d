import type { Cell } from '../cell.ts';
import { type Conflict, findConflicts } from '../conflicts.ts';
import type { Incident } from '../incident.ts';
import { type Kpi, kpisOf } from '../kpis.ts';

/** A possible cause of the drop, with the evidence for and against it. Score 0 to 1. */
export interface Hypothesis {
  kind: 'identity-conflict' | 'load' | 'tilt' | 'weak-signal';
  name: string;
  score: number;
  evidence: string[];
}

export interface Analysis {
  cell: string;
  before: Kpi;
  now: Kpi;
  conflicts: Conflict[];
  hypotheses: Hypothesis[];
  /** The site whose change caused it, if one was found. */
  site: string | null;
  /** Cells that lose rate, the worst first. */
  affected: { cell: string; before: number; now: number }[];
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Weighs the evidence of the figures, the neighbour relations and the change log. */
export function analyse(incident: Incident): Analysis {
  const { cell: id, before: was, now: is } = incident;
  const [before, now] = [kpisOf(was), kpisOf(is)];
  const [kpiBefore, kpiNow, cell] = [before.get(id), now.get(id), is.byId.get(id)];
  if (kpiBefore === undefined || kpiNow === undefined || cell === undefined) {
    throw new Error(`${id} is no cell of the network`);
  }
  const conflicts = findConflicts(is);
  const near = conflicts.filter(({ cells, at }) => at === id || cells.includes(id));
  const drop = 1 - kpiNow.downlinkMbps / kpiBefore.downlinkMbps;
  const site = suspectOf(incident, near);
  const affected = [...now.values()]
    .map((kpi) => ({
      cell: kpi.cell,
      before: before.get(kpi.cell)?.downlinkMbps ?? 0,
      now: kpi.downlinkMbps,
    }))
    .filter((row) => row.now < row.before * 0.97)
    .toSorted((left, right) => right.before - right.now - (left.before - left.now));
  return {
    cell: id,
    before: kpiBefore,
    now: kpiNow,
    conflicts,
    site,
    affected,
    hypotheses: weigh({ cell, kpiBefore, kpiNow, near, drop, site, incident }).toSorted(
      (left, right) => right.score - left.score,
    ),
  };
}

/** The site in the log that was changed at most two days ago and takes part in the conflicts around the cell. */
function suspectOf({ changes, now }: Incident, near: readonly Conflict[]): string | null {
  const involved = new Set(
    near.flatMap(({ cells }) => cells.map((id) => now.byId.get(id)?.site ?? '')),
  );
  return changes.find(({ site, hoursAgo }) => hoursAgo <= 48 && involved.has(site))?.site ?? null;
}

interface Facts {
  cell: Cell;
  kpiBefore: Kpi;
  kpiNow: Kpi;
  near: readonly Conflict[];
  drop: number;
  site: string | null;
  incident: Incident;
}

function weigh({ cell, kpiBefore, kpiNow, near, drop, site, incident }: Facts): Hypothesis[] {
  const collisions = near.filter(({ kind }) => kind === 'collision');
  const confusions = near.filter(({ kind }) => kind === 'confusion');
  const wasCell = incident.before.byId.get(cell.id);
  const tilt = incident.changes.find(({ what }) => /tilt/i.test(what));
  const tiltNear =
    tilt !== undefined &&
    (incident.now.relations.get(cell.id) ?? []).some(
      ({ to }) => incident.now.byId.get(to)?.site === tilt.site,
    );
  const lostDb = kpiBefore.sinrDb - kpiNow.sinrDb;
  return [
    {
      kind: 'identity-conflict',
      name: 'PCI collision or confusion',
      score: Math.min(
        0.97,
        (collisions.length > 0 ? 0.6 : 0) +
          (confusions.length > 0 ? 0.12 : 0) +
          (site === null ? 0 : 0.2) +
          (lostDb > 2 ? 0.05 : 0),
      ),
      evidence: [
        ...collisions.map(
          ({ cells, pci, weight }) =>
            `${cells.join(' and ')} both have PCI ${pci} and meet in ${percent(weight)} of the area.`,
        ),
        confusions.length > 0
          ? `${confusions.length} pairs of neighbours cannot be told apart; handovers succeed in ${percent(kpiNow.handoverSuccess)}.`
          : 'No two neighbours are mistaken for each other.',
        site === null
          ? 'No recent change takes part in it.'
          : `${site} was changed ${incident.changes[0]?.hoursAgo ?? 0} hours ago: ${incident.changes[0]?.what ?? ''}.`,
      ],
    },
    {
      kind: 'load',
      name: 'More load',
      score: wasCell !== undefined && cell.load - wasCell.load > 0.15 ? 0.6 : 0.05,
      evidence: [
        `Load is ${percent(cell.load)}, as it was; a drop of ${percent(drop)} is not explained by it.`,
      ],
    },
    {
      kind: 'tilt',
      name: 'Tilt of a neighbour',
      score: tiltNear ? 0.3 : 0.04,
      evidence: [
        tilt === undefined
          ? 'No tilt was changed.'
          : `${tilt.site} was tilted ${tilt.hoursAgo} hours ago; it is ${tiltNear ? '' : 'not '}among the neighbours.`,
      ],
    },
    {
      kind: 'weak-signal',
      name: 'Weaker own signal',
      score: 0.03,
      evidence: [
        'The level of the cell itself is as before; what fell is the ratio to its disturbers.',
      ],
    },
  ];
}
