import { expect, test } from "vitest";
import { maySignIn } from "@/lib/core/users/may-sign-in";

test.each([
  ["an active user", { status: "active" }, true],
  ["an active user whose deletion was looked for", { status: "active", deletedAt: null }, true],
  ["a suspended user", { status: "suspended" }, false],
  ["a deleted user", { status: "active", deletedAt: new Date() }, false],
  ["nobody", null, false],
] as const)("%s may sign in: %s", (_, user, may) => {
  expect(maySignIn(user)).toBe(may);
});
