import type { AuditRecord } from '@countersign/api/records/audit';
import { isObject } from '@countersign/json/json-object';
import type { EvidencePart } from '@countersign/receipt/evidence';
import type { EvidenceWords } from './evidence-words.ts';

/** What could be read as markup, or not be seen, is written out. */
const safe = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replaceAll(
      /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
      (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`,
    );

const json = (value: unknown): string =>
  `<pre>${safe(JSON.stringify(value, null, 1) ?? 'null')}</pre>`;

const rows = (pairs: readonly (readonly [string, string | null])[]): string =>
  `<table>${pairs
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<tr><th>${safe(name)}</th><td>${safe(value ?? '')}</td></tr>`)
    .join('')}</table>`;

const utc = (at: number): string => new Date(at).toISOString();

/** What the file is, and of what. */
export const headPart = (
  words: EvidenceWords,
  { heading, made, by }: { heading: string; made: number; by: string },
): EvidencePart => ({
  id: 'head',
  html: `<h1>${safe(`${words.title}: ${heading}`)}</h1>${rows([
    [words.made, utc(made)],
    [words.by, by],
  ])}<h2>${words.what}</h2><p>${safe(words.whatText)}</p>`,
});

/** One entry: who did what, having seen what, with what outcome, and what proves it. */
export function entryPart(words: EvidenceWords, record: AuditRecord): EvidencePart {
  const { entry, receipt, row, previous } = record;
  const { detail, delivery, seen, who } = entry;
  const digest = isObject(detail) && typeof detail['digest'] === 'string' ? detail['digest'] : null;
  const outcome = delivery?.outcome ?? null;
  const facts = rows([
    [words.time, utc(entry.at)],
    [words.who, `${who.name} (${who.kind}, ${entry.operator})`],
    [words.action, entry.action],
    [words.about, entry.about === '' ? null : entry.about],
    [
      words.seen,
      seen === null
        ? delivery === null
          ? null
          : words.notSeen
        : String(Math.round(seen.visibleMs / 1_000)),
    ],
    [words.delivery, delivery?.state ?? null],
    [words.outcome, outcome === null ? null : `${outcome.status} ${outcome.note ?? ''}`.trim()],
    [words.digest, digest],
  ]);
  const feedback = isObject(detail) ? detail['feedback'] : undefined;
  return {
    id: `entry-${entry.number}`,
    html: [
      `<section><h2>${words.entry} ${entry.number}</h2>${facts}`,
      screenHtml(words, record),
      feedback === undefined ? '' : `<h3>${words.answer}</h3>${json(feedback)}`,
      receipt === null ? '' : `<h3>${words.receipt}</h3>${json(receipt.receipt)}`,
      `<h3>${words.chain}</h3>${rows([
        [words.previous, previous],
        [words.hash, entry.hash],
      ])}<h3>${words.text}</h3><pre>${safe(row)}</pre></section>`,
    ].join(''),
  };
}

function screenHtml(words: EvidenceWords, { screen }: AuditRecord): string {
  if (screen === null) return '';
  const { ask, message } = screen.prompt;
  const why = message.explanation;
  return `<h3>${words.screen}</h3><p>${screen.isProven ? words.proven : words.notProven}</p><blockquote><p><b>${safe(ask)}</b></p>${
    why === undefined ? '' : `<h4>${words.explanation}</h4><p>${safe(why)}</p>`
  }${message.payload === undefined ? '' : `<h4>${words.content}</h4>${json(message.payload)}`}</blockquote>`;
}

export const eventsPart = (
  words: EvidenceWords,
  { count, sha256 }: { count: number; sha256: string },
): EvidencePart => ({
  id: 'events',
  html: `<section><h2>${words.events}</h2>${rows([
    [words.events, String(count)],
    [words.eventsText, sha256],
  ])}</section>`,
});

export const evidenceStyle = `body{font:14px/1.5 system-ui,sans-serif;max-width:820px;margin:32px auto;padding:0 16px;color:#111;background:#fff}
table{border-collapse:collapse;width:100%}th{width:220px;text-align:left;font-weight:500;vertical-align:top}th,td{padding:4px 8px;border-bottom:1px solid #ddd;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:8px;font-size:12px}blockquote{margin:0;padding:4px 16px;border-left:3px solid #888}
section{border-top:2px solid #111;margin-top:32px}@media print{section{break-inside:auto}h2,h3{break-after:avoid}body{margin:0}}`;
