import type { LintReport } from '@countersign/thread/lint';
import { copiedJson } from '../../ui/texts/copied-json.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** The report of one agent, or of all, as Markdown for the agent's author. */
export function lintMarkdown(
  report: LintReport,
  { taskId, agentId }: { taskId: string; agentId: string | null },
): string {
  const agents = report.agents.filter((each) => agentId === null || each.agentId === agentId);
  const lines = [`# Stream report`, '', `Task \`${taskId}\``, ''];
  for (const agent of agents) {
    const findings = report.findings.filter((finding) => finding.agentId === agent.agentId);
    lines.push(
      `## ${oneLine(agent.agentId)}`,
      '',
      `${agent.events} events, ${findings.length} findings.`,
      '',
    );
    for (const { rule, severity, count, detail, advice, sequences } of findings) {
      lines.push(
        `### ${rule} (${severity}, ${count} ${count === 1 ? 'time' : 'times'})`,
        '',
        oneLine(detail),
        '',
        `**To fix:** ${advice.text}`,
        '',
        `Events: ${sequences.join(', ')}${count > sequences.length ? ', …' : ''}`,
        '',
      );
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The same as JSON. */
export function lintJson(
  report: LintReport,
  { taskId, agentId }: { taskId: string; agentId: string | null },
): string {
  const isMeant = (each: { agentId: string }) => agentId === null || each.agentId === agentId;
  const part = {
    taskId,
    events: report.events,
    agents: report.agents.filter(isMeant),
    findings: report.findings.filter(isMeant),
  };
  return `${copiedJson(part)}\n`;
}
