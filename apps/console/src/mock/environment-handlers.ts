import { type HttpHandler, HttpResponse, http } from 'msw';
import { notFound } from './problem-response.ts';

/** The environment of the demo has no services: there is no server that could read or call any. */
export function environmentHandlers(): HttpHandler[] {
  const none = () => HttpResponse.json({ items: [] });
  const unranked = () => HttpResponse.json({ version: null, items: [] });
  return [
    http.get('*/api/environment/artifacts', none),
    http.get('*/api/environment/profiles', none),
    http.get('*/api/environment/grants', none),
    http.get('*/api/environment/profile/:id/trail', none),
    http.get('*/api/environment/signifiers', unranked),
    http.post('*/api/environment/selection', unranked),
    http.post('*/api/environment/comparison', () =>
      HttpResponse.json({ selectors: [], items: [] }),
    ),
    http.get('*/api/environment/calls/:id', notFound),
    http.post('*/api/environment/*', notFound),
    http.put('*/api/environment/*', notFound),
    http.delete('*/api/environment/*', notFound),
  ];
}
