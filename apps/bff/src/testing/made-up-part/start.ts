import { deskExtensions } from '@countersign/part-desk/desk-extension';
import type { DeskServices } from '@countersign/part-desk/desk-services';
import type { PartKernel, StartedPart } from '@countersign/server/part';

export interface StreetServices {
  ask(street: string): Promise<void>;
  /** How the questions were answered. */
  answers: readonly string[];
  /** What happened to the part. */
  life: readonly string[];
}

const asker = { key: 'streets', name: 'Streets' };

export function prepareStreets(kernel: PartKernel) {
  const answers: string[] = [];
  const life: string[] = [];
  deskExtensions.add(kernel, {
    answerers: [
      {
        protocol: 'streets',
        async receive({ prompt, feedback }) {
          answers.push(`${prompt.message.messageId}: ${feedback.type}`);
          return { kind: 'taken' };
        },
      },
    ],
  });

  return async ({ desk }: { desk: DeskServices }): Promise<StartedPart<StreetServices>> => ({
    gives: {
      answers,
      life,
      async ask(street) {
        const upPrompt = { ask: `Is it called ${street}?` };
        const message = { messageId: street, state: 'needsHumanDecision', payload: {}, upPrompt };
        const origin = { protocol: 'streets', kind: 'name', label: 'Name of a street' };
        await desk.askers.ask({ asker, origin, message });
      },
    },
    takeUp: { streets: () => life.push('taken up') },
    dismiss: () => void life.push('dismissed'),
    close: () => void life.push('closed'),
    routes: (app) => app.get('/streets', async () => ({ answers })),
  });
}
