import { describe, expect, test } from "vitest";
import { addClientSecret, revokeClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import {
  backchannelUriProblem,
  isOriginOf,
  type OidcClient,
  postLogoutRedirectAllowed,
  postLogoutRedirectUriProblem,
  redirectUriAllowed,
  redirectUriProblem,
} from "@/lib/core/oidc-clients/oidc-client";
import type { OidcClientSettings } from "@/lib/core/oidc-clients/oidc-client-store";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { tokenRequest } from "@/tests/support/browser";

test.each([
  ["https://rp.example.com/callback", "confidential", true],
  ["http://localhost:3000/callback", "confidential", true],
  ["http://[::1]:3000/callback", "confidential", true],
  ["com.example.app:/callback", "public", true],
  ["com.example.app:/callback", "confidential", false],
  ["http://rp.example.com/callback", "confidential", false],
  ["http://localhost.evil.example/callback", "confidential", false],
  ["https://user:secret@rp.example.com/", "confidential", false],
  ["https://rp.example.com/#fragment", "confidential", false],
  ["javascript:alert(1)", "public", false],
  ["data:text/html,x", "public", false],
  ["app:/callback", "public", true],
  ["cursor://callback", "public", true],
  ["cursor://callback", "confidential", false],
  ["ws://app.example.com/callback", "public", false],
  ["wss://app.example.com/callback", "public", false],
  ["ftp://app.example.com/callback", "public", false],
  ["http://app.example.com/callback", "public", false],
  ["file:///callback", "public", false],
  ["blob:https://app.example.com/x", "public", false],
  ["about:blank", "public", false],
  ["JavaScript:alert(1)", "public", false],
  ["mailto:ada@example.com", "public", false],
  ["/callback", "confidential", false],
  ["https://app.example.com/*", "confidential", false],
  ["https://*.example.com/callback", "public", false],
  ["http://localhost:3000/*", "public", false],
  [`https://rp.example.com/${"x".repeat(2048)}`, "confidential", false],
] as const)("%s may be registered by a %s client: %s", (uri, type, may) => {
  expect(redirectUriProblem(uri, type) === null).toBe(may);
});

test("the refusal of a scheme names the rule", () => {
  expect(redirectUriProblem("wss://app.example.com/cb", "public")).toBe(
    "must be https, http on a loopback address, or a scheme of the app's own, like cursor: or com.example.app:",
  );
  expect(redirectUriProblem("cursor://callback", "confidential")).toBe(
    "must be https: a scheme of an app's own is for public clients",
  );
});

test("an opaque page origin does not match an app's own scheme, which has no origin either", () => {
  expect(isOriginOf(["cursor://callback"], "null")).toBe(false);
});

describe("a post-logout redirect", () => {
  const registered = ["https://rp.example.com/bye", "http://localhost:4000/bye?x=1"];
  test.each([
    ["https://rp.example.com/bye", true],
    ["http://localhost:1234/bye?x=1", true],
    ["http://localhost/bye?x=1", true],
    ["https://rp.example.com/bye/", false],
    ["https://rp.example.com:444/bye", false],
    ["https://RP.example.com/bye", false],
    ["http://localhost:4000/bye", false],
    ["http://localhost:4000/bye?x=1#y", false],
    ["https://localhost:4000/bye?x=1", false],
    ["http://127.0.0.1:4000/bye?x=1", false],
    ["http://localhost.:4000/bye?x=1", false],
    ["http://user@localhost:4000/bye?x=1", false],
    ["http://rp.example.com/bye", false],
    ["nonsense", false],
  ])("to %s is allowed: %s", (uri, allowed) => {
    expect(postLogoutRedirectAllowed(registered, uri)).toBe(allowed);
  });
});

test("only a public client's loopback address may use another port", () => {
  const client = (type: OidcClient["type"]) =>
    ({ type, redirectUris: ["http://127.0.0.1/cb"] }) as OidcClient;
  expect(redirectUriAllowed(client("public"), "http://127.0.0.1:999/cb")).toBe(true);
  expect(redirectUriAllowed(client("public"), "http://localhost:999/cb")).toBe(false);
  expect(redirectUriAllowed(client("public"), "http://127.0.0.1:999/other")).toBe(false);
  expect(redirectUriAllowed(client("confidential"), "http://127.0.0.1:999/cb")).toBe(false);
});

test("a back-channel address is https, without credentials or fragment", () => {
  expect(backchannelUriProblem("https://rp.example.com/logout?tenant=1")).toBeNull();
  for (const uri of ["http://rp.example.com/", "https://a:b@rp.example.com/", "https://x/#y", "x"])
    expect(backchannelUriProblem(uri)).not.toBeNull();
});

test("a service for tests alone accepts http to this machine as a back-channel address, and no other local one", () => {
  for (const host of ["localhost:4000", "127.0.0.1", "[::1]:9"])
    for (const [takesLoopback, problem] of [
      [true, null],
      [false, "must be https"],
    ] as const)
      expect(backchannelUriProblem(`http://${host}/logout`, takesLoopback)).toBe(problem);
  for (const host of ["10.0.0.1", "app.localhost", "rp.example.com", "127.0.0.2"])
    expect(backchannelUriProblem(`http://${host}/logout`, true), host).toBe("must be https");
  expect(backchannelUriProblem("https://127.0.0.1/", true)).toBe("must be on a public address");
});

test("a pattern is named as such in the refusal, for every kind of address", () => {
  expect(redirectUriProblem("https://app/*", "confidential")).toContain("never match");
  expect(postLogoutRedirectUriProblem("https://app/*")).toContain("never match");
});

test.each([
  ..."localhost app.localhost LOCALHOST. printer.local vault.internal nas.home.arpa intranet".split(
    " ",
  ),
  ..."127.0.0.1 10.1.2.3 192.168.0.9 169.254.169.254 100.64.0.1 2130706433 0x7f.1".split(" "),
  ..."[::1] [fd00::1] [fe80::1] [::ffff:10.0.0.1] [64:ff9b::a00:1]".split(" "),
])("no logout token is sent to %s, which is refused at registration", async (host) => {
  expect(backchannelUriProblem(`https://${host}/logout`)).toBe("must be on a public address");
  expect(backchannelUriProblem(`https://${host}:8443/logout`)).toBe("must be on a public address");
});

test("invalid settings are refused by field, including another environment's app", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const theirs = await anApp(globex);
  const settings = {
    name: "x",
    type: "confidential" as const,
    appId: null,
    redirectUris: ["https://rp.example.com/"],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: true,
  };
  const wrong: [Partial<OidcClientSettings>, string][] = [
    [{ redirectUris: [] }, "redirect_uris"],
    [{ redirectUris: ["http://x.example/"] }, "redirect_uris"],
    [{ postLogoutRedirectUris: ["http://x.example/"] }, "post_logout_redirect_uris"],
    [{ backchannelLogoutUri: "http://x.example/" }, "backchannel_logout_uri"],
    [{ backchannelLogoutUri: "https://192.168.1.4/logout" }, "backchannel_logout_uri"],
    [{ appId: theirs.id }, "app_id"],
  ];
  for (const [change, field] of wrong)
    await expect(createOidcClient(acme, { ...settings, ...change })).rejects.toMatchObject({
      reason: "unprocessable",
      detail: expect.stringContaining(field),
    });
});

