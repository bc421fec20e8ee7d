import type { Kernel } from '@countersign/server/kernel';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import { toolNames } from '@countersign/signifiers/model/tool-names';
import type { RankedSignifier } from '@countersign/signifiers/select/ranking';
import { readEnvironment, type StoredProfile } from '../../rows/environment-entries.ts';
import type { ToolServices } from '../../tool-services.ts';
import type { FoundSignifier } from '../environment.ts';
import { noteStep } from '../ledger-operations.ts';
import type { AgentCaller } from './agent-caller.ts';
import { controlNames } from './control-tools.ts';

/** A signifier in the ranking for a profile. */
export interface RankedFound extends FoundSignifier {
  signifier: Signifier;
  rank: RankedSignifier;
}

/** What is offered for a profile. */
export interface Offered {
  version: string;
  /** All signifiers, best first. */
  ranked: RankedFound[];
  /** The recommended ones by the names that they have as tools, in the order of these. */
  tools: Map<string, RankedFound>;
}

/** What is offered to agents for their profiles. What was selected and exposed is recorded. */
export interface ExposedProfiles {
  /** null = there is no such profile of this caller. */
  find(caller: AgentCaller, id: string): Promise<StoredProfile | null>;
  /** For the context of the profile, or another one, which is not recorded. */
  offered(caller: AgentCaller, profile: StoredProfile, context?: string): Promise<Offered>;
  /** An agent has been given these tools. */
  exposed(caller: AgentCaller, profile: StoredProfile, tools: readonly string[]): Promise<void>;
}

/** Of a selection that is recorded, this many are kept. */
const maxKept = 30;

export function createExposedProfiles({
  journal,
  environment,
}: Pick<Kernel, 'journal'> & Pick<ToolServices, 'environment'>): ExposedProfiles {
  return {
    async find({ owner }, id) {
      const profile = await readEnvironment(journal.read, 'profile', id);
      return profile !== null && (owner === null || profile.owner === owner) ? profile : null;
    },
    async offered(caller, profile, context) {
      const ranking = await environment.rank({
        ...profile,
        ...(context === undefined ? {} : { context }),
      });
      const byId = new Map(
        (await environment.artifacts()).flatMap((artifact) =>
          artifact.known.map((known) => [known.signifier.id, { artifact, known }] as const),
        ),
      );
      const ranked = ranking.entries.flatMap((rank): RankedFound[] => {
        const found = byId.get(rank.id);
        return found === undefined ? [] : [{ ...found, signifier: found.known.signifier, rank }];
      });
      const recommended = ranked.filter(({ rank }) => rank.decision === 'recommended');
      if (context === undefined) {
        const count = (decision: RankedSignifier['decision']) =>
          ranked.filter(({ rank }) => rank.decision === decision).length;
        await journal.commit(noteStep, {
          profile: profile.id,
          step: {
            ...{ kind: 'selection', by: caller.id, version: ranking.version },
            recommended: recommended.slice(0, maxKept).map(({ signifier, rank }) => ({
              ...{ id: rank.id, label: signifier.label, score: rank.score, tiers: rank.tiers },
              ...{ reason: rank.reason.text, reasonStatement: rank.reason.statement },
            })),
            counts: {
              recommended: recommended.length,
              other: count('other'),
              blocked: count('blocked'),
            },
          },
        });
      }
      const names = toolNames(
        recommended.map(({ signifier }) => signifier),
        controlNames,
      );
      const named = recommended
        .map((one) => [names.get(one.signifier.id) ?? one.signifier.id, one] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      return { version: ranking.version, ranked, tools: new Map(named) };
    },
    async exposed(caller, profile, tools) {
      const step = { kind: 'exposure' as const, by: caller.id, tools: [...tools] };
      await journal.commit(noteStep, { profile: profile.id, step });
    },
  };
}
