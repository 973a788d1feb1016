/** Patterns of secrets in texts from elsewhere: packages' lines, and messages of errors. Each has the
 *  replacement with the part that stays. */
const secrets: readonly [RegExp, string][] = [
  // The password in an address: postgres://user:password@host
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/]+@/gi, "$1:[redacted]@"],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/-]{8,}=*/gi, "$1 [redacted]"],
  // A signed token: its header, payload and signature.
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g, "[redacted]"],
  // Our own secrets have a prefix for their kind.
  [/\b((?:aen|afc|agr|alcs?|alk|aocs|aop|as|atd)_)[\w-]{16,}/g, "$1[redacted]"],
  [
    /([?&"'\s](?:access_token|client_assertion|client_secret|code_verifier|id_token(?:_hint)?|logout_token|password|refresh_token|secret|token)["']?\s*[=:]\s*["']?)[^\s&"']+/gi,
    "$1[redacted]",
  ],
  // Errors have codes too, after a colon.
  [/([?&\s]code=)[^\s&"']+/gi, "$1[redacted]"],
];

/** Removes secrets from a text. For texts from elsewhere: our own code writes no secret to the log. */
export function redactedText(text: string): string {
  return secrets.reduce((left, [secret, replacement]) => left.replace(secret, replacement), text);
}
