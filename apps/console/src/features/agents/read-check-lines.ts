import type { CheckFinding, CheckLine, CheckReport } from '@countersign/api/agent-check';

/** Reads the lines of a check as they come. Resolves with the report; null = the response ended without one. */
export async function readCheckLines(
  response: Response,
  onFinding: (finding: CheckFinding) => void,
): Promise<CheckReport | null> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let report: CheckReport | null = null;
  let rest = '';
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) return report;
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const read: CheckLine = JSON.parse(line);
      if ('finding' in read) onFinding(read.finding);
      else report = read.report;
    }
  }
}
