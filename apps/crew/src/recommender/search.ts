import type { RunContext } from '@countersign/agent/run-context';
import { findCity } from '../freelancers/cities.ts';
import { type Brief, daysOnSite } from './brief.ts';
import { changeState } from './crew-state.ts';
import { travelMinutes } from './geography.ts';
import { type Candidate, type Pool, type Ranking, rank } from './rank.ts';

const checkedCount = 6;

interface Check {
  id: string;
  name: string;
  description: string;
  progress: number;
}

/** Searches and checks the pool, visible to the operator: tool calls, progress per check, counts in the state. */
export async function search(context: RunContext, pool: Pool, brief: Brief): Promise<Ranking> {
  await changeState(context, { phase: 'searching' });
  const near = brief.location?.city ?? null;
  const ranking = await context.step('Search the pool', async () => {
    const args = {
      query: brief.role,
      skills: brief.skills.map(({ name }) => name),
      near,
      maxRate: brief.maxRate,
    };
    let found: Ranking | null = null;
    await context.tool('search_profiles', args, () => {
      found = rank(pool, brief);
      const { total, skills, availability } = found.funnel;
      return { total, withSkills: skills, kept: availability };
    });
    return found ?? rank(pool, brief);
  });
  const { total, skills } = ranking.funnel;
  await changeState(context, { phase: 'checking', funnel: { total, skills } });
  await context.step('Check the candidates', () => check(context, brief, ranking));
  return ranking;
}

async function check(
  context: RunContext,
  brief: Brief,
  { funnel, candidates }: Ranking,
): Promise<void> {
  const shown = candidates.slice(0, checkedCount);
  const office = brief.location === null ? null : findCity(brief.location.city);
  const checks: Check[] = [
    {
      id: 'rate',
      name: 'Rate',
      description: `${funnel.rate} of ${funnel.skills} within the limit`,
      progress: 0,
    },
    {
      id: 'travel',
      name: 'Travel time',
      description: `${funnel.travel} of ${funnel.rate} near enough`,
      progress: 0,
    },
    {
      id: 'availability',
      name: 'Availability',
      description: `${funnel.availability} of ${funnel.travel} free in time`,
      progress: 0,
    },
  ];
  const writer = await context.message();
  const show = () =>
    writer.output({
      type: 'toolCallShow',
      id: `checks-${context.runId}`,
      data: { title: 'Checks per candidate', icon: 'list-checks', tools: structuredClone(checks) },
    });
  const progress = async (id: string, value: number) => {
    const one = checks.find((each) => each.id === id);
    if (one) one.progress = Math.round(value * 100);
    await show();
  };
  await show();
  await progress('rate', 1);
  await changeState(context, { funnel });
  for (const [at, candidate] of shown.entries()) {
    if (office && daysOnSite(brief) > 0) await routeOf(context, candidate, office);
    await progress('travel', (at + 1) / shown.length);
  }
  if (shown.length === 0) await progress('travel', 1);
  for (const [at, candidate] of shown.entries()) {
    await availabilityOf(context, candidate, brief);
    await progress('availability', (at + 1) / shown.length);
  }
  if (shown.length === 0) await progress('availability', 1);
  await writer.end();
}

function routeOf(
  context: RunContext,
  { person }: Candidate,
  office: { name: string; lat: number; lon: number },
) {
  const args = { from: person.city, to: office.name, person: person.name };
  return context.tool('route_minutes', args, () => ({ minutes: travelMinutes(person, office) }));
}

function availabilityOf(context: RunContext, { person, daysLate }: Candidate, brief: Brief) {
  const args = { person: person.name, from: brief.startDate };
  return context.tool('check_availability', args, () => ({
    availableFrom: person.availableFrom,
    free: daysLate === 0,
    daysLate,
  }));
}
