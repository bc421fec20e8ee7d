import type { RegistryTreeView, TreeServices } from '@countersign/api/registry';
import { CircleCheck, CircleHelp, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { registryText } from '../../text/registry.ts';
import { statementSentence } from '../../text/statements/statements.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { HealthBadge } from './service-facts.tsx';
import './service-table.css';

const text = registryText.tree;
type Registry = RegistryTreeView['registries'][number];

const uplinkMarks = {
  waiting: { tone: 'idle', icon: CircleHelp },
  connected: { tone: 'done', icon: CircleCheck },
  failing: { tone: 'fail', icon: TriangleAlert },
} as const;

interface TreeListProps {
  tree: RegistryTreeView;
  /** The registry whose services are shown; null = none. */
  opened: string | null;
  onOpen: (id: string | null) => void;
  services: (id: string) => ReactNode;
  mayForget: boolean;
  onForget: (id: string) => void;
}

/** The connection upward, and the registries below as a tree. */
export function TreeList(props: TreeListProps) {
  const { parent, registries, self, unlisted } = props.tree;
  const below = new Map<string, Registry[]>();
  for (const one of registries) {
    const parent = one.above[0] ?? '';
    const siblings = below.get(parent);
    if (siblings === undefined) below.set(parent, [one]);
    else siblings.push(one);
  }
  return (
    <div className="page-lead stack-wide">
      <p className="muted">{text.lead}</p>
      <section className="stack-tight">
        <h2 className="tight-below">{text.above}</h2>
        {parent === null ? (
          <p className="small muted">{text.root}</p>
        ) : (
          <div className="row-wrap">
            <Badge {...uplinkMarks[parent.state]}>{text.uplink[parent.state]}</Badge>
            {parent.reachedAt === null ? null : (
              <span className="small muted">
                {text.reached} <LiveTime as="ago" at={parent.reachedAt} />
              </span>
            )}
            {parent.reason === null ? null : (
              <span className="small breakable">
                {visibleText(statementSentence(parent.reasonStatement, parent.reason))}
              </span>
            )}
          </div>
        )}
      </section>
      <section>
        <h2 className="tight-below">{text.below}</h2>
        <Branch {...props} below={below} registry={registries.find(({ id }) => id === self)} />
        {unlisted === 0 ? null : <p className="small muted">{text.unlisted(unlisted)}</p>}
        {registries.length > 1 ? null : <p className="small muted">{text.none}</p>}
      </section>
    </div>
  );
}

interface BranchProps extends TreeListProps {
  registry: Registry | undefined;
  /** The registries directly below each, by its id. */
  below: ReadonlyMap<string, readonly Registry[]>;
}

/** A registry, and those directly below it. */
function Branch({ registry, ...props }: BranchProps) {
  if (registry === undefined) return null;
  const { tree, opened, onOpen, services } = props;
  const { id, stale } = registry;
  const name = visibleText(id);
  const isOpen = opened === id;
  return (
    <ul className="registry-branch">
      <li>
        <div className="row">
          <div className="grow row-wrap">
            <button
              aria-expanded={isOpen}
              className="link strong target-height"
              onClick={() => onOpen(isOpen ? null : id)}
              title={text.show(name)}
              type="button"
            >
              {name}
            </button>
            {stale ? (
              <Badge icon={TriangleAlert} title={text.staleDetail} tone="need">
                {text.stale}
              </Badge>
            ) : null}
            <Facts registry={registry} self={tree.self} />
          </div>
          {props.mayForget && registry.by !== null ? (
            <IconButton
              icon={Trash2}
              label={text.forget(name)}
              onClick={() => props.onForget(id)}
            />
          ) : null}
        </div>
        {isOpen ? services(id) : null}
        {(props.below.get(id) ?? []).map((one) => (
          <Branch {...props} key={one.id} registry={one} />
        ))}
      </li>
    </ul>
  );
}

function Facts({ registry, self }: { registry: Registry; self: string }) {
  const { id, connected, services, unhealthy, by, lastContactAt } = registry;
  const facts = [
    ...(id === self ? [text.here] : []),
    ...(connected ? [] : [text.unconnected(visibleText(id))]),
    text.services(services),
    ...(unhealthy === 0 ? [] : [text.unhealthy(unhealthy)]),
    ...(by === null ? [] : [text.by(visibleText(by))]),
  ];
  return (
    <span className="small muted">
      {commonText.inRow(facts)}
      {lastContactAt === null ? null : (
        <>
          {' · '}
          {text.contact} <LiveTime as="ago" at={lastContactAt} />
        </>
      )}
    </span>
  );
}

/** What is registered with one registry of the tree. */
export function TreeServiceList({ services }: { services: TreeServices }) {
  const { items, all } = services;
  if (items.length === 0) return <p className="small muted">{text.empty}</p>;
  return (
    <>
      <ul className="agent-lines small">
        {items.map((service) => (
          <li key={service.id}>
            <b className="strong truncate" dir="auto" lang="">
              {visibleText(service.name)}
            </b>
            <code className="muted truncate">{visibleText(service.address)}</code>
            <HealthBadge health={service.health} />
          </li>
        ))}
      </ul>
      {items.length < all ? <p className="small muted">{text.first(items.length)}</p> : null}
    </>
  );
}
