// The page preloads what its first script will load: the app is requested together with the texts, not after them.

/** @param {string} module the end of its path; its imports are preloaded too. @returns {import('vite').Plugin} */
export function preloadStart(module) {
  let base = '/';
  return {
    name: 'preload-start',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter(({ type }) => type === 'chunk');
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (start === undefined) throw new Error(`No chunk begins with ${module}.`);
        const needed = new Set();
        const add = (name) => {
          const chunk = byName.get(name);
          if (chunk === undefined || needed.has(chunk)) return;
          needed.add(chunk);
          chunk.imports.forEach(add);
        };
        add(start.fileName);
        const sheets = new Set([...needed].flatMap((chunk) => [...chunk.viteMetadata.importedCss]));
        const link = (attrs) => ({ tag: 'link', attrs, injectTo: 'head' });
        return [
          ...[...needed].map(({ fileName }) =>
            link({ rel: 'modulepreload', crossorigin: true, href: `${base}${fileName}` }),
          ),
          ...[...sheets].map((file) =>
            link({ rel: 'stylesheet', crossorigin: true, href: `${base}${file}` }),
          ),
        ];
      },
    },
  };
}
