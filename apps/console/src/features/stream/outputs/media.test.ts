import { describe, expect, it } from 'vitest';
import { mediaOf } from './media.ts';

describe('mediaOf', () => {
  it('draws embedded bytes of safe types', () => {
    expect(mediaOf('image', { base64: 'AAAA', mimeType: 'image/png', name: 'a.png' })).toEqual({
      show: 'inline',
      source: 'data:image/png;base64,AAAA',
      name: 'a.png',
    });
    expect(mediaOf('audio', { url: 'data:audio/ogg;codecs=opus;base64,AAAA' })).toMatchObject({
      show: 'inline',
    });
  });
  it('never loads from another host without a click', () => {
    expect(mediaOf('image', { url: 'https://cdn.example/x.png' })).toMatchObject({
      show: 'remote',
      host: 'cdn.example',
    });
  });
  it.each([
    ['image', { url: 'data:image/svg+xml;base64,AAAA' }],
    ['image', { base64: 'AAAA', mimeType: 'text/html' }],
    ['file', { base64: 'AAAA', mimeType: 'text/html', name: '../../x.html' }],
  ] as const)('offers other bytes of a %s only for saving, as plain bytes', (kind, data) => {
    const media = mediaOf(kind, data);
    expect(media).toMatchObject({
      show: 'download',
      source: 'data:application/octet-stream;base64,AAAA',
    });
    expect(media.name).not.toContain('/');
  });
  it.each([
    ['javascript:alert(1)'],
    ['data:text/html,<b>'],
    ['/api/me'],
    ['blob:x'],
    [''],
    ['mailto:a@b.c'],
  ])('refuses %s', (url) => expect(mediaOf('video', { url })).toMatchObject({ show: 'refused' }));
});
