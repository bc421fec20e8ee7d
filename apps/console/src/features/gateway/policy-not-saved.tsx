import { type GatewayPolicy, gatewayPolicySchema } from '@countersign/api/gateway';
import { problemOf } from '../../live/problem-text.ts';
import { gatewayText } from '../../text/registry.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from './failed.tsx';
import { PolicyConflict } from './policy-conflict.tsx';
import type { SentPolicy } from './policy-form.ts';

const words = gatewayText.form.conflict;

/** The current policy, if the server refused this one because it has changed; undefined = it did not. */
export function newerPolicy(failure: unknown): GatewayPolicy | null | undefined {
  const problem = problemOf(failure);
  if (problem === null || !problem.type.endsWith('/policy-changed')) return undefined;
  const parsed = gatewayPolicySchema.nullable().safeParse(problem['policy']);
  return parsed.success ? parsed.data : undefined;
}

/** It is below all fields, and would be seen only by scrolling. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' });

interface PolicyNotSavedProps {
  failure: unknown;
  /** What is typed; null = it is not a policy yet. */
  mine: SentPolicy | null;
  onTakeTheirs: (theirs: GatewayPolicy) => void;
}

/** Why a policy was not saved; nothing if it was. */
export function PolicyNotSaved({ failure, mine, onTakeTheirs }: PolicyNotSavedProps) {
  const theirs = newerPolicy(failure);
  if (failure === null) return null;
  return (
    <div ref={intoView}>
      {theirs === undefined ? (
        <Failed of={failure} title={gatewayText.form.notSaved} />
      ) : (
        <PolicyConflict lead={words.lead} mine={mine} mineLabel={words.mine} theirs={theirs}>
          {theirs === null ? null : (
            <Button onClick={() => onTakeTheirs(theirs)}>{words.takeTheirs}</Button>
          )}
        </PolicyConflict>
      )}
    </div>
  );
}
