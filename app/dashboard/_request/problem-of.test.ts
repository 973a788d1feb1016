import { expect, test } from "vitest";
import { problemOf } from "@/app/dashboard/_request/problem-of";
import { notTypedAsAsked, typedAsAsked } from "@/app/dashboard/_request/typed-as-asked";
import { missing, ServiceError } from "@/lib/errors";

test("a refusal that names a field is said at that field, under both of its spellings", () => {
  const error = new ServiceError("unprocessable", {
    detail: "redirect_uris: register at least one.",
  });
  expect(problemOf(error)).toEqual({
    problem: "Register at least one.",
    problems: {
      redirectUris: "Register at least one.",
      redirect_uris: "Register at least one.",
    },
  });
});

test("what is gone, and what has to wait, is said in words that help", () => {
  expect(problemOf(missing()).problem).toContain("Reload the page");
  const wait = new ServiceError("rate_limited", { retryAfterSeconds: 61 });
  expect(problemOf(wait).problem).toBe("Too many attempts. Try again in 2 minutes.");
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
  expect(notTypedAsAsked.problem).toContain("Nothing was changed");
});
