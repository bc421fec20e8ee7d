import { arch, cpus } from 'node:os';

// The peers are measured in production mode: set before they are loaded.
process.env['NODE_ENV'] = 'production';

/** By name, loaded on demand: a bench that is not run must not use memory. */
const benches: Record<string, () => Promise<void>> = {
  audit: async () => (await import('./audit.ts')).benchAudit(),
  directory: async () => (await import('./directory.ts')).benchDirectory(),
  durable: async () => (await import('./durable.ts')).benchDurable(),
  fold: async () => (await import('./fold.ts')).benchFold(),
  form: async () => (await import('./form.ts')).benchForm(),
  formats: async () => (await import('./formats.ts')).benchFormats(),
  hostile: async () => (await import('./hostile.ts')).benchHostile(),
  inbox: async () => (await import('./inbox.ts')).benchInbox(),
  links: async () => (await import('./links.ts')).benchLinks(),
  lineage: async () => (await import('./lineage.ts')).benchLineage(),
  'long-journal': async () => (await import('./long-journal.ts')).benchLongJournal(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  'open-run': async () => (await import('./open-run.ts')).benchOpenRun(),
  redaction: async () => (await import('./knowledge.ts')).benchRedaction(),
  retrieval: async () => (await import('./knowledge.ts')).benchRetrieval(),
  patch: async () => (await import('./patch.ts')).benchPatch(),
  registry: async () => (await import('./registry.ts')).benchRegistry(),
  signifiers: async () => (await import('./signifiers.ts')).benchSignifiers(),
  prompts: async () => (await import('./prompts.ts')).benchPrompts(),
  readers: async () => (await import('./readers.ts')).benchReaders(),
  servers: async () => (await import('./servers.ts')).benchServers(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
  stalled: async () => (await import('./stalled.ts')).benchStalled(),
  state: async () => (await import('./live.ts')).benchLive('state'),
  stream: async () => (await import('./live.ts')).benchLive('stream'),
  visit: async () => (await import('./visit.ts')).benchVisit(),
  wall: async () => (await import('./live.ts')).benchLive('wall'),
};

/** Runs the benches named on the command line, or all of them. Prints figures without a verdict. */
const [first, ...others] = process.argv.slice(2);
const comparedTo = first === 'compare' ? others.shift() : undefined;
if (first === 'compare' && comparedTo === undefined) {
  process.stderr.write(
    'Compared to which commit? For example: npm run bench -- compare v0.1.0 inbox\n',
  );
  process.exit(2);
}
const asked = first === undefined || first === 'compare' ? others : [first, ...others];
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  const known = Object.keys(benches).join(', ');
  process.stderr.write(`There is no bench ${unknown.join(', ')}. Known: ${known}\n`);
  process.exit(2);
}
process.stdout.write(
  `Node ${process.version}, ${arch()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}\n\n`,
);
if (comparedTo !== undefined) {
  const { benchCompare } = await import('./compare.ts');
  const names = asked.length === 0 ? Object.keys(benches) : asked;
  benchCompare(comparedTo, names, Number(process.env['BENCH_COMPARE_ROUNDS'] ?? 3));
} else {
  for (const [name, run] of Object.entries(benches)) {
    if (asked.length === 0 || asked.includes(name)) await run();
  }
}
