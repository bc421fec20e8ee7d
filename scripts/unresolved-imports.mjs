// Vite reports an import that cannot be resolved only after it has written the bundle, which then looks complete.

/** Ends the build at the first import that cannot be resolved, before anything is written. */
export function refuseUnresolved() {
  let said = false;
  return {
    name: 'refuse-unresolved',
    apply: /** @type {const} */ ('build'),
    resolveId: {
      order: /** @type {const} */ ('post'),
      /** @param {string} source @param {string | undefined} importer */
      handler(source, importer) {
        if (importer === undefined) return null;
        // The others have the same cause.
        if (said) return { id: source, external: true };
        said = true;
        throw new Error(
          `Nothing provides "${source}", which ${importer} imports. Is node_modules older than this checkout? Run \`npm ci\`.`,
        );
      },
    },
  };
}
