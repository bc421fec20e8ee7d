import type { AgentCard as Card } from '@countersign/api/agents/agent-card';
import { errorText } from '../../live/problem-text.ts';
import { useRoute } from '../../live/use-route.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { agentsText, commonText, offersText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { filled } from '../../ui/filled.ts';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';

const text = agentsText.card;

/** What an agent says about itself; empty for a protocol without cards. */
export function AgentCard({ agentId }: { agentId: string }) {
  const answer = useRoute('GET /api/agents/:id/card', { params: { id: agentId } });
  const { fault: said = null, faultStatement } = answer.data ?? {};
  const fault = answer.isError
    ? errorText(answer.error)
    : said === null
      ? null
      : statementSentence(faultStatement, said);
  const card = answer.data?.card ?? null;
  if (fault === null && card === null) return null;
  const title = card?.offers === undefined ? text.title : offersText.server;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {fault === null ? null : (
        <ErrorPanel detail={fault} onRetry={() => void answer.refetch()} title={text.failed} />
      )}
      {card === null ? null : <Facts card={card} />}
    </section>
  );
}

/** Capabilities in the terms of the agent. */
const declared = (names: readonly string[]) =>
  names.length === 0 ? (
    text.canNothing
  ) : (
    <code lang="">{visibleText(commonText.inRow([...names]))}</code>
  );

function Facts({ card }: { card: Card }) {
  const { name, description, version, provider, skills, security, capabilities } = card;
  // What it offers is listed next to the card.
  const isServer = card.offers !== undefined;
  const can = [card.streams ? text.streams : null, card.pushes ? text.pushes : null];
  return (
    <dl className="agent-connection wide-below stack breakable">
      <dt>{text.name}</dt>
      <dd dir="auto">
        {visibleText(name)}
        {version === null ? null : <span className="muted"> {visibleText(version)}</span>}
        {description === null ? null : <p className="small">{visibleText(description)}</p>}
      </dd>
      {provider === null ? null : (
        <>
          <dt>{text.provider}</dt>
          <dd dir="auto" lang="">
            {visibleText(provider.name)}
          </dd>
        </>
      )}
      {isServer ? null : (
        <>
          <dt>{text.can}</dt>
          <dd>
            {capabilities === undefined
              ? commonText.inRow(can.filter((one) => one !== null)) || text.canNothing
              : declared(capabilities.supported)}
          </dd>
        </>
      )}
      {capabilities === undefined || capabilities.unsupported.length === 0 ? null : (
        <>
          <dt>{text.cannot}</dt>
          <dd>{declared(capabilities.unsupported)}</dd>
        </>
      )}
      {security.length === 0 ? null : (
        <>
          <dt>{text.security}</dt>
          <dd dir="auto" lang="">
            {visibleText(commonText.inRow(security))}
          </dd>
        </>
      )}
      <dt>{text.interfaces}</dt>
      <dd>
        <ul className="agent-lines small">
          {card.interfaces.map(({ url, transport, version: spoken, used, why, whyStatement }) => (
            <li className="agent-interface" key={`${url} ${transport} ${spoken}`}>
              <code dir="auto" lang="">
                {visibleText(url)}
              </code>
              <span className="muted">
                {visibleText(`${transport} ${spoken}`)}
                {used ? ` · ${text.used}` : ''}
                {why === null ? null : ` · ${visibleText(statementSentence(whyStatement, why))}`}
              </span>
            </li>
          ))}
        </ul>
      </dd>
      {isServer ? null : (
        <>
          <dt>{text.skills}</dt>
          <dd>
            {skills.length === 0 ? (
              <span className="muted">{text.noSkills}</span>
            ) : (
              <ul className="agent-lines small">
                {skills.map((skill, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes its order.
                  <li className="agent-interface" key={index} dir="auto">
                    <b lang="">{visibleText(skill.name)}</b>
                    {skill.description === null ? null : (
                      <span lang="">{visibleText(skill.description)}</span>
                    )}
                    {skill.examples[0] === undefined ? null : (
                      <span className="muted">
                        {filled(text.example, foreignWords(skill.examples[0]))}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
