import { expect, test } from "vitest";
import { plans } from "./plans";
import { readRequest } from "./request";

const env = { ATRIUM_CONFORMANCE_SUITE: "/suite" };
const CONFIG = "oidcc-config-certification-test-plan";

test("all plans are meant by all", () => {
  expect(readRequest(["all"], env).plans).toEqual(Object.keys(plans));
});

test("an option goes before the variable", () => {
  expect(readRequest([CONFIG, "--suite", "/other"], env).suite).toBe("/other");
});

test.each([
  [[], "Name a plan: all, "],
  [["oidcc-test"], "There is no plan oidcc-test: all, "],
  [[CONFIG, "--write", "--module", "oidcc-server"], "--write takes whole plans"],
])("%j is refused with what is wrong", (words, message) => {
  expect(() => readRequest(words, env)).toThrow(message);
});

test("without a suite, the command says how to name one", () => {
  expect(() => readRequest([CONFIG], {})).toThrow("ATRIUM_CONFORMANCE_SUITE");
});
