import type { Operator } from '@countersign/api/operator';
import type { Program } from '@countersign/api/program';
import type { Policy } from '@countersign/api/settings/policy';
import type { Webhook } from '@countersign/api/webhook';
import {
  type AdministrationCalls,
  administrationCalls,
} from '@countersign/client/calls/administration-calls';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from './session/client-context.tsx';
import { kept, settingsKeys } from './settings-queries.ts';

/** The calls of the settings of administrators. */
export function useAdministration(): AdministrationCalls {
  const client = useClient();
  return useMemo(() => administrationCalls(client.api.call), [client]);
}

/** The escalation policy that holds now. */
export function usePolicy(): UseQueryResult<Policy> {
  const client = useClient();
  return useQuery({
    ...kept,
    queryKey: settingsKeys.policy,
    queryFn: () => client.api.getPolicy(),
  });
}

/** The addresses that are called. Only administrators may read them: with `allowed` false nothing is requested. */
export function useWebhooks(allowed: boolean): UseQueryResult<Webhook[]> {
  const client = useClient();
  return useQuery({
    ...kept,
    queryKey: settingsKeys.webhooks,
    queryFn: async () => (await administrationCalls(client.api.call).listWebhooks()).items,
    enabled: allowed,
  });
}

/** The programs that may ask over MCP. Only administrators may read them: with `allowed` false nothing is requested. */
export function usePrograms(allowed: boolean): UseQueryResult<Program[]> {
  const client = useClient();
  return useQuery({
    // No event reports a call.
    staleTime: 0,
    queryKey: settingsKeys.programs,
    queryFn: async () => (await administrationCalls(client.api.call).listPrograms()).items,
    enabled: allowed,
  });
}

/** Everyone who may sign in. Only administrators may read them: `allowed` false asks nothing. */
export function useOperators(allowed: boolean): UseQueryResult<Operator[]> {
  const client = useClient();
  return useQuery({
    ...kept,
    queryKey: settingsKeys.operators,
    queryFn: async () => (await administrationCalls(client.api.call).listOperators()).items,
    enabled: allowed,
  });
}
