import { type Agent, createAgent } from '@countersign/agent/agent';
import type { RunContext } from '@countersign/agent/run-context';
import type { RecalledMemory } from '@countersign/hai/recalled';
import { createTokenWriter } from '../../token-writer.ts';
import { type RadioText, radioTextFor } from '../../words/radio-text.ts';
import { type Analysis, analyse } from './analyse.ts';
import { incidentRefSchema, readIncident } from './handover.ts';
import { neighbourGraph } from './neighbour-graph.ts';
import { changeRadio } from './radio-state.ts';
import { seenBefore } from './seen-before.ts';

/** The Root Cause agent: reads figures, relations and the change log, and reports the cause. */
export function createRootCause({ tokenDelayMs }: { tokenDelayMs: number }): Agent {
  return createAgent({
    id: 'root-cause',
    name: 'Root Cause',
    description:
      'Finds out why a cell got slower, from figures, neighbours and the log of changes.',
    run: (context) => investigate(context, tokenDelayMs),
  });
}

async function investigate(context: RunContext, tokenDelayMs: number): Promise<unknown> {
  const speech = createTokenWriter(context, tokenDelayMs);
  const incident = readIncident(
    incidentRefSchema.parse(context.input.forwardedProps?.['incident']),
  );
  const { cell } = incident;
  const words = radioTextFor(context.language);
  const analysis = await context.step(words.measure, async () => {
    const found = analyse(incident, words);
    await context.tool('read_kpis', { cell, days: 7 }, () => ({
      before: found.before,
      now: found.now,
    }));
    await context.tool('read_neighbours', { cell }, () =>
      (incident.now.relations.get(cell) ?? []).map(({ to, overlap, distanceKm }) => ({
        cell: to,
        pci: incident.now.byId.get(to)?.pci ?? null,
        overlap: Number(overlap.toFixed(2)),
        km: Number(distanceKm.toFixed(2)),
      })),
    );
    await context.tool('read_changes', { hours: 72 }, () =>
      incident.changes.map((change) => ({ ...change, what: words.changes[change.what] })),
    );
    return withExperience(found, context.recalled, words);
  });
  await context.step(words.weigh, () => explain(context, { analysis, speech, incident, words }));
  const [best] = analysis.hypotheses;
  await changeRadio(context, (state) => {
    state.incident = {
      cell,
      before: analysis.before.downlinkMbps,
      now: analysis.now.downlinkMbps,
      unit: words.perUser,
    };
    state.cause = {
      kind: best?.name ?? words.unknownCause,
      confidence: best?.score ?? 0,
      site: analysis.site,
    };
  });
  await context.upformat({
    state: 'completed',
    explanation: words.explains(best?.name ?? words.nothing, cell),
    payload: {
      cell,
      cause: best?.kind,
      site: analysis.site,
      conflicts: analysis.conflicts,
      affected: analysis.affected.slice(0, 20),
      before: analysis.before,
      now: analysis.now,
    },
    upThought: {
      confidence: best?.score ?? 0,
      canProceed: (best?.score ?? 0) >= 0.5,
      reasoning: best?.evidence ?? [],
      alternatives: analysis.hypotheses.slice(1).map(({ kind, name, score, evidence }) => ({
        id: kind,
        label: name,
        confidence: score,
        description: evidence.join(' '),
      })),
    },
  });
  return { cause: best?.kind };
}

async function explain(
  context: RunContext,
  work: {
    analysis: Analysis;
    speech: ReturnType<typeof createTokenWriter>;
    incident: ReturnType<typeof readIncident>;
    words: RadioText;
  },
): Promise<void> {
  const { analysis, speech, incident, words } = work;
  const [best] = analysis.hypotheses;
  const writer = await context.message();
  for (const { name, score, evidence } of analysis.hypotheses) {
    await speech.think(writer, `${name}: ${score.toFixed(2)}. ${evidence[0] ?? ''} `);
  }
  const { before, now } = analysis;
  await speech.write(
    writer,
    words.fell(
      analysis.cell,
      [before.downlinkMbps, now.downlinkMbps],
      [before.sinrDb, now.sinrDb],
    ) + words.explainsBest(best?.name ?? words.nothing),
  );
  await writer.output({
    type: 'table',
    title: words.couldExplain,
    columns: words.columns,
    rows: analysis.hypotheses.map(({ name, score, evidence }) => [
      name,
      Number(score.toFixed(2)),
      evidence.join(' '),
    ]),
  });
  await writer.output(neighbourGraph(incident.now, analysis, words.cellsAround(analysis.cell)));
  await writer.end();
}

/** The analysis with what was seen before as evidence: an event with the same cause, and who approved using it again. */
function withExperience(
  analysis: Analysis,
  recalled: readonly RecalledMemory[],
  words: RadioText,
): Analysis {
  const hypotheses = analysis.hypotheses.map((hypothesis) => {
    const seen = seenBefore(recalled, hypothesis.kind);
    if (seen === undefined) return hypothesis;
    return { ...hypothesis, evidence: [...hypothesis.evidence, words.seenBefore(seen)] };
  });
  return { ...analysis, hypotheses };
}
