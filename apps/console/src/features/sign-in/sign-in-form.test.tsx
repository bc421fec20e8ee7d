// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { codeOf } from './sign-in-code.ts';
import { SignInForm } from './sign-in-form.tsx';

const refused = (status: number) =>
  Object.assign(new Error('no'), { problem: { type: 'x', title: 'Unauthorized', status } });

describe('codeOf', () => {
  it.each([
    ['#code=abc-123', 'abc-123'],
    ['code=a%2Bb', 'a+b'],
    ['#', null],
    ['#code=', null],
    ['#other=1', null],
  ])('%s gives %s', (hash, code) => expect(codeOf(hash)).toBe(code));
});

describe('SignInForm', () => {
  it('spends the code of the link exactly once, also under StrictMode', () => {
    const signIn = vi.fn(() => new Promise<void>(() => {}));
    render(
      <StrictMode>
        <SignInForm code="abc" loss={null} signIn={signIn} />
      </StrictMode>,
    );
    expect(signIn.mock.calls).toEqual([[{ code: 'abc' }]]);
    expect(screen.getByRole('button', { name: 'Signing in with the link' })).toBeDisabled();
  });

  it('explains what to do when the link was used before, and accepts a token then', async () => {
    const signIn = vi.fn().mockRejectedValueOnce(refused(401)).mockResolvedValueOnce(undefined);
    render(<SignInForm code="old" loss={null} signIn={signIn} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('This link was used before');
    await userEvent.type(screen.getByLabelText('Token'), ' secret ');
    await userEvent.keyboard('{Enter}');
    expect(signIn).toHaveBeenLastCalledWith({ token: 'secret' });
  });

  it.each([
    [
      refused(401),
      'Wrong or expired token. Use the link in the terminal or ask your administrator.',
    ],
    [refused(429), 'Too many attempts'],
    [new TypeError('fetch failed'), 'The server cannot be reached'],
  ])('says plainly why a token was refused', async (error, words) => {
    render(<SignInForm code={null} loss={null} signIn={() => Promise.reject(error)} />);
    await userEvent.type(screen.getByLabelText('Token'), 'x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it('asks for a token when there is none, at the field', async () => {
    const signIn = vi.fn();
    render(<SignInForm code={null} loss={null} signIn={signIn} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByLabelText('Token')).toHaveAccessibleDescription(
      expect.stringContaining('Paste a token first'),
    );
    expect(signIn).not.toHaveBeenCalled();
  });
});
