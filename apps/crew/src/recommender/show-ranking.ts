import type { RunContext } from '@countersign/agent/run-context';
import type { TokenWriter } from '../token-writer.ts';
import { crewTextFor } from '../words/crew-text.ts';
import { type Brief, remoteShares } from './brief.ts';
import type { Proposed } from './recommendation.ts';

/** The brief in one line, for people. */
export function describeBrief(brief: Brief): string {
  const { role, skills, location, remote, startDate, maxRate, onlyCity, count } = brief;
  const share = remoteShares.find(({ const: value }) => value === remote)?.title.toLowerCase();
  return [
    role,
    skills.length > 0
      ? `knows ${skills.map(({ name, level }) => `${name} (${level})`).join(', ')}`
      : 'skills not named',
    location ? `works in ${location.city}` : remote === 'remote' ? null : 'place not named',
    onlyCity ? `must live in ${onlyCity}` : null,
    share ?? null,
    startDate ? `from ${startDate}` : null,
    maxRate === null ? null : `at most ${maxRate} EUR per hour`,
    `${count} to invite`,
  ]
    .filter((part) => part !== null)
    .join('; ');
}

/** Writes the ranking: text token by token, then the table. */
export async function showRanking(
  context: RunContext,
  input: { candidates: readonly Proposed[]; total: number; speech: TokenWriter },
): Promise<void> {
  const { candidates, total, speech } = input;
  const writer = await context.message();
  await speech.write(writer, crewTextFor(context.language).leading(candidates.length, total));
  for (const { name, city, travelMinutes, rate, score } of candidates) {
    const way = travelMinutes === null ? 'remote' : `${travelMinutes} minutes away`;
    await speech.write(
      writer,
      `- **${name}**, ${city}, ${way}, ${rate} EUR, score ${score.toFixed(2)}\n`,
    );
  }
  await writer.output({
    type: 'table',
    columns: ['Name', 'City', 'Minutes', 'EUR/h', 'Free from', 'Score'],
    rows: candidates.map(({ name, city, travelMinutes, rate, availableFrom, score }) => [
      name,
      city,
      travelMinutes,
      rate,
      availableFrom,
      score,
    ]),
  });
  await writer.end();
}