test("a client has at most two live secrets for a rotation, and a revoked one does not authenticate", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  const second = await addClientSecret(acme, client.id);
  await expect(addClientSecret(acme, client.id)).rejects.toMatchObject({ reason: "conflict" });
  const errorWith = async (clientSecret: string) => {
    const form = { grant_type: "refresh_token", refresh_token: "x" };
    return (await tokenRequest({ ...client, clientSecret }, form)).body.error;
  };
  expect(await errorWith(client.clientSecret)).toBe("invalid_grant");
  expect(await errorWith(second.secret)).toBe("invalid_grant");
  await revokeClientSecret(acme, client.id, second.id);
  expect(await errorWith(second.secret)).toBe("invalid_client");
  const parallel = await Promise.allSettled(
    Array.from({ length: 5 }, () => addClientSecret(acme, client.id)),
  );
  expect(parallel.filter((one) => one.status === "fulfilled")).toHaveLength(1);
});

test("a change and a revocation are audited, and another tenant can do neither", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const client = await anOidcClient(acme);
  const name = { name: "Renamed" };
  await expect(updateOidcClient(globex, client.id, name)).rejects.toMatchObject({
    reason: "missing",
  });
  await expect(revokeOidcClient(globex, client.id)).rejects.toMatchObject({ reason: "missing" });
  expect(await updateOidcClient(acme, client.id, name)).toMatchObject(name);
  await revokeOidcClient(acme, client.id);
  await expect(revokeOidcClient(acme, client.id)).rejects.toMatchObject({ reason: "missing" });
  const form = { grant_type: "refresh_token", refresh_token: "x" };
  expect((await tokenRequest(client, form)).body.error).toBe("invalid_client");
  const kinds = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.findMany({ select: { kind: true } }),
  );
  for (const kind of ["oidc_client.created", "oidc_client.updated", "oidc_client.revoked"])
    expect(kinds.map((event) => event.kind)).toContain(kind);
});
