const secretName =
  /^(?:set-cookie|cookie|mcp-session-id|sid|pwd|pass|sig|hmac|code|pin|otp|app-?id|user-?key)$|auth(?!or(?!i))|api-?key|(?:^|[-_.])key$|(?:access|function|functions|subscription|account|client|private|shared|secret|license)-?key|token(?!s|iz|is)|secret|password|passwd|passphrase|passcode|session|credential|signature|jwt|bearer/i;

/** Whether a header or a parameter of this name carries what only the sender of a request should know. `apiKey` and `api_key` are one. */
export const isSecretName = (name: string): boolean => secretName.test(name.replaceAll('_', '-'));
