import { expect, test } from "vitest";
import { integrationSnippets } from "./integration-snippets";
import type { Snippet, SnippetFacts } from "./snippet";

const facts: Omit<SnippetFacts, "type"> = {
  issuer: "https://id.example.com",
  clientId: "aoc_0123456789",
  redirectUris: ["https://rp.example.com/signin/callback"],
  postLogoutRedirectUris: ["https://rp.example.com/bye"],
};
const all = (more: Partial<SnippetFacts> = {}) =>
  integrationSnippets({ ...facts, type: "confidential", ...more }).map(({ files, ...snippet }) => ({
    ...snippet,
    code: files.map(({ code }) => code).join("\n"),
  }));
const one = (id: Snippet["id"], more: Partial<SnippetFacts> = {}) => {
  const found = all(more).find((snippet) => snippet.id === id);
  if (!found) throw new Error(`There is no snippet for ${id}`);
  return found;
};

test("every snippet names the issuer and the client, says PKCE, and takes a secret from the environment", () => {
  for (const { id, code } of all()) {
    expect(code, id).toContain(facts.issuer);
    expect(code, id).toContain(facts.clientId);
    expect(code, id).toMatch(/pkce/i);
    expect(code, id).toContain("CLIENT_SECRET");
  }
});

test("a public client gets what runs in a browser and on a person's machine, without a secret", () => {
  const snippets = all({ type: "public" });
  expect(snippets.map(({ id }) => id)).toEqual(["oidcClientTs", "nativeLoopback"]);
  for (const { id, code } of snippets) {
    expect(code, id).toMatch(/pkce/i);
    expect(code, id).not.toMatch(/CLIENT_SECRET|ClientSecret|client_secret/);
  }
});

test("the redirect address is filled in as each library takes it", () => {
  for (const id of ["openidClient", "spring", "modAuthOpenidc"] as const) {
    expect(one(id).code).toContain(facts.redirectUris[0]);
    expect(one(id).needs).toBeNull();
  }
  expect(one("spring").code).toContain('baseUri("/signin/callback")');
  expect(one("aspNet").code).toContain('CallbackPath = "/signin/callback"');
  expect(one("aspNet").code).toContain('SignedOutCallbackPath = "/bye"');
});

test("what a library comes back to by itself is taken from what is registered, or asked for", () => {
  expect(one("nextAuth").needs).toBe("https://rp.example.com/api/auth/callback/atrium");
  const registered = one("nextAuth", {
    redirectUris: ["https://rp.example.com/cb", "https://rp.example.com/api/auth/callback/mine"],
  });
  expect(registered.needs).toBeNull();
  expect(registered.code).toContain('id: "mine"');
  expect(one("nativeLoopback", { type: "public" }).needs).toBe("http://127.0.0.1/callback");
  const loopback = one("nativeLoopback", {
    type: "public",
    redirectUris: ["http://localhost:1/back"],
  });
  expect(loopback.needs).toBeNull();
  // ASP.NET answers the path by itself, so it is never the application's first page.
  const root = one("aspNet", { postLogoutRedirectUris: ["https://rp.example.com/"] });
  expect(root.code).toContain("Register https://rp.example.com/signout-callback-oidc");
});

test("without an address that a library could use, it says which to register", () => {
  for (const redirectUris of [[], ["https://app.example.com/*"], ["com.example.app:/back"]])
    for (const type of ["public", "confidential"] as const)
      for (const { id, needs } of all({ redirectUris, type }))
        expect(needs, `${id} ${redirectUris}`).toMatch(/^https?:\/\/[^*]+$/);
});

test("ASP.NET sends no parameter that the service refuses", () => {
  expect(one("aspNet").code).toContain("options.DisableTelemetry = true;");
});

test("libraries that insist on TLS are told of an issuer without, and only then", () => {
  const issuer = "http://localhost:3000";
  for (const [id, words] of [
    ["openidClient", "allowInsecureRequests"],
    ["aspNet", "RequireHttpsMetadata = false"],
  ] as const) {
    expect(one(id, { issuer }).code).toContain(words);
    expect(one(id).code).not.toContain(words);
  }
});
