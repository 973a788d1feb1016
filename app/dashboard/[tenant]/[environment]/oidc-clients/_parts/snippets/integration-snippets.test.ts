import { expect, test } from "vitest";
import { integrationSnippets } from "./integration-snippets";
import type { SnippetFacts } from "./snippet";

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
const one = (name: string, more: Partial<SnippetFacts> = {}) => {
  const found = all(more).find((snippet) => snippet.name.includes(name));
  if (!found) throw new Error(`There is no snippet for ${name}`);
  return found;
};

test("every snippet names the issuer and the client, says PKCE, and takes a secret from the environment", () => {
  for (const { name, code } of all()) {
    expect(code, name).toContain(facts.issuer);
    expect(code, name).toContain(facts.clientId);
    expect(code, name).toMatch(/pkce/i);
    expect(code, name).toContain("CLIENT_SECRET");
  }
});

test("a public client gets what runs in a browser and on a person's machine, without a secret", () => {
  const snippets = all({ type: "public" });
  expect(snippets.map(({ name }) => name)).toEqual([
    "Browser (oidc-client-ts)",
    "Desktop or command line (openid-client, loopback)",
  ]);
  for (const { name, code } of snippets) {
    expect(code, name).toMatch(/pkce/i);
    expect(code, name).not.toMatch(/CLIENT_SECRET|ClientSecret|client_secret/);
  }
});

test("the redirect address is filled in as each library takes it", () => {
  for (const name of ["openid-client", "Spring", "mod_auth"]) {
    expect(one(name).code).toContain(facts.redirectUris[0]);
    expect(one(name).needs).toBeNull();
  }
  expect(one("Spring").code).toContain('baseUri("/signin/callback")');
  expect(one("ASP.NET").code).toContain('CallbackPath = "/signin/callback"');
  expect(one("ASP.NET").code).toContain('SignedOutCallbackPath = "/bye"');
});

test("what a library comes back to by itself is taken from what is registered, or asked for", () => {
  expect(one("next-auth").needs).toContain("https://rp.example.com/api/auth/callback/atrium");
  const registered = one("next-auth", {
    redirectUris: ["https://rp.example.com/cb", "https://rp.example.com/api/auth/callback/mine"],
  });
  expect(registered.needs).toBeNull();
  expect(registered.code).toContain('id: "mine"');
  expect(one("Desktop", { type: "public" }).needs).toContain("http://127.0.0.1/callback");
  const loopback = one("Desktop", { type: "public", redirectUris: ["http://localhost:1/back"] });
  expect(loopback.needs).toBeNull();
  // ASP.NET answers the path by itself, so it is never the application's first page.
  const root = one("ASP.NET", { postLogoutRedirectUris: ["https://rp.example.com/"] });
  expect(root.code).toContain("Register https://rp.example.com/signout-callback-oidc");
});

test("without an address that a library could use, it says which to register", () => {
  for (const redirectUris of [[], ["https://app.example.com/*"], ["com.example.app:/back"]])
    for (const type of ["public", "confidential"] as const)
      for (const { name, needs } of all({ redirectUris, type }))
        expect(needs, `${name} ${redirectUris}`).toMatch(
          /^Register https?:\/\/[^*]+ as a redirect/,
        );
});

test("ASP.NET sends no parameter that the service refuses", () => {
  expect(one("ASP.NET").code).toContain("options.DisableTelemetry = true;");
});

test("libraries that insist on TLS are told of an issuer without, and only then", () => {
  const issuer = "http://localhost:3000";
  for (const [name, words] of [
    ["openid-client", "allowInsecureRequests"],
    ["ASP.NET", "RequireHttpsMetadata = false"],
  ] as const) {
    expect(one(name, { issuer }).code).toContain(words);
    expect(one(name).code).not.toContain(words);
  }
});
