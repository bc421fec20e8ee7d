import type { PromptOrigin } from '@countersign/api/origin';
import type { PromptSource } from '@countersign/api/prompt';
import type { UpMessage } from '@countersign/upformat/message';

/** A question in a format other than UpFormat, as the message a person answers. */
export interface ReceivedAsk {
  origin: PromptOrigin;
  source: PromptSource;
  message: UpMessage;
  digest: string;
}
