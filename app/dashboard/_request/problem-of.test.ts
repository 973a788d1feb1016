import { expect, test } from "vitest";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { said } from "@/app/dashboard/_words/later";
import type { Locale } from "@/i18n/locales";
import { missing, ServiceError } from "@/lib/errors";

/** What a form says of a refusal. */
const problemIn = (locale: Locale, error: unknown) => said(problemOf(error).problem ?? "", locale);

test("a refusal that names a field is said at that field, by the name that forms know it by", () => {
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

test("a refusal that names several fields is said at each", () => {
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

test("what is wrong with the thing that a form is about is no field's", () => {
  const detail = "id: the role is in use by 2 membership(s); give them another first.";
  expect(problemOf(new ServiceError("conflict", { detail }))).toEqual({
    problem: "The role is in use by 2 membership(s); give them another first.",
  });
});

test("what is gone, and what has to wait, is said in words that help", () => {
  expect(problemIn("en", missing())).toContain("Reload the page");
  const wait = new ServiceError("rate_limited", { retryAfterSeconds: 61 });
  expect(problemIn("en", wait)).toBe("Too many attempts. Try again in 2 minutes.");
  expect(problemIn("de", wait)).toBe("Zu viele Versuche. Versuchen Sie es in 2 Minuten erneut.");
  expect(problemIn("ar", wait)).toContain("دقيقتين");
  const conflict = new ServiceError("conflict", { detail: "Two secrets are live already." });
  expect(problemOf(conflict)).toEqual({ problem: "Two secrets are live already." });
});

test("the service's own faults are no answer to a form", () => {
  expect(() => problemOf(new Error("no database"))).toThrow("no database");
  expect(() => problemOf(new ServiceError("internal"))).toThrow();
});

test("a typed confirmation forgives case and space, and nothing else", () => {
  const form = new FormData();
  form.set("confirmation", "  acme corp ");
  expect(typedAsAsked(form, "Acme Corp")).toBe(true);
  for (const typed of ["", "acme", "acme corp.", undefined])
    expect(typedAsAsked({ confirmation: typed }, "Acme Corp")).toBe(false);
  expect(typedAsAsked(new FormData(), "Acme")).toBe(false);
  expect(notTypedAsAsked.problem).toContain("fields.notTyped");
});
