import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAgentNames } from '../../live/agent-names.ts';
import { knowledgeText } from '../../text/knowledge.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { nameOf } from './memories/memory-facts.tsx';

/** The views, by the first segment of their address. */
export const views = [
  'memories',
  'corrections',
  'given',
  'retrieval',
  'extraction',
  'incoming',
  'packs',
  'exchange',
] as const;
export type View = (typeof views)[number];

/** What follows `/knowledge/`. The rest of a memory's address is its id, with any characters. */
export const pathOf = (view: View, id?: string): string =>
  id === undefined ? view : `${view}/${id}`;

interface LinkTo {
  'aria-current'?: 'page';
  children: ReactNode;
  className?: string;
  search?: Readonly<Record<string, string>>;
}

export function ViewLink({ view, children, ...rest }: LinkTo & { view: View }) {
  return (
    <Link params={{ _splat: pathOf(view) }} to="/knowledge/$" {...rest}>
      {children}
    </Link>
  );
}

export function MemoryLink({
  memory,
  className,
}: {
  memory: { id: string; name: string };
  className?: string;
}) {
  return (
    <Link
      params={{ _splat: pathOf('memories', memory.id) }}
      to="/knowledge/$"
      {...(className === undefined ? {} : { className })}
    >
      <bdi lang="">{nameOf(memory)}</bdi>
    </Link>
  );
}

export function TaskLink({ taskId, children }: { taskId: string; children: ReactNode }) {
  return (
    <Link params={{ taskId }} to="/tasks/$taskId">
      {children}
    </Link>
  );
}

export function PromptLink({ promptId, children }: { promptId: string; children: ReactNode }) {
  return (
    <Link params={{ promptId }} to="/inbox/$promptId">
      {children}
    </Link>
  );
}

/** Whose experience it is. */
export function AgentLabel({ id }: { id: string | null }) {
  const nameOf = useAgentNames();
  if (id === null) return <span className="muted nowrap">{knowledgeText.noAgent}</span>;
  const name = visibleText(nameOf(id));
  return (
    <span className="row-inline knowledge-agent">
      <AgentAvatar name={name} />
      <span className="truncate" dir="auto" lang="">
        {name}
      </span>
    </span>
  );
}
