import { nearest } from './nearest.ts';

/** Variables of other programs of this repository, which may be set in the same environment. */
const ofOthers = /^COUNTERSIGN_(URL|MCP_URL|MCP_TOKEN|BFF|DEEP|SEED|DEMO|HOSTILE|TEST_\w+)$/;

/** Messages about variables with our prefix that nothing reads: a misspelt one must not be silently without effect. */
export function unknownNames(given: readonly string[], known: readonly string[]): string[] {
  const strangers = given.filter(
    (name) => name.startsWith('COUNTERSIGN_') && !known.includes(name) && !ofOthers.test(name),
  );
  return strangers.map((name) => {
    const meant = nearest(name, known);
    const remedy = meant === null ? 'Unset it' : `Did you mean ${meant}? Rename or unset it`;
    return `${name}: there is no such setting. ${remedy}; all settings are listed in docs/operations.md.`;
  });
}
