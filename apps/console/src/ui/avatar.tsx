import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { isRelayedName, ownName } from '../text/sender-name.ts';
import './avatar.css';

/**
 * Two letters for a name: initials of the first two words, else its first two letters; one for a name in a script of wide
 * characters. The connection of a relayed name is no part of them.
 */
export function initialsOf(name: string): string {
  const words = ownName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = '', second = ''] = words;
  const [letter = '', next = ''] = first;
  if (isWide(letter)) return letter;
  return second ? `${letter}${second.slice(0, 1)}` : `${letter}${isWide(next) ? '' : next}`;
}

const isWide = (letter: string): boolean =>
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter);

/** A person: always a circle. */
export function PersonAvatar({ name, me, large }: { name: string; me?: boolean; large?: boolean }) {
  return (
    <span
      className={clsx('centred rigid avatar', me && 'avatar-me', large && 'avatar-large')}
      title={name}
      aria-hidden
    >
      {initialsOf(name).toUpperCase()}
    </span>
  );
}

/** An agent: always a square, in mono; dashed for a claimed name. */
export function AgentAvatar({ name }: { name: string }) {
  return (
    <span
      className={clsx(
        'centred rigid rounded-small agent-avatar',
        isRelayedName(name) && 'agent-avatar-relayed',
      )}
      title={name}
      aria-hidden
    >
      {initialsOf(name).toLowerCase()}
    </span>
  );
}

/** Avatar and name together. `children` replaces the name as shown. */
export function Who({
  name,
  kind,
  me,
  children,
}: {
  name: string;
  kind: 'person' | 'agent';
  me?: boolean;
  children?: ReactNode;
}) {
  return (
    <span className="row-inline avatar-name">
      {kind === 'person' ? (
        <PersonAvatar name={name} {...(me ? { me } : {})} />
      ) : (
        <AgentAvatar name={name} />
      )}
      <span className="truncate">{children ?? name}</span>
    </span>
  );
}
