import { StoreStartError } from './faults/start-error.ts';

/** The newest commit that upgrades tables of every older version. */
const lastUpgrading = '5dda0552';

/** How one engine counts its migrations. */
interface Versions {
  /** The version that the first step makes. */
  first: number;
  steps: readonly string[];
}

/**
 * The steps that tables of a version lack, and the versions that they make; 0 = there are no tables yet. `store` begins a sentence. Throws
 * `StoreStartError` if the version is of a newer server, or from before the first step.
 */
export function missingSteps(
  store: string,
  version: number,
  { first, steps }: Versions,
): { version: number; step: string }[] {
  const current = first + steps.length - 1;
  if (!(version >= 0 && version <= current)) {
    throw new StoreStartError(
      `${store} is of a newer version (schema ${version}); this server knows schema ${current}. Start the newer server, or put back the backup from before it.`,
    );
  }
  if (version > 0 && version < first) {
    throw new StoreStartError(
      `${store} is of an older version (schema ${version}) than this server upgrades (schema ${first} and newer). Start the server of commit ${lastUpgrading} with it once, which upgrades it, and then this one.`,
    );
  }
  return steps
    .map((step, index) => ({ version: first + index, step }))
    .filter((one) => one.version > version);
}
