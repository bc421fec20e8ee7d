import { mapA2a } from '../map/a2a.ts';
import type { Mapped } from '../map/mapped.ts';
import { mapMcp } from '../map/mcp.ts';
import { mapUtcp } from '../map/utcp.ts';
import { mapWot } from '../map/wot.ts';
import type { Artifact, ArtifactKind, Signifier } from '../model/signifier.ts';
import type { PublishedSignifier } from '../rdf/write-signifier.ts';
import {
  cherrybotThing,
  currentGoal,
  initializeTool,
  listing4,
  listing5,
  listing6,
} from './listings.ts';

export const artifact = (kind: ArtifactKind, name: string): Artifact => ({
  id: `artifact-${name}`,
  name,
  kind,
});

/** The services of the paper, as this package describes them. */
export const paperServices = (version = '2026-07-28'): Record<ArtifactKind, Mapped> => ({
  mcp: mapMcp(artifact('mcp', 'goal_mcp'), {
    url: 'http://localhost:9996/mcp',
    version,
    tools: [listing4],
    resources: [currentGoal],
  }),
  a2a: mapA2a(
    artifact('a2a', 'formalizer'),
    listing5,
    'http://localhost:9997/.well-known/agent-card.json',
  ),
  utcp: mapUtcp(artifact('utcp', 'cherrybot_utcp'), { tools: [initializeTool, listing6] }),
  wot: mapWot(artifact('wot', 'cherrybot_proxy'), cherrybotThing, 'http://localhost:8086/td'),
});

/** The five signifiers of the evaluation. */
export const paperSignifiers = (): Signifier[] => {
  const { mcp, a2a, utcp } = paperServices();
  return [mcp, a2a, utcp].flatMap(({ signifiers }) => signifiers);
};

export const publish = (signifiers: readonly Signifier[]): PublishedSignifier[] =>
  signifiers.map((signifier) => ({
    iri: `http://localhost:4400/signifiers/${signifier.id}#sig`,
    signifier,
  }));
