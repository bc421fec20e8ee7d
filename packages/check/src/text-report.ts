import type { Report, Verdict } from './finding.ts';

const marks: Record<Verdict, string> = { pass: '✓', warn: '!', fail: '✗', skip: '–' };

/**
 * The report for a terminal: what was seen and what to do, then a sum.
 *
 * @param docs the address of the documentation of a server, such as `http://127.0.0.1:4400/docs`; null = pages are files.
 */
export function textReport({ agent, runs, findings }: Report, docs: string | null = null): string {
  const lines = findings.flatMap(({ verdict, title, detail, advice, id, page }) => [
    `${marks[verdict]} ${title}  (${id})`,
    ...[detail, advice].filter((text) => text !== '').map((text) => `    ${text}`),
    ...(advice === '' ? [] : [`    ${addressOf(page, docs)}`]),
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

const addressOf = (page: string, docs: string | null) =>
  docs === null ? `docs/protocol/${page}` : `${docs}/protocol/${page.replace('.md', '')}`;
