import type { CheckedService, RegisteredService, RegistryDetail } from '@countersign/api/registry';
import { may } from '@countersign/desk/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ServiceEditor } from '../../features/registry/service-editor.tsx';
import { ServiceReview } from '../../features/registry/service-review.tsx';
import { type Entry, emptyEntry, typedEntry } from '../../features/registry/service-schema.ts';
import { errorText, problemOf } from '../../live/problem-text.ts';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useAction } from '../../live/use-action.ts';
import { routeQuery, useReadAgain } from '../../live/use-route.ts';
import { registryText } from '../../text/registry.ts';
import { agentsText, commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import '../../features/agents/agents.css';

const text = registryText.editor;
const servicesPath = '/agents/registry/services';
const crumbs = [
  { label: agentsText.title, to: '/agents' },
  { label: registryText.title, to: servicesPath },
];

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="truncate" dir="auto">
          {title}
        </h1>
      </div>
      <div className="page-body scroll-area">{children}</div>
    </div>
  );
}

/** A service of this name, host and port, and the two ways on: it is renewed, or it is edited. */
function Existing({ service }: { service: RegisteredService }) {
  const client = useClient();
  const renewing = useAction();
  const mayRenew = may(useMe().data, 'work');
  const [isRenewed, setRenewed] = useState(false);
  const { id, lease, name, address } = service;
  const words = [visibleText(name), visibleText(address)] as const;
  const renew = async () => {
    await client.api.call('POST /api/registry/services/:id/renewal', { params: { id } });
    setRenewed(true);
  };
  return (
    <Banner role="alert" tone="need">
      <b className="strong">{text.exists}</b>
      <p className="small">
        {lease === null ? text.existsStays(...words) : text.existsDetail(...words)}
      </p>
      {isRenewed ? <p className="small">{registryText.actions.renewed}</p> : null}
      {renewing.failure === null ? null : <p className="small">{errorText(renewing.failure)}</p>}
      <div className="row-wrap space-above">
        {lease === null || !mayRenew ? null : (
          <Button aria-busy={renewing.busy} onClick={() => void renewing.run(renew)}>
            {registryText.actions.renew}
          </Button>
        )}
        <Link
          className="button"
          params={{ serviceId: id }}
          to="/agents/registry/services/$serviceId"
        >
          {text.openExisting}
        </Link>
      </div>
    </Banner>
  );
}
/** Why the button is off, for those who may only look. */
function WhoMay() {
  const me = useMe().data;
  if (me === undefined || may(me, 'work')) return null;
  return <Banner>{text.viewerOnly}</Banner>;
}

const existing = (service: RegisteredService) => <Existing service={service} />;

/** A new service, registered by an operator. */
export function RegisterPage() {
  const client = useClient();
  const readAgain = useReadAgain('/api/registry/');
  const navigate = useNavigate();
  const mayRegister = may(useMe().data, 'work');
  const [entry, setEntry] = useState<Entry>(emptyEntry);
  const action = useAction();
  useCrumbs([...crumbs, { label: text.newTitle }]);
  const register = () =>
    action.run(async () => {
      const { id } = await client.api.call('POST /api/registry/services', { body: { entry } });
      await readAgain();
      await navigate({ to: '/agents/registry/services/$serviceId', params: { serviceId: id } });
    });
  return (
    <Page title={text.newTitle}>
      <ServiceEditor
        entry={entry}
        existing={existing}
        id={null}
        notice={
          <>
            <p className="muted">{text.lead}</p>
            <WhoMay />
          </>
        }
        onChange={setEntry}
        onSubmit={() => void register()}
        submit={(checking) => (
          <>
            {action.failure === null ? null : (
              <Banner role="alert" tone="fail">
                <b className="strong">{text.notRegistered}</b>
                <p className="small">{errorText(action.failure)}</p>
              </Banner>
            )}
            <Link className="button" to={servicesPath}>
              {commonText.cancel}
            </Link>
            <Button
              aria-busy={checking || action.busy}
              disabled={!mayRegister}
              type="submit"
              variant="primary"
            >
              {text.register}
            </Button>
          </>
        )}
      />
    </Page>
  );
}

/** A registered service as it can be replaced. */
export function EditService({ detail }: { detail: RegistryDetail }) {
  const client = useClient();
  const cache = useQueryClient();
  const readAgain = useReadAgain('/api/registry/');
  const navigate = useNavigate();
  const mayEdit = may(useMe().data, 'work');
  // What was read when it was opened: the list is read again meanwhile.
  const [start, setStart] = useState(detail);
  const [entry, setEntry] = useState<Entry>(() => typedEntry(detail.json));
  const [review, setReview] = useState<CheckedService | null>(null);
  const action = useAction();
  const reading = useAction();
  const { id } = start.service;
  const name = visibleText(start.service.name);
  const isOld =
    detail.service.registeredAt !== start.service.registeredAt ||
    (problemOf(action.failure)?.type.endsWith('/service-changed') ?? false);
  const replace = async () => {
    const { registeredAt } = start.service;
    const after = await client.api.call('PUT /api/registry/services/:id', {
      params: { id },
      body: { entry, registeredAt },
    });
    // First away from a page whose service may have another id now.
    await navigate({ to: '/agents/registry/services/$serviceId', params: { serviceId: after.id } });
    void readAgain();
  };
  const startAgain = async () => {
    const fresh = await client.api.call('GET /api/registry/services/:id', { params: { id } });
    cache.setQueryData(
      routeQuery(client.api.call, 'GET /api/registry/services/:id', { params: { id } }).queryKey,
      fresh,
    );
    setStart(fresh);
    setEntry(typedEntry(fresh.json));
    action.clear();
  };
  return (
    <>
      <ServiceEditor
        entry={entry}
        existing={existing}
        id={id}
        key={start.service.registeredAt}
        notice={
          <>
            {isOld ? <ChangedMeanwhile reading={reading} startAgain={startAgain} /> : null}
            <WhoMay />
            {start.service.lease === null ? null : <p className="muted">{text.ownerNote}</p>}
          </>
        }
        onChange={setEntry}
        onSubmit={setReview}
        submit={(checking) => (
          <>
            <Link
              className="button"
              params={{ serviceId: id }}
              to="/agents/registry/services/$serviceId"
            >
              {commonText.cancel}
            </Link>
            <Button
              aria-busy={checking}
              disabled={!mayEdit || isOld}
              type="submit"
              variant="primary"
            >
              {text.review}
            </Button>
          </>
        )}
      />
      {review === null ? null : (
        <ServiceReview
          action={action}
          checked={review}
          id={id}
          name={name}
          onClose={() => {
            setReview(null);
            // What failed was of this review; that the service has changed is known without it.
            if (!isOld) action.clear();
          }}
          replace={() => void action.run(replace)}
        />
      )}
    </>
  );
}

function ChangedMeanwhile({
  reading,
  startAgain,
}: {
  reading: ReturnType<typeof useAction>;
  startAgain: () => Promise<void>;
}) {
  return (
    <Banner role="alert" tone="need">
      {text.changed}
      {reading.failure === null ? null : <p className="small">{errorText(reading.failure)}</p>}
      <div className="row-wrap space-above">
        <Button busy={reading.busy} onClick={() => void reading.run(startAgain)}>
          {text.readAgain}
        </Button>
      </div>
    </Banner>
  );
}
