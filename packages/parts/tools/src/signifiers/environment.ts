import type { WrittenStatement } from '@countersign/json/statement';
import type { Journal } from '@countersign/server/journal/journal';
import type { KnownSignifier } from '@countersign/signifiers/environment/artifact-state';
import { blockedIn } from '@countersign/signifiers/environment/artifact-state';
import { shippedVectors } from '@countersign/signifiers/node/shipped-vectors';
import { type Catalogue, createCatalogue } from '@countersign/signifiers/select/catalogue';
import type { JudgedRanking } from '@countersign/signifiers/select/model-tier';
import type { OperatorNote, Ranking, Tier } from '@countersign/signifiers/select/ranking';
import { say } from '@countersign/signifiers/select/reasons';
import type { WordVectors } from '@countersign/signifiers/select/word-vectors';
import {
  environmentRevision,
  listEnvironment,
  type StoredArtifact,
  type StoredNote,
} from '../rows/environment-entries.ts';
import type { Judge } from './judge.ts';

/** What agents can do, as the store has it. Several servers read the same store: nothing is kept here that it has not confirmed. */
export interface Environment {
  /** Sorted by name. */
  artifacts(): Promise<readonly StoredArtifact[]>;
  /** By the ids of signifiers. */
  notes(): Promise<ReadonlyMap<string, StoredNote>>;
  /** All signifiers for what an agent is about to do, in groups with the reasons. */
  rank(agent: RankedAgent): Promise<Ranking & Partial<Pick<JudgedRanking, 'model'>>>;
  /** What is recommended with fewer and more means. */
  compare(agent: RankedAgent): Promise<Comparison>;
  /** null = no service offers it. */
  find(id: string): Promise<FoundSignifier | null>;
  /** Why an agent may not call a signifier in any context; null = it may. */
  objectionTo(
    found: FoundSignifier,
    agent: Pick<RankedAgent, 'abilities' | 'services'> | null,
  ): WrittenStatement | null;
}

/** An agent, as far as a ranking needs it. */
export interface RankedAgent {
  context: string;
  abilities: readonly string[];
  /** Names of the services that it may use; null or absent = all. */
  services?: readonly string[] | null | undefined;
}

/** What selectors recommend, each with what is before it. */
export interface Comparison {
  selectors: { selector: 'words' | 'meaning' | 'notes' | 'model'; recommended: string[] }[];
  model?: JudgedRanking['model'];
  /** The ids of all signifiers, as the last of them ranks. */
  order: string[];
}

/** A signifier, and the service that offers it. */
export interface FoundSignifier {
  artifact: StoredArtifact;
  known: KnownSignifier;
}

/** What is derived from all artifacts, as of one revision. */
interface Made {
  revision: number;
  artifacts: readonly StoredArtifact[];
  /** Made with the first ranking: it takes longer than using it. */
  catalogue: Catalogue | null;
}

/** `judge`: the model that is asked about rankings; null = none. */
export function createEnvironment(
  { read }: Pick<Journal, 'read'>,
  judge: Judge | null = null,
): Environment {
  let made: Made | null = null;
  let vectors: WordVectors | null = null;

  const current = async (): Promise<Made> => {
    // Read first: what is read after it is at least as new.
    const revision = await environmentRevision(read);
    if (made?.revision === revision) return made;
    const stored = await listEnvironment(read, 'artifact');
    const artifacts = stored.sort((one, other) =>
      one.artifact.name < other.artifact.name ? -1 : 1,
    );
    made = { revision, artifacts, catalogue: null };
    return made;
  };
  const catalogueOf = (all: Made): Catalogue => {
    vectors ??= shippedVectors();
    const signifiers = all.artifacts.flatMap(({ known }) => known.map((one) => one.signifier));
    all.catalogue ??= createCatalogue(signifiers, vectors);
    return all.catalogue;
  };
  const notes = async () =>
    new Map((await listEnvironment(read, 'note')).map((note) => [note.signifierId, note]));

  /** By words, meanings and the given notes. */
  const plain = (all: Made, agent: RankedAgent, noted: ReadonlyMap<string, OperatorNote>) => {
    const { context, abilities, services } = agent;
    return catalogueOf(all).rank({
      ...{ context, abilities, notes: noted },
      blocked: new Map(all.artifacts.flatMap((artifact) => [...blockedOf(artifact, services)])),
      unapproved: new Set(all.artifacts.flatMap(unapprovedOf)),
    });
  };
  const rank: Environment['rank'] = async (agent) => {
    const { context } = agent;
    const all = await current();
    const noted: ReadonlyMap<string, OperatorNote> = await notes();
    const ranking = plain(all, agent, noted);
    if (judge === null || context.trim() === '') return ranking;
    return judge.judge(ranking, {
      context,
      signifiers: all.artifacts.flatMap(({ known }) => known.map(({ signifier }) => signifier)),
      hidden: new Set([...noted].flatMap(([id, { isHidden }]) => (isHidden ? [id] : []))),
    });
  };

  return {
    artifacts: async () => (await current()).artifacts,
    notes,
    rank,
    async compare(agent) {
      const all = await current();
      const bare = plain(all, agent, new Map());
      const noted = plain(all, agent, await notes());
      const last = await rank(agent);
      const { model } = last;
      return {
        selectors: [
          { selector: 'words', recommended: recommendedIn(bare, 'words') },
          { selector: 'meaning', recommended: recommendedIn(bare) },
          { selector: 'notes', recommended: recommendedIn(noted) },
          ...(model?.state === 'used'
            ? [{ selector: 'model' as const, recommended: recommendedIn(last) }]
            : []),
        ],
        ...(model === undefined ? {} : { model }),
        order: last.entries.map(({ id }) => id),
      };
    },
    async find(id) {
      for (const artifact of (await current()).artifacts) {
        const known = artifact.known.find(({ signifier }) => signifier.id === id);
        if (known !== undefined) return { artifact, known };
      }
      return null;
    },
    objectionTo({ artifact, known: { signifier } }, agent) {
      const missing = signifier.abilities.filter((one) => agent?.abilities.includes(one) === false);
      if (missing.length > 0) return say('select.ability', { names: missing });
      return blockedOf(artifact, agent?.services).get(signifier.id) ?? null;
    },
  };
}

/** `tier`: only what that one finds. */
const recommendedIn = ({ entries }: Ranking, tier?: Tier): string[] =>
  entries.flatMap(({ id, decision, tiers }) =>
    decision === 'recommended' && (tier === undefined || tiers.includes(tier)) ? [id] : [],
  );

const unapprovedOf = ({ known }: StoredArtifact): string[] =>
  known.flatMap(({ signifier: { id, sourceHash }, approvedHash }) =>
    approvedHash === sourceHash ? [] : [id],
  );

const blockedOf = (artifact: StoredArtifact, services: RankedAgent['services']) =>
  blockedIn(artifact, {
    isHealthy: artifact.fault === null,
    shapeFaults: new Map(Object.entries(artifact.shapeFaults)),
    ruleAgainst: () =>
      services == null || services.includes(artifact.artifact.name)
        ? null
        : services.length === 0
          ? say('select.no-services')
          : say('select.services', { names: services }),
  });
