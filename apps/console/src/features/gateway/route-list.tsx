import type { GatewayPolicy, GatewayRoute } from '@countersign/api/gateway';
import { CircleCheck, CircleSlash, OctagonX, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { gatewayText as text } from '../../text/registry.ts';
import { commonText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import './gateway.css';

const marks = {
  open: { tone: 'done', icon: CircleCheck },
  'no-policy': { tone: 'line', icon: CircleSlash },
  'other-service': { tone: 'need', icon: TriangleAlert },
  'no-service': { tone: 'line', icon: CircleSlash },
  unhealthy: { tone: 'fail', icon: OctagonX },
  'no-route': { tone: 'need', icon: TriangleAlert },
} as const;

interface RouteListProps {
  routes: readonly GatewayRoute[];
  mayEdit: boolean;
  /** The name of an agent of this server. */
  agentName: (id: string) => string;
  tryLink: (service: string) => ReactNode;
  onEdit: (route: GatewayRoute) => void;
  onRemove: (route: GatewayRoute) => void;
}

/** Every route of the gateway: where it leads, who may use it, and whether it works now. */
export function RouteList({ routes, ...given }: RouteListProps) {
  return (
    <ul aria-label={text.views.routes} className="gateway-routes">
      {routes.map((route) => (
        <Row key={route.route} route={route} {...given} />
      ))}
    </ul>
  );
}

function Row({
  route,
  mayEdit,
  agentName,
  tryLink,
  onEdit,
  onRemove,
}: Omit<RouteListProps, 'routes'> & { route: GatewayRoute }) {
  const { state, policy } = route;
  const name = visibleText(route.route);
  const remove = policy === null ? text.removeRoute : text.removePolicy;
  return (
    <li className="page-line row-wrap at-top soft-line-below">
      <div className="grow stack-tight">
        <div className="row-wrap">
          <h2 className="truncate" dir="auto" lang="">
            {visibleText(route.service || route.route)}
          </h2>
          <Badge {...marks[state]} title={text.stateDetail[state]}>
            {text.states[state]}
          </Badge>
          <span className="small muted truncate">{text.route(name)}</span>
        </div>
        {policy === null ? null : (
          <p className="small">{commonText.inRow(rulesOf(route, policy, agentName))}</p>
        )}
        {policy === null ? null : (
          <p className="small muted breakable">
            {text.hosts} <code>{visibleText(commonText.inRow(policy.hosts))}</code>
          </p>
        )}
        {state === 'open' ? null : <p className="small muted">{text.stateDetail[state]}</p>}
      </div>
      <span className="row rigid">
        {state === 'open' ? tryLink(route.service) : null}
        {mayEdit ? (
          <>
            {state === 'no-route' ? null : (
              <IconButton icon={Pencil} label={text.edit(name)} onClick={() => onEdit(route)} />
            )}
            <IconButton icon={Trash2} label={remove(name)} onClick={() => onRemove(route)} />
          </>
        ) : null}
      </span>
    </li>
  );
}

/** Who may call, and how, in one line. */
function rulesOf(
  { agentProtocol }: GatewayRoute,
  policy: GatewayPolicy,
  agentName: (id: string) => string,
): string[] {
  const spoken = Object.entries(text.protocols).find(([id]) => id === agentProtocol)?.[1];
  const protocol = spoken ?? visibleText(agentProtocol);
  const { callers, approval, callsPerMinute, callerMayAnswer, agent } = policy;
  const who = callers.includes('*')
    ? text.everyone
    : callers.length === 0
      ? text.nobody
      : visibleText(commonText.inRow(callers));
  return [
    who,
    protocol,
    ...(approval ? [text.approval] : []),
    text.rate(callsPerMinute),
    ...(callerMayAnswer ? [text.mayAnswer] : []),
    ...(agent === undefined ? [] : [text.as(visibleText(agentName(agent)))]),
  ];
}
