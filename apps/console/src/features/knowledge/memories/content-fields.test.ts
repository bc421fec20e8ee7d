import { describe, expect, it } from 'vitest';
import { contentOf, draftOf, tagsOf } from './content-fields.ts';

describe('the form of a content', () => {
  const workflow = {
    workflow_name: 'Invite',
    steps: [
      { name: 'Ask', description: 'where: on site', details: {} },
      { name: 'Mail', description: '', details: {} },
    ],
    domain: 'hiring',
  };

  it('gives back what it was made from', () => {
    const draft = draftOf('workflow', workflow);
    expect(draft.texts['steps']).toBe('Ask: where: on site\nMail: ');
    expect(contentOf(draft)).toEqual(workflow);
  });

  it('leaves what a text cannot hold to the JSON', () => {
    const steps = [{ name: 'Ask', description: '', details: { tool: 'mail' } }];
    const draft = draftOf('workflow', { ...workflow, steps });
    expect(draft.texts).not.toHaveProperty('steps');
    expect(contentOf(draft)).toEqual({ ...workflow, steps });
    const event = { event_summary: 'x', learnings: ['one\ntwo'] };
    expect(contentOf(draftOf('episodic', event))).toEqual(event);
  });

  it.each([
    [{ name: 'GET https://api.example/x', description: '', details: {} }],
    [{ name: '步骤：打开', description: '页面', details: {} }],
    [{ name: ' Ask', description: 'who', details: {} }],
    [{ name: '', description: 'only', details: {} }],
  ])('never rewrites the step %j', (step) => {
    const content = { workflow_name: 'Invite', steps: [step] };
    expect(contentOf(draftOf('workflow', content))).toEqual(content);
    const event = { event_summary: 'x', learnings: ['one', '', 'two'] };
    expect(contentOf(draftOf('episodic', event))).toEqual(event);
  });

  it('is nothing while its JSON is none', () => {
    const draft = draftOf('semantic', { concept_name: 'a' });
    for (const rest of ['{', '[]', '1']) expect(contentOf({ ...draft, rest })).toBeNull();
    expect(contentOf({ ...draft, rest: '' })).toEqual({ concept_name: 'a' });
  });

  it('reads tags in both scripts, each once', () => {
    expect(tagsOf(' a, b，c、a ,')).toEqual(['a', 'b', 'c']);
  });
});
