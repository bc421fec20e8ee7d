/** Words of the sign-in page. */
export const signInText = {
  title: 'Sign in',
  lead: 'Open the sign-in link that the server prints when it starts, or paste a token.',
  where:
    'The link stands in the terminal, on the line that begins with “Sign in”. It works once. The administrator’s token is in the file named there; the administrator can make one for each operator.',
  token: 'Token',
  submit: 'Sign in',
  signingIn: 'Signing in',
  withCode: 'Signing in with the link',
  empty: 'Paste a token first',
  codeRefused: 'This link was used before, or the server was restarted since',
  codeHint: 'Ask the server for a new one by restarting it, or sign in with a token.',
  tokenRefused: 'The server does not know this token',
  offline: 'The server cannot be reached',
  offlineHint: 'Check that it runs, then try again.',
  openFile: 'Open an exported task: no sign-in needed',
  limited: 'Too many attempts, wait a minute',
};
