import { expect, test } from "vitest";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { translateDeferred } from "@/app/dashboard/_words/later";
import { type Locale, locales } from "@/i18n/locales";
import { assertWithinBounds } from "@/lib/core/security-policy/policy-bounds";
import { missing, ServiceError } from "@/lib/kernel/errors";
import type { Reason } from "@/lib/kernel/errors/catalogue";

/** Returns the form's message for a refusal. */
const problemIn = (locale: Locale, error: unknown) =>
  translateDeferred(problemOf(error).problem ?? "", locale);

test("a refusal that names a field is shown at that field, by the name in forms", () => {
  const refused = (detail: string) => problemOf(new ServiceError("unprocessable", { detail }));
  expect(refused("redirect_uris: register at least one.")).toEqual({
    problem: "Register at least one.",
    problems: { redirectUris: "Register at least one." },
  });
  expect(refused("selector.organization_id: names no organization").problems).toEqual({
    organizationId: "Names no organization.",
    organization: "Names no organization.",
  });
});

test("a refusal that names several fields is shown at each", () => {
  const detail = "slug, external_id: another organization has one of them.";
  expect(problemOf(new ServiceError("conflict", { detail })).problems).toEqual({
    slug: "Another organization has one of them.",
    externalId: "Another organization has one of them.",
  });
  const outside = "idle_timeout_minutes: must be from 15 to 525600; password_min_length: must be 8";
  expect(problemOf(new ServiceError("unprocessable", { detail: outside }))).toEqual({
    problem: expect.stringMatching(/^Must be from 15 to 525600\. /),
    problems: {
      idleTimeoutMinutes: "Must be from 15 to 525600.",
      passwordMinLength: "Must be 8.",
    },
  });
  const problem = problemIn("en", new ServiceError("unprocessable", { detail: outside }));
  expect(problem).toBe("Must be from 15 to 525600. And 1 more.");
});

test("a refusal with a name is in the reader's language, at its fields too", () => {
  const taken = problemOf(
    new ServiceError("conflict", {
      detail: "key: another role of this environment has this key.",
      says: { name: "roleKeyTaken" },
    }),
  );
  const german = "Eine andere Rolle dieser Umgebung hat diesen Schlüssel.";
  expect(translateDeferred(taken.problem ?? "", "de")).toBe(german);
  expect(translateDeferred(taken.problems?.key ?? "", "de")).toBe(german);
  const inUse = new ServiceError("conflict", {
    detail: "id: 2 membership(s) have this role.",
    says: { name: "roleInUse", members: 2 },
  });
  expect(problemIn("en", inUse)).toBe(
    "2 memberships have this role. Give these memberships another role first.",
  );
  const full = new ServiceError("conflict", {
    detail: "The client has two live secrets already; revoke one secret first.",
    says: { name: "clientHasTwoSecrets" },
  });
  expect(problemIn("fr", full)).toContain("Révoquez d’abord un secret.");
});

test("each part of a refusal has its own name", () => {
  const policy = { idleTimeoutMinutes: 1, lockoutThreshold: 5 };
  let refusal: unknown;
  try {
    assertWithinBounds(policy);
  } catch (error) {
    refusal = error;
  }
  const { problems } = problemOf(refusal);
  expect(translateDeferred(problems?.idleTimeoutMinutes ?? "", "de")).toContain(
    "von 15 bis 525.600",
  );
  expect(translateDeferred(problems?.lockoutThreshold ?? "", "en")).toContain("A lockout needs");
});

test("a refused address is shown with the rule that refused it", () => {
  const refused = (problem: string) =>
    new ServiceError("unprocessable", {
      detail: `redirect_uris: http://a.example ${problem}.`,
      says: { name: "uriRefused", uri: "http://a.example", problem },
    });
  expect(problemIn("en", refused("must be https"))).toBe("http://a.example must be https.");
  expect(problemIn("en", refused("is odd"))).toBe("http://a.example can’t be registered: is odd.");
});

test("a problem with a form's subject is shown at no field", () => {
  const detail = "id: the role is in use by 2 membership(s); give them another first.";
  expect(problemOf(new ServiceError("conflict", { detail }))).toEqual({
    problem: "The role is in use by 2 membership(s); give them another first.",
  });
});

test("a missing thing, and one that has to wait, has a helpful message", () => {
  expect(problemIn("en", missing())).toContain("Reload the page");
  const wait = new ServiceError("rate_limited", { retryAfterSeconds: 61 });
  expect(problemIn("en", wait)).toBe("Too many attempts. Try again in 2 minutes.");
  expect(problemIn("de", wait)).toBe("Zu viele Versuche. Versuchen Sie es in 2 Minuten erneut.");
  expect(problemIn("ar", wait)).toContain("دقيقتين");
  const conflict = new ServiceError("conflict", { detail: "Two secrets are live already." });
  expect(problemOf(conflict)).toEqual({ problem: "Two secrets are live already." });
});

test("a refusal without a detail is in the reader's language, for every reason", () => {
  const reasons: Reason[] = [
    "malformed",
    "unauthenticated",
    "forbidden",
    "conflict",
    "payload_too_large",
    "unprocessable",
    "rate_limited",
    "no_membership",
    "session_idle_timeout",
    "enrolment_token_exhausted",
  ];
  for (const reason of reasons) {
    const texts = locales.map((locale) => problemIn(locale, new ServiceError(reason)));
    expect(new Set(texts).size, reason).toBe(locales.length);
    expect(texts.join(" "), reason).not.toContain("untold");
  }
  expect(problemIn("de", new ServiceError("forbidden"))).toContain("nicht vornehmen");
});

test("a fault of the service itself is thrown on", () => {
  expect(() => problemOf(new Error("no database"))).toThrow("no database");
  expect(() => problemOf(new ServiceError("internal"))).toThrow();
});

test("a typed confirmation ignores case and space, and nothing else", () => {
  const form = new FormData();
  form.set("confirmation", "  acme corp ");
  expect(matchesConfirmation(form, "Acme Corp")).toBe(true);
  for (const typed of ["", "acme", "acme corp.", undefined])
    expect(matchesConfirmation({ confirmation: typed }, "Acme Corp")).toBe(false);
  expect(matchesConfirmation(new FormData(), "Acme")).toBe(false);
  expect(confirmationMismatch.problem).toContain("fields.notTyped");
});
