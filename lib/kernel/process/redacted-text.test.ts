import { expect, test } from "vitest";
import { redactedText } from "@/lib/kernel/process/redacted-text";

test.each([
  ["connect postgres://atrium:hunter2@db:5432/atrium failed", "hunter2"],
  ["smtp://user:p%40ss@mail.example refused", "p%40ss"],
  ["sent authorization: Bearer abcdefgh12345678", "abcdefgh12345678"],
  ["Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA"],
  ["a token eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "c2lnbmF0dXJl"],
  ["GET /set-password?token=481516 failed", "481516"],
  ["client_secret=top-secret-value&grant_type=x", "top-secret-value"],
  ['{"password":"correct horse"}', "correct"],
  ["presented alcs_0123456789abcdefghijABCD", "0123456789abcdefghij"],
])("%s is logged without its secret", (text, secret) => {
  expect(redactedText(` ${text}`)).not.toContain(secret);
  expect(redactedText(` ${text}`)).toContain("[redacted]");
});

test("text without secrets is not changed", () => {
  const text =
    "a request of atr_6Qm2r8s0t4u1v7w3x9y5zA failed: connect ECONNREFUSED 127.0.0.1:5432, code: ECONNREFUSED https://id.example:443/x";
  expect(redactedText(text)).toBe(text);
});
