import type { CreateWebhook, Webhook } from '@countersign/api/webhook';
import type { Severity } from '@countersign/upformat/message';
import { webhooksText } from '../../text/administration.ts';

const words = webhooksText.form;
const MINUTE = 60_000;

/** The offered intervals of calling again, ms; null = once. */
export const repeats: readonly (number | null)[] = [
  null,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
];

export interface WebhookForm {
  name: string;
  url: string;
  enabled: boolean;
  severityFrom: Severity;
  repeatMs: number | null;
}
export type WebhookFaults = Partial<Record<'name' | 'url', string>>;

export function webhookForm(webhook: Webhook | null): WebhookForm {
  if (webhook === null) {
    return { name: '', url: '', enabled: true, severityFrom: 'info', repeatMs: null };
  }
  const { name, url, enabled, severityFrom, repeatMs } = webhook;
  return { name, url, enabled, severityFrom, repeatMs };
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** What is typed as a webhook, or what is wrong with it. */
export function readWebhook(
  form: WebhookForm,
): { ok: true; webhook: CreateWebhook } | { ok: false; faults: WebhookFaults } {
  const name = form.name.trim();
  const url = form.url.trim();
  const faults: WebhookFaults = {
    ...(name === '' || name.length > 80 ? { name: words.nameBad } : {}),
    ...(isHttp(url) ? {} : { url: words.urlBad }),
  };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, webhook: { ...form, name, url } };
}
