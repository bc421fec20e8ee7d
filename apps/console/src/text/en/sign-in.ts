/** Texts of the sign-in page. */
export const signInText = {
  title: 'Sign in',
  lead: 'Open the sign-in link that the server prints when it starts, or paste a token.',
  where:
    'The link is in the terminal, on the line that begins with “Sign in”. It works once. The administrator’s token is in the file named there; the administrator can create one for each operator.',
  token: 'Token',
  submit: 'Sign in',
  signingIn: 'Signing in',
  withCode: 'Signing in with the link',
  empty: 'Paste a token first',
  codeRefused: 'This link was used before, or the server was restarted since',
  codeHint: 'Restart the server to get a new one, or sign in with a token.',
  tokenRefused: 'Wrong or expired token. Use the link in the terminal or ask your administrator.',
  offline: 'The server cannot be reached',
  offlineHint: 'Check that it is running, then try again.',
  openFile: 'Open an exported task: no sign-in needed',
  loss: {
    over: {
      title: 'Your session has ended',
      hint: 'It expired, or the server ended it. What you were writing is kept in this browser.',
    },
    'cookie-missing': {
      title: 'The cookie of your session is gone',
      hint: 'It was deleted in this browser, or by another server on this host: cookies are shared by all of its ports. Nothing was done in your name. Sign in to continue.',
    },
    'cookie-replaced': {
      title: 'Another server on this host has overwritten the cookie of your session',
      hint: 'Cookies are shared by all ports of a host. Nothing was done in your name, and nothing can be without signing in. If you did not just open a page of an agent, find out who did this.',
    },
  },
  limited: 'Too many attempts, wait a minute',
};
