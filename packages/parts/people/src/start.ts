import type { PartKernel, StartedPart } from '@countersign/server/part';
import { createAuth } from './operators/auth.ts';
import { peopleExtensions } from './people-extension.ts';
import type { PeopleServices } from './people-services.ts';
import { createProvider } from './provider/provider.ts';
import type { ProviderSettings } from './provider/provider-client.ts';
import { registerPeople } from './routes.ts';

export interface PeopleSettings {
  /** The administrator's bearer token, and the code of the printed sign-in link. */
  token: string;
  signInCode: string | null;
  /** The bearer token of programs that register services. */
  registrantToken?: string | null | undefined;
  /** Where people sign in; null = here. */
  provider?: ProviderSettings | null | undefined;
}

export function preparePeople(kernel: PartKernel, settings: PeopleSettings) {
  const provider = settings.provider ? createProvider(settings.provider, kernel) : null;
  const auth = createAuth({ ...kernel, ...settings, provider });
  const leave = (operatorId: string) => {
    for (const { left } of peopleExtensions.of(kernel)) left(operatorId);
  };
  return async (): Promise<StartedPart<PeopleServices>> => {
    await auth.open();
    return {
      gives: { auth },
      work: () => provider?.watch() ?? (() => {}),
      close: auth.close,
      routes: (app, http) =>
        registerPeople(app, { ...kernel, ...http, auth, provider, presence: { leave } }),
    };
  };
}
