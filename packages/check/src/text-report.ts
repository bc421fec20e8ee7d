import type { Report, Verdict } from './finding.ts';

const marks: Record<Verdict, string> = { pass: '✓', warn: '!', fail: '✗', skip: '–' };

/** The report for a terminal: what was seen and what to do, then a sum. */
export function textReport({ agent, runs, findings }: Report): string {
  const lines = findings.flatMap(({ verdict, title, detail, advice, id, page }) => [
    `${marks[verdict]} ${title}  (${id})`,
    ...[detail, advice].filter((text) => text !== '').map((text) => `    ${text}`),
    ...(advice === '' ? [] : [`    docs/protocol/${page}`]),
  ]);
  const count = (verdict: Verdict) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return [
    `${agent.name} (${agent.url}), ${runs} ${runs === 1 ? 'run' : 'runs'}`,
    '',
    ...lines,
    '',
    `${count('pass')} passed, ${count('fail')} failed, ${count('warn')} to note, ${count('skip')} not checked.`,
    '',
  ].join('\n');
}
