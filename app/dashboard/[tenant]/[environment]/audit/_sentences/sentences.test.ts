import { expect, test } from "vitest";
import { auditKinds } from "@/lib/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/audit/stored-audit-event";
import { sentenceParts, sentenceText } from "./sentence-parts";
import { sentences } from "./sentences";

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const ada = "01900000-0000-7000-8000-00000000ada0";
const names = new Map([[ada, "Ada Lovelace"]]);

const event = (over: Partial<StoredAuditEvent>): StoredAuditEvent => ({
  id: "01900000-0000-7000-8000-000000000001",
  kind: "login.succeeded",
  source: "service",
  eventId: null,
  environment: "production",
  actor: { type: "tenant", id: "t" },
  targets: [{ type: "user", id: ada }],
  context: {},
  metadata: {},
  occurredAt: new Date(),
  receivedAt: new Date(),
  ...over,
});

test("an event says who did what, and from which browser", () => {
  const signedIn = event({ context: { user_agent: CHROME } });
  expect(sentenceText(signedIn, names)).toBe("Ada Lovelace signed in from Chrome on macOS");
  const made = event({
    kind: "role.created",
    actor: { type: "administrator", id: "x", name: "grace@example.com" },
    targets: [{ type: "role", id: "r", name: "Editor" }],
  });
  expect(sentenceText(made, names)).toBe("grace@example.com created the role Editor");
});

test("who is not known is somebody, and a backend or the service itself has no page", () => {
  expect(sentenceText(event({ kind: "login.failed", targets: [] }), names)).toBe(
    "somebody tried to sign in and failed",
  );
  const suspended = event({ kind: "user.suspended" });
  expect(sentenceParts(suspended, names)).toEqual([
    "Your backend",
    " suspended ",
    { party: { type: "user", id: ada }, text: "Ada Lovelace" },
  ]);
});

test("a user who is deleted has no name, and so no page either", () => {
  expect(sentenceParts(event({ kind: "user.deleted" }), new Map()).at(-1)).toBe("somebody");
});

test("a product's event is told in the product's own word, even where that is one of ours", () => {
  const pushed = event({
    source: "product",
    kind: "login.succeeded",
    actor: { type: "user", id: "u-1", name: "Ada" },
  });
  expect(sentenceText(pushed, names)).toBe("Ada: login.succeeded");
});

test("every kind has a sentence that can be filled in, and nothing in braces is left", () => {
  for (const kind of auditKinds) {
    expect(sentences[kind], kind).toMatch(/^[A-Z{]/);
    const text = sentenceText(event({ kind, context: { user_agent: CHROME } }), names);
    expect(text, kind).not.toMatch(/[{}]|undefined/);
    expect(text.length, kind).toBeGreaterThan(12);
  }
});
