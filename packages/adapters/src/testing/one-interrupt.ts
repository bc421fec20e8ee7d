import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { Interrupt } from '../ag-ui/interrupt.ts';
import { asksOfInterrupt, type ReceivedBefore } from '../ag-ui/interrupts.ts';
import { interruptOfOutcome } from '../ag-ui/received-interrupt.ts';
import { resumeEntriesOf } from '../ag-ui/resume.ts';
import type { ResumeEntry } from '../ag-ui/resume-entry.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';

/** An interrupt of an outcome as the questions a person answers. */
export const interruptAsks = (
  interrupt: Interrupt,
  place: AskPlace,
  before: ReceivedBefore,
): ForeignAsk[] => asksOfInterrupt(interruptOfOutcome(interrupt), place, before);

/** The only entry of `resume[]` for one answer; null if the message is not about an interrupt. */
export const resumeOf = (message: UpMessage, feedback: UpFeedback): ResumeEntry | null =>
  resumeEntriesOf([{ message, feedback }])[0] ?? null;
