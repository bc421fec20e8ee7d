import { peopleExtensions } from '@countersign/part-people/people-extension';
import { onDuty } from '@countersign/server/journal/on-duty';
import { createSafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { PartKernel, StartedPart } from '@countersign/server/part';
import { createLoadSchema } from '../decisions/questions/load-schema.ts';
import { reclaimOutbox } from '../delivery/lease.ts';
import { deskExtensions } from '../desk-extension.ts';
import type { DeskServices } from '../desk-services.ts';
import { registerDesk } from '../routes.ts';
import { createAgentServices } from './agents.ts';
import type { DeskSettings } from './desk-settings.ts';
import { createSharedPresence } from './presence.ts';
import { createUnattended } from './unattended.ts';
import { startUpkeep } from './upkeep.ts';

export function prepareDesk(kernel: PartKernel, settings: DeskSettings) {
  const { clock, journal } = kernel;
  const presence = createSharedPresence(kernel);
  peopleExtensions.add(kernel, { left: presence.leave });

  return async (): Promise<StartedPart<DeskServices>> => {
    const extensions = deskExtensions.of(kernel);
    const agents = await createAgentServices(kernel, settings, extensions);
    const unattended = createUnattended(kernel, settings, { ...agents, extensions });
    const { conditionCheck, ruleAnswering, ...asked } = unattended;
    const { timers, webhooks } = asked;
    const { runs, controls, dispatcher } = agents;
    const { schemaAllow: allowed = [] } = settings;
    const gives: DeskServices = {
      ...{ ...agents, ...asked, presence },
      rulesIdle: ruleAnswering.idle,
      loadSchema: createLoadSchema(createSafeFetch({ clock, allowed })),
    };
    return {
      gives,
      async prepareDuty() {
        // Before anything can be leased: what is leased already must not be leased a second time.
        await onDuty(journal).commit(reclaimOutbox, null);
      },
      takeUp: {
        runs: runs.recover,
        controls: controls.recover,
        deadlines: timers.rearm,
        rules: ruleAnswering.recover,
        webhooks: webhooks.recover,
      },
      work: () => startUpkeep(kernel, { ...agents, ...asked }),
      afterOutage: {
        'runs that were not connected': runs.startMissed,
        controls: controls.recover,
      },
      dismiss: dispatcher.drain,
      async close() {
        presence.close();
        timers.close();
        await webhooks.close();
        await ruleAnswering.close();
        await conditionCheck.close();
        await agents.statusAsker.close();
        await controls.close();
        agents.askers.close();
        await dispatcher.close();
        await runs.close();
      },
      routes: (app, http) => registerDesk(app, { ...kernel, ...http, ...gives, extensions }),
    };
  };
}
