import { expect, test } from "vitest";
import { findingOf } from "./package-rules";

const isRefused = (file: string, specifier: string) => findingOf(file, specifier) !== null;
const client = "packages/client/src/web/auth.ts";

test("the client imports its own files and jose", () => {
  for (const own of ["./cookies.js", "../atrium.js", "jose"])
    expect(isRefused(client, own), own).toBe(false);
});

test("a package imports nothing of the service, and the client nothing of Node", () => {
  for (const foreign of [
    "@/lib/kernel/errors",
    "../../../../lib/errors.js",
    "node:crypto",
    "zod",
    "./cookies",
  ])
    expect(isRefused(client, foreign), foreign).toBe(true);
  expect(isRefused("packages/next/src/next.ts", "node:http")).toBe(true);
  expect(isRefused("packages/express/src/express.ts", "next/headers")).toBe(true);
});

test("the packages for frameworks import the client and their framework", () => {
  expect(isRefused("packages/express/src/express.ts", "@atrium/client/web")).toBe(false);
  expect(isRefused("packages/next/src/next.ts", "next/headers")).toBe(false);
});

test("the package for tests starts a process, and contains no part of the service", () => {
  expect(isRefused("packages/testing/src/start.ts", "node:child_process")).toBe(false);
  expect(isRefused("packages/testing/src/start.ts", "@/tools/dev/fixtures")).toBe(true);
});

test("the service does not import its own client", () => {
  expect(isRefused("lib/core/users/user.ts", "@atrium/client")).toBe(true);
  expect(isRefused("lib/core/users/user.ts", "zod")).toBe(false);
});
