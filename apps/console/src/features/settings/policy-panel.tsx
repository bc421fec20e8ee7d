import type { Policy } from '@countersign/api/settings/policy';
import { may } from '@countersign/desk/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { LiveTime } from '../../live/session/live-time.tsx';
import { itemsOf, routeKey, useRoute } from '../../live/use-route.ts';
import { policyText as text } from '../../text/administration.ts';
import { settingsText, severityLabels } from '../../text/texts.ts';
import { filled } from '../../ui/filled.ts';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { classes, policyLines } from './policy-form.ts';
import { Read, Section } from './section.tsx';

/** How operators share questions: administrators set it, everyone may read it. */
export function PolicyPanel({ operatorName }: { operatorName: (id: string) => string }) {
  const client = useClient();
  const cache = useQueryClient();
  const policy = useRoute('GET /api/policy', {});
  const me = useMe().data;
  // Only administrators may read who is who; the others see a readable id.
  const enabled = may(me, 'administer');
  const operators = useRoute('GET /api/operators', {}, { enabled, select: itemsOf }).data;
  const nameOf = (id: string) =>
    operators?.find((operator) => operator.id === id)?.name ?? operatorName(id);
  const [saved, setSaved] = useState<number | null>(null);
  const change = async (classesNow: Policy['classes'], version: number) => {
    const next = await client.api.call('PUT /api/policy', {
      body: { version, classes: classesNow },
    });
    cache.setQueryData(routeKey('GET /api/policy', {}), next);
    setSaved(next.version);
    return next;
  };
  return (
    <Section lead={text.lead} title={text.title}>
      <Read of={policy}>
        {(now) => (
          <>
            <Version operatorName={nameOf} policy={now} />
            {may(me, 'administer') ? (
              <PolicyEditor
                change={change}
                operatorName={nameOf}
                policy={now}
                savedVersion={saved}
              />
            ) : (
              <PolicyText policy={now} />
            )}
          </>
        )}
      </Read>
    </Section>
  );
}

function Version({
  policy,
  operatorName,
}: {
  policy: Policy;
  operatorName: (id: string) => string;
}) {
  return (
    <p className="small">
      <b className="strong">{text.version(policy.version)}</b>{' '}
      <span className="muted">
        {policy.updatedAt === 0
          ? text.asDelivered
          : filled(
              (ago) => text.changedBy(operatorName(policy.updatedBy), ago),
              <LiveTime as="ago" at={policy.updatedAt} />,
            )}
      </span>
    </p>
  );
}

/** The policy as text, for operators who may not change it. */
function PolicyText({ policy }: { policy: Policy }) {
  return (
    <>
      <p className="small muted">{settingsText.adminChanges}</p>
      {classes.map((severity) => (
        <section
          aria-label={severityLabels[severity]}
          className="line-above policy stack-wide"
          key={severity}
        >
          <h2 className="row">
            <SeverityMark severity={severity} />
            {severityLabels[severity]}
          </h2>
          <dl className="settings-facts stack-tight">
            {policyLines(policy.classes[severity]).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
