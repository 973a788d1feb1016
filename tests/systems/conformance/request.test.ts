import { expect, test } from "vitest";
import { documented } from "@/tests/support/documented";
import { systems } from "../systems";
import { plans } from "./plans";
import { readRequest } from "./request";

const env = { ATRIUM_CONFORMANCE_SUITE: "/suite" };
const CONFIG = "oidcc-config-certification-test-plan";

test("`all` selects all plans", () => {
  expect(readRequest(["all"], env).plans).toEqual(Object.keys(plans));
});

test("a plan has a short name, and one of its runs can be selected", () => {
  expect(readRequest(["config"], env)).toMatchObject({ plans: [CONFIG], run: null });
  const fapi = readRequest(["fapi2-security-profile", "--run", "2"], env);
  expect(fapi).toMatchObject({ plans: ["fapi2-security-profile-final-test-plan"], run: 2 });
  for (const { words = [] } of systems.filter(({ name }) => name.startsWith("conformance-")))
    expect(() => readRequest([...words], env)).not.toThrow();
});

test("an option takes precedence over the variable", () => {
  expect(readRequest([CONFIG, "--suite", "/other"], env).suite).toBe("/other");
});

test.each([
  [[], "Name a plan: all, "],
  [["oidcc-test"], "There is no plan oidcc-test: all, "],
  [[CONFIG, "--write", "--module", "oidcc-server"], "--write takes whole plans"],
  [[CONFIG, "--write", "--run", "1"], "--write takes whole plans"],
])("%j is refused with what is wrong", (words, message) => {
  expect(() => readRequest(words, env)).toThrow(message);
});

test("without a suite, the command says how to name one", () => {
  expect(() => readRequest([CONFIG], {})).toThrow("ATRIUM_CONFORMANCE_SUITE");
});

test("the page's commands say what they say on the page", () => {
  const [exported = "", one = "", all = ""] = documented(
    "docs/CONFORMANCE.md",
    "export ATRIUM_CONFORMANCE_SUITE=",
  ).split("\n");
  const [, suite] = exported.split("=");
  const requestOf = (line: string) =>
    readRequest(line.replace("npm test -- systems conformance ", "").split(" "), {
      ATRIUM_CONFORMANCE_SUITE: suite,
    });
  expect(requestOf(one)).toMatchObject({ plans: [CONFIG], suite: "/opt/conformance-suite" });
  expect(requestOf(all)).toMatchObject({ plans: Object.keys(plans), exportTo: "exports" });
});
