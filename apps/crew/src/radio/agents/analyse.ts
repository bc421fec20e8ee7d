import type { RadioText } from '../../words/radio-text.ts';
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
export function analyse(incident: Incident, words: RadioText): Analysis {
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
    hypotheses: weigh({ cell, kpiBefore, kpiNow, near, drop, site, incident, words }).toSorted(
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
  words: RadioText;
}

function weigh({
  cell,
  kpiBefore,
  kpiNow,
  near,
  drop,
  site,
  incident,
  words,
}: Facts): Hypothesis[] {
  const collisions = near.filter(({ kind }) => kind === 'collision');
  const confusions = near.filter(({ kind }) => kind === 'confusion');
  const wasCell = incident.before.byId.get(cell.id);
  const tilt = incident.changes.find(({ what }) => what === 'tilt');
  const tiltNear =
    tilt !== undefined &&
    (incident.now.relations.get(cell.id) ?? []).some(
      ({ to }) => incident.now.byId.get(to)?.site === tilt.site,
    );
  const last = incident.changes[0];
  const lostDb = kpiBefore.sinrDb - kpiNow.sinrDb;
  return [
    {
      kind: 'identity-conflict',
      name: words.hypotheses['identity-conflict'],
      score: Math.min(
        0.97,
        (collisions.length > 0 ? 0.6 : 0) +
          (confusions.length > 0 ? 0.12 : 0) +
          (site === null ? 0 : 0.2) +
          (lostDb > 2 ? 0.05 : 0),
      ),
      evidence: [
        ...collisions.map(({ cells, pci, weight }) => words.collides(cells, pci, percent(weight))),
        confusions.length > 0
          ? words.confused(confusions.length, percent(kpiNow.handoverSuccess))
          : words.notConfused,
        site === null
          ? words.noChange
          : words.siteChanged(site, last?.hoursAgo ?? 0, words.changes[last?.what ?? 'swap']),
      ],
    },
    {
      kind: 'load',
      name: words.hypotheses.load,
      score: wasCell !== undefined && cell.load - wasCell.load > 0.15 ? 0.6 : 0.05,
      evidence: [words.loadIs(percent(cell.load), percent(drop))],
    },
    {
      kind: 'tilt',
      name: words.hypotheses.tilt,
      score: tiltNear ? 0.3 : 0.04,
      evidence: [
        tilt === undefined ? words.noTilt : words.tilted(tilt.site, tilt.hoursAgo, tiltNear),
      ],
    },
    {
      kind: 'weak-signal',
      name: words.hypotheses['weak-signal'],
      score: 0.03,
      evidence: [words.signalAsBefore],
    },
  ];
}
