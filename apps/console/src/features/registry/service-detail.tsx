import type { RegisteredService, RegistryDetail } from '@countersign/api/registry';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { registryText } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { filled } from '../../ui/filled.ts';
import { JsonText } from '../../ui/json/json-text.tsx';
import { foreignWords } from '../../ui/texts/foreign-words.tsx';
import { HealthBadge, Lease, protocolOf } from './service-facts.tsx';

const text = registryText.page;
const { columns } = registryText;

interface ServiceDetailProps {
  detail: RegistryDetail;
  /** A link to another instance, by its address. */
  link: (service: RegisteredService) => ReactNode;
  /** What has become of it. */
  history: ReactNode;
}

/** All that the registry knows of a service. */
export function ServiceDetail({ detail, link, history }: ServiceDetailProps) {
  const { service, profile, others, json } = detail;
  return (
    <div className="columns">
      <section>
        <h2>{text.entry}</h2>
        <Entry service={service} />
      </section>
      <section>
        <h2>{text.says}</h2>
        {service.agentProtocol === '' ? (
          <p className="muted">{text.saysNothing}</p>
        ) : (
          <div className="stack">
            <p className="small muted">{text.untrusted}</p>
            <Profile profile={profile} />
          </div>
        )}
      </section>
      <section>
        <h2>{text.skills}</h2>
        <Skills skills={profile.skills} />
      </section>
      <section>
        <h2>{text.others}</h2>
        {others.length === 0 ? <p className="muted">{text.noOthers}</p> : null}
        <ul className="agent-lines">
          {others.map((other) => (
            <li key={other.id}>
              <code className="truncate">{link(other)}</code>
              <HealthBadge health={other.health} />
              <Lease lease={other.lease} />
            </li>
          ))}
        </ul>
      </section>
      {history}
      <section className="full-row">
        <div className="row panel-section-head">
          <h2>{text.json}</h2>
          <CopyButton of={text.json} text={() => json} />
        </div>
        <pre className="code verbatim rounded">
          <JsonText text={json} />
        </pre>
      </section>
    </div>
  );
}

function Entry({ service }: { service: RegisteredService }) {
  return (
    <dl className="agent-connection wide-below stack breakable">
      <dt>{columns.address}</dt>
      <dd>
        <code>{visibleText(service.address)}</code>
      </dd>
      <dt>{columns.protocol}</dt>
      <dd>{protocolOf(service)}</dd>
      <dt>{columns.health}</dt>
      <dd>
        <HealthBadge health={service.health} />{' '}
        <span className="small muted">{registryText.healthDetail[service.health]}</span>
      </dd>
      <dt>{text.kind}</dt>
      <dd>{service.ephemeral ? text.ephemeral : text.persistent}</dd>
      <dt>{columns.lease}</dt>
      <dd>
        <Lease lease={service.lease} />
      </dd>
      <dt>{columns.by}</dt>
      <dd>{service.registeredBy === null ? '–' : visibleText(service.registeredBy)}</dd>
      <dt>{text.at}</dt>
      <dd>
        <LiveTime as="ago" at={service.registeredAt} />
      </dd>
      <Fact name={text.tags} value={commonText.inRow(service.tags)} />
    </dl>
  );
}

/** What is not said is not listed. */
function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto" lang="">
        {visibleText(value)}
      </dd>
    </>
  );
}

function Profile({ profile }: Pick<RegistryDetail, 'profile'>) {
  const can = [
    profile.streaming === true ? text.streams : null,
    profile.pushNotifications === true ? text.pushes : null,
  ];
  return (
    <dl className="agent-connection wide-below stack breakable">
      <Fact name={text.name} value={profile.name} />
      <Fact name={text.version} value={profile.version} />
      <Fact name={text.description} value={profile.description} />
      <Fact name={text.provider} value={profile.owner?.name ?? ''} />
      <Fact name={text.url} value={profile.url} />
      <Fact name={text.takes} value={commonText.inRow(profile.inputModes)} />
      <Fact name={text.gives} value={commonText.inRow(profile.outputModes)} />
      <Fact name={text.can} value={commonText.inRow(can.filter((one) => one !== null))} />
      <Fact name={text.security} value={commonText.inRow(profile.security)} />
      <Fact name={text.documentation} value={profile.documentationUrl} />
    </dl>
  );
}

function Skills({ skills }: Pick<RegistryDetail['profile'], 'skills'>) {
  if (skills.length === 0) return <p className="muted">{text.noSkills}</p>;
  return (
    <ul className="agent-lines small">
      {skills.map((skill, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes its order.
        <li className="agent-interface breakable" dir="auto" key={index}>
          <b lang="">{visibleText(skill.name)}</b>
          {skill.description === '' ? null : <span lang="">{visibleText(skill.description)}</span>}
          {skill.tags.length === 0 ? null : (
            <span className="muted" lang="">
              {visibleText(commonText.inRow(skill.tags))}
            </span>
          )}
          {skill.examples[0] === undefined ? null : (
            <span className="muted">{filled(text.example, foreignWords(skill.examples[0]))}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
