import { expect, test } from "vitest";
import { integrationSnippets, type Snippet, type SnippetFacts } from "./integration-snippets";

const facts: Omit<SnippetFacts, "type"> = {
  profile: "standard",
  issuer: "https://id.example.com",
  clientId: "aoc_0123456789",
  redirectUris: ["https://rp.example.com/signin/callback"],
  postLogoutRedirectUris: ["https://rp.example.com/bye"],
};
const all = (more: Partial<SnippetFacts> = {}) =>
  integrationSnippets({ ...facts, type: "confidential", ...more }).map(
    ({ files, install, start, ...snippet }) => ({
      ...snippet,
      code: [install, ...files.map(({ code }) => code), start].join("\n"),
    }),
  );
const one = (id: Snippet["id"], more: Partial<SnippetFacts> = {}) => {
  const found = all(more).find((snippet) => snippet.id === id);
  if (!found) throw new Error(`There is no snippet for ${id}`);
  return found;
};

test("every snippet names the issuer and the client, uses PKCE, and reads a secret from the environment", () => {
  for (const { id, code } of all()) {
    expect(code, id).toContain(facts.issuer);
    expect(code, id).toContain(facts.clientId);
    expect(code, id).toMatch(/pkce|S256/i);
    expect(code, id).toContain("CLIENT_SECRET");
    expect(code, id).not.toMatch(/\{\{\w+\}\}/);
  }
});

test("every snippet refreshes, signs out, and receives logouts where it has a server", () => {
  for (const type of ["confidential", "public"] as const)
    for (const { id, code } of all({ type })) {
      expect(code, id).toMatch(/refresh/i);
      expect(code, id).toMatch(/sign-?_?out|logout/i);
      expect(/back-?channel/i.test(code), id).toBe(type === "confidential");
    }
});

test("a public client gets snippets for browsers and for people's machines, without a secret", () => {
  const snippets = all({ type: "public" });
  expect(snippets.map(({ id }) => id)).toEqual(["html", "native"]);
  for (const { id, code } of snippets) {
    expect(code, id).toMatch(/pkce/i);
    expect(code, id).not.toMatch(/CLIENT_SECRET|ClientSecret|client_secret/);
  }
});

test("a strict client gets snippets that push their requests and prove keys, without a secret", () => {
  const snippets = all({ profile: "fapi2" });
  expect(snippets.map(({ id }) => id)).toEqual(["fapi2-openid-client", "fapi2-oauth4webapi"]);
  for (const { id, code } of snippets) {
    expect(code, id).toMatch(/PrivateKeyJwt/);
    expect(code, id).toMatch(/DPoP/);
    expect(code, id).toMatch(/pushed|WithPAR/i);
    expect(code, id).toMatch(/backchannel-logout/);
    expect(code, id).not.toMatch(/CLIENT_SECRET|\{\{\w+\}\}/);
  }
});

test("the addresses are filled in as each library takes them", () => {
  for (const id of ["fastify", "flask", "fastapi", "go", "spring", "apache"] as const) {
    expect(one(id).code).toContain(facts.redirectUris[0]);
    expect(one(id).needs).toBeNull();
  }
  expect(one("spring").code).toContain('baseUri("/signin/callback")');
  expect(one("aspnet").code).toContain('CallbackPath = "/signin/callback"');
  expect(one("aspnet").code).toContain('SignedOutCallbackPath = "/bye"');
});

test("a library's own redirect path is found among the registered ones, or asked for", () => {
  expect(one("next-auth").needs).toBe("https://rp.example.com/api/auth/callback/atrium");
  expect(one("express").needs).toBe("https://rp.example.com/auth/callback");
  const registered = one("express", {
    redirectUris: ["https://rp.example.com/cb", "https://other.example.com/auth/callback"],
  });
  expect(registered.needs).toBeNull();
  expect(registered.code).toContain('origin: "https://other.example.com"');
  expect(one("native", { type: "public" }).needs).toBe("http://127.0.0.1/callback");
  const loopback = one("native", { type: "public", redirectUris: ["http://127.0.0.1:1/back"] });
  expect(loopback.needs).toBeNull();
  expect(loopback.code).toContain("}/back`");
  // ASP.NET handles the path by itself, so it is never the application's first page.
  const root = one("aspnet", { postLogoutRedirectUris: ["https://rp.example.com/"] });
  expect(root.code).toContain('SignedOutCallbackPath = "/signout-callback-oidc"');
});

test("without an address that a library could use, it says which to register", () => {
  for (const redirectUris of [[], ["https://app.example.com/*"], ["com.example.app:/back"]])
    for (const type of ["public", "confidential"] as const)
      for (const { id, needs } of all({ redirectUris, type }))
        expect(needs, `${id} ${redirectUris}`).toMatch(/^https?:\/\/[^*]+$/);
});

test("ASP.NET sends no parameter that the service refuses", () => {
  expect(one("aspnet").code).toContain("options.DisableTelemetry = true;");
});
