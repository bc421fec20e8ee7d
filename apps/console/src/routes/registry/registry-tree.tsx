import { may } from '@countersign/desk/permissions';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { TreeList, TreeServiceList } from '../../features/registry/tree-list.tsx';
import { RemoveDialog } from '../../features/settings/remove-dialog.tsx';
import { errorText } from '../../live/problem-text.ts';
import { useMe } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useReadAgain, useRoute } from '../../live/use-route.ts';
import { registryText as text } from '../../text/registry.ts';
import { agentsText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RegistryPlaces } from './registry-places.tsx';
import '../../features/agents/agents.css';
import '../../features/agents/agent-page.css';

const crumbs = [
  { label: agentsText.title, to: '/agents' },
  { label: text.title, to: '/agents/registry/services' },
  { label: text.views.tree },
];
const place = { params: { view: 'tree' }, to: '/agents/registry/$view' } as const;

/** The tree of registries. `?at` names the one whose services are shown. */
export function RegistryTreePage() {
  const tree = useRoute('GET /api/registry/tree', {});
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const client = useClient();
  const readAgain = useReadAgain('/api/registry/');
  const mayForget = may(useMe().data, 'administer');
  const [forgetting, setForgetting] = useState<string | null>(null);
  useCrumbs(crumbs);
  const { data } = tree;
  const open = (at: string | null) =>
    void navigate({ ...place, search: at === null ? {} : { at }, replace: true });
  const forget = async () => {
    await client.api.call('DELETE /api/registry/tree/:id', { params: { id: forgetting ?? '' } });
    await readAgain();
  };
  return (
    <div className="full-height column">
      <div className="line-below page-head spread controls-grow-on-phone row-loose">
        <h1 className="unseen-on-phone">{text.views.tree}</h1>
        <RegistryPlaces here="tree" />
      </div>
      <div className="page-body scroll-area">
        {tree.isError && data !== undefined ? (
          <Banner role="status" tone="need">
            {text.stale}
          </Banner>
        ) : null}
        {data !== undefined ? (
          <TreeList
            mayForget={mayForget}
            onForget={setForgetting}
            onOpen={open}
            opened={search['at'] === undefined ? null : String(search['at'])}
            services={(id) => <Services id={id} />}
            tree={data}
          />
        ) : tree.isError ? (
          <ErrorPanel
            detail={errorText(tree.error)}
            onRetry={() => void tree.refetch()}
            title={text.failed}
          />
        ) : (
          <Skeleton rows={4} />
        )}
      </div>
      <RemoveDialog
        detail={text.tree.forgetDetail}
        onClose={() => setForgetting(null)}
        remove={forget}
        title={forgetting === null ? null : text.tree.forgetAsk(visibleText(forgetting))}
        yes={text.tree.forgetYes}
      />
    </div>
  );
}

function Services({ id }: { id: string }) {
  const { data, isError, error, refetch } = useRoute('GET /api/registry/tree/:id/services', {
    params: { id },
  });
  if (data !== undefined) return <TreeServiceList services={data} />;
  return isError ? (
    <ErrorPanel detail={errorText(error)} onRetry={() => void refetch()} title={text.failed} />
  ) : (
    <Skeleton rows={2} />
  );
}
