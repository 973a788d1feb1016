import { expect, test } from "vitest";
import { catalogs } from "@/app/dashboard/_words/catalogs";
import { issuerProblem } from "@/lib/core/external-identities/identity-source";
import {
  backchannelUriProblem,
  postLogoutRedirectUriProblem,
  redirectUriProblem,
} from "@/lib/core/oidc-clients/oidc-client";
import { uriProblemIn } from "./uri-problem";

const rules = [
  (uri: string) => redirectUriProblem(uri, "public"),
  (uri: string) => redirectUriProblem(uri, "confidential"),
  postLogoutRedirectUriProblem,
  (uri: string) => backchannelUriProblem(uri),
  issuerProblem,
];
const wrongUris = [
  "nothing",
  "http://app.example.com/",
  "javascript:alert(1)",
  "https://app.example.com/#here",
  "https://app.example.com/?here",
  "https://me:secret@app.example.com/",
  "https://*.example.com/",
  "https://10.0.0.1/",
  `https://app.example.com/${"a".repeat(2048)}`,
];

test("every problem of an address has a German text too", () => {
  const { wrong } = catalogs.de.connections.uris;
  const own = Object.values(wrong).map((text) => text.replace("{most}", "2048"));
  const messages = new Set<string>();
  for (const rule of rules)
    for (const problem of wrongUris.map(rule))
      if (problem) messages.add(uriProblemIn(wrong, problem));
  expect([...messages].sort()).toEqual(own.sort());
});

test("a problem without a text is shown unchanged", () => {
  expect(uriProblemIn(catalogs.de.connections.uris.wrong, "must be blue")).toBe("must be blue.");
});
