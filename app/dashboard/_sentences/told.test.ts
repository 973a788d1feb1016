import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import { type Locale, locales } from "@/i18n/locales";
import { auditKinds } from "@/lib/core/audit/audit-kinds";
import type { StoredAuditEvent } from "@/lib/core/audit/stored-audit-event";
import { placeholderValues, sentenceKey, sentenceText } from "./told";

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const ada = "01900000-0000-7000-8000-00000000ada0";
const names = new Map([[ada, "Ada Lovelace"]]);

function wordsIn(locale: Locale) {
  const texts = catalogs[locale].audit;
  return { t: createTranslator({ locale, messages: texts }), texts };
}
const words = wordsIn("en");
const inEnglish = (event: StoredAuditEvent, known = names) =>
  sentenceText({ event, names: known, words });

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

test("an event's sentence has the actor, the act and the browser", () => {
  const signedIn = event({ context: { user_agent: CHROME } });
  expect(inEnglish(signedIn)).toBe("Ada Lovelace signed in from Chrome on macOS");
  expect(inEnglish(event({}))).toBe("Ada Lovelace signed in");
  const made = event({
    kind: "role.created",
    actor: { type: "administrator", id: "x", name: "grace@example.com" },
    targets: [{ type: "role", id: "r", name: "Editor" }],
  });
  expect(inEnglish(made)).toBe("grace@example.com created the role Editor");
});

test("the sentence is in the reader's language, the browser too", () => {
  const signedIn = event({ context: { user_agent: CHROME } });
  const sentenceIn = (locale: Locale) =>
    sentenceText({ event: signedIn, names, words: wordsIn(locale) });
  expect(sentenceIn("de")).toBe("Ada Lovelace hat sich mit Chrome unter macOS angemeldet");
  expect(sentenceIn("ja")).toBe("Ada Lovelace がサインインしました（macOS の Chrome）");
});

test("an unknown actor shows as a generic noun, and a backend or the service itself has no page", () => {
  expect(inEnglish(event({ kind: "login.failed", targets: [] }))).toBe(
    "Somebody failed to sign in",
  );
  const suspended = event({ kind: "user.suspended" });
  expect(inEnglish(suspended)).toBe("Your backend suspended Ada Lovelace");
  const filled = placeholderValues<string>({ event: suspended, names, words }, ({ party }) =>
    party ? party.id : "nobody",
  );
  expect([filled.actor("Somebody"), filled.user("somebody")]).toEqual(["nobody", ada]);
});

test("a deleted user has no name, and so no page either", () => {
  expect(inEnglish(event({ kind: "user.deleted" }), new Map())).toBe(
    "Your backend deleted somebody",
  );
});

test("a thing without a name is shown by the end of its id, and a machine by its type too", () => {
  const revoked = event({
    kind: "tenant_secret.revoked",
    actor: { type: "credential", id: "c", name: "Billing" },
    targets: [{ type: "tenant_secret", id: "01900000-0000-7000-8000-0000000000aa" }],
  });
  expect(inEnglish(revoked)).toBe("Billing (credential) revoked the tenant secret …0000000000aa");
});

test("a product's event is shown by the product's own name, even where that is one of ours", () => {
  const pushed = event({
    source: "product",
    kind: "login.succeeded",
    actor: { type: "user", id: "u-1", name: "Ada" },
  });
  expect(inEnglish(pushed)).toBe("Ada: login.succeeded");
  const device = event({
    source: "product",
    kind: "door.opened",
    actor: { type: "lock", id: "7" },
  });
  expect(inEnglish(device)).toBe("lock 7: door.opened");
});

test("a name that looks like a text of ours is shown unchanged", () => {
  const odd = new Map([[ada, "<user>{kind}</user>"]]);
  expect(inEnglish(event({}), odd)).toBe("<user>{kind}</user> signed in");
});

test.each(locales)("every kind has a sentence in %s that can be filled in", (locale) => {
  const failed: unknown[] = [];
  const texts = catalogs[locale].audit;
  const onError = (error: unknown) => failed.push(error);
  const t = createTranslator({ locale, messages: texts, onError });
  for (const kind of auditKinds) {
    for (const targets of [[], [{ type: "user", id: ada }]]) {
      const described = event({ kind, targets, context: { user_agent: CHROME } });
      expect(sentenceKey(described)).toBe(`kinds.${kind}`);
      const text = sentenceText({ event: described, names, words: { t, texts } });
      expect(text, kind).not.toMatch(/[{}<>]|undefined|kinds\./);
      expect(text.length, kind).toBeGreaterThan(8);
    }
  }
  expect(failed).toEqual([]);
});
