import { expect, test } from "vitest";
import { integrationSnippets } from "./snippets";

const facts = {
  issuer: "https://id.example.com",
  clientId: "aoc_0123456789",
  redirectUri: "https://rp.example.com/signin/callback",
  postLogoutRedirectUri: "https://rp.example.com/bye",
};

test("every snippet names the issuer and the client, and takes a secret from the environment", () => {
  for (const { name, code } of integrationSnippets({ ...facts, type: "confidential" })) {
    expect(code, name).toContain(facts.issuer);
    expect(code, name).toContain(facts.clientId);
    expect(code, name).toContain("CLIENT_SECRET");
  }
});

test("a public client's snippets ask for no secret", () => {
  for (const { name, code } of integrationSnippets({ ...facts, type: "public" }))
    expect(code, name).not.toMatch(/CLIENT_SECRET|ClientSecret|client-secret/);
});

test("the redirect address is filled in as each library takes it", () => {
  const code = (name: string) =>
    integrationSnippets({ ...facts, type: "confidential" }).find((one) => one.name.includes(name))
      ?.code;
  for (const name of ["openid-client", "Spring", "mod_auth"])
    expect(code(name)).toContain(facts.redirectUri);
  expect(code("ASP.NET")).toContain('CallbackPath = "/signin/callback"');
  expect(code("ASP.NET")).toContain(facts.postLogoutRedirectUri);
});
