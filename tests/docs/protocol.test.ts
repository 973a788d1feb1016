import { readFileSync } from "node:fs";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { logoutToken } from "@/lib/core/backchannel-logout/logout-token";
import { openApiDocument } from "@/lib/core/http/openapi";
import type { Description } from "@/lib/core/http/published-description";
import { recognised } from "@/lib/core/oidc/sign-in/authorize-request";
import { aTenant } from "@/tests/builders/a-tenant";
import { described } from "@/tests/support/operations";
import { withBlocks } from "@/tools/documents/blocks";
import { logoutClaims, protocolBlocks } from "@/tools/documents/protocol-blocks";

const page = readFileSync("docs/PROTOCOL.md", "utf8");

test("the tables are those of the code: `npm run generate` writes them", () => {
  expect(withBlocks(page, protocolBlocks())).toBe(page);
});

test("the description has exactly the parameters that /oauth/authorize takes", () => {
  const { paths } = openApiDocument(described) as unknown as Description;
  const parameters = paths["/oauth/authorize"]?.get?.parameters?.map(({ name }) => name);
  expect(parameters?.sort()).toEqual([...recognised].sort());
});

test("a logout token has the claims that the page names, and the form", async () => {
  await aTenant();
  const token = await logoutToken({ userId: "u", sid: "s", jti: "j", clientId: "c" });
  const claims = decodeJwt(token);
  expect(Object.keys(claims).sort()).toEqual(Object.keys(logoutClaims).sort());
  expect(Object.keys(Object(claims.events))).toEqual([
    "http://schemas.openid.net/event/backchannel-logout",
  ]);
  const { alg, typ } = decodeProtectedHeader(token);
  expect(page).toContain(`| logout token | JWT, \`${alg}\`, \`${typ}\` |`);
});
