import type { Insights, Proposal } from '@countersign/api/records/insights';
import type { ReactNode } from 'react';
import { insightsText as text } from '../../text/insights.ts';
import { visibleText } from '../../text/visible-text.ts';

/** At most five changes that the figures suggest, each with what it rests on and the place to make it. */
export function ProposalList({
  figures,
  agentName,
  action,
}: {
  figures: Pick<Insights, 'proposals'>;
  agentName: (id: string) => string;
  action: (proposal: Proposal) => ReactNode;
}) {
  if (figures.proposals.length === 0) return null;
  return (
    <section className="stack-tight insights-proposals line-below">
      <h2>{text.proposals}</h2>
      <ul className="unframed stack-tight">
        {figures.proposals.map((proposal) => (
          <li className="row-wrap" key={`${proposal.kind} ${proposal.agentId} ${proposal.tool}`}>
            <span className="breakable">
              {text.proposal[proposal.kind](
                visibleText(proposal.agentId === null ? '' : agentName(proposal.agentId)),
                visibleText(proposal.tool),
                proposal.part,
                proposal.of,
                visibleText(proposal.detail ?? ''),
              )}
            </span>
            {action(proposal)}
          </li>
        ))}
      </ul>
    </section>
  );
}
