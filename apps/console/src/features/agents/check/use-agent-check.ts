import type {
  CheckFinding,
  CheckLine,
  CheckReport,
  CheckRequest,
} from '@countersign/api/agents/agent-check';
import { routePath } from '@countersign/api/routes/route-path';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../live/session/client-context.tsx';

/** Reads the lines of a check as they come. Resolves with the report; null = the response ended without one. */
async function readCheckLines(
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

/** `ended`: null = the connection was lost before the report. */
export type CheckState =
  | { step: 'ready' }
  | { step: 'going'; findings: readonly CheckFinding[] }
  | { step: 'ended'; findings: readonly CheckFinding[]; report: CheckReport | null }
  | { step: 'failed'; error: unknown };

/** Runs a check of an agent. It ends with the dialog: a check that nobody reads does nothing more. */
export function useAgentCheck(agentId: string) {
  const client = useClient();
  const [state, setState] = useState<CheckState>({ step: 'ready' });
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);

  const start = async (body: CheckRequest) => {
    const abort = new AbortController();
    going.current = abort;
    let findings: readonly CheckFinding[] = [];
    setState({ step: 'going', findings });
    const read = (response: Response) =>
      readCheckLines(response, (finding) => {
        findings = [...findings, finding];
        setState({ step: 'going', findings });
      });
    try {
      const signal = abort.signal;
      const path = routePath('POST /api/agents/:id/check', { id: agentId });
      const report = await client.api.download(path, read, { body, signal });
      setState({ step: 'ended', findings, report });
    } catch (error) {
      if (abort.signal.aborted || findings.length > 0) {
        setState({ step: 'ended', findings, report: null });
      } else setState({ step: 'failed', error });
    }
  };
  return { state, start, cancel: () => going.current?.abort() };
}
