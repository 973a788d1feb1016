import { expect, test } from "vitest";
import { GET } from "@/app/.well-known/webauthn/route";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { changeHostedPasskeys } from "@/lib/core/operators/hosted-passkeys";
import { noRequest } from "@/lib/kernel/caller";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aTenant } from "@/tests/builders/a-tenant";
import { call } from "@/tests/support/call-route";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;

test("the related origins are the issuer's own and those of environments that use its host as relying party with the operator's permission", async () => {
  const [acme, globex, initech] = [await aTenant(), await aTenant(), await aTenant()];
  const umbrella = await aTenant();
  for (const { publicId } of [acme, globex, initech])
    await changeHostedPasskeys(by, publicId, true);
  const unique = (name: string) => `https://${name}-${acme.environmentId}.example`;
  const [shop, help] = [unique("shop"), unique("help")];
  await aRelyingParty(acme, { id: "localhost", origins: [shop, help] });
  await aRelyingParty(globex, { id: "elsewhere.example", origins: [unique("elsewhere")] });
  await aRelyingParty(initech, { id: "localhost", origins: [shop, unique("disabled")] });
  await aRelyingParty(umbrella, { id: "localhost", origins: [unique("without-the-word")] });
  await disableTenant(by, initech.publicId, "test");
  const answer = await call(GET, { path: "/.well-known/webauthn" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const { origins } = answer.body as { origins: string[] };
  expect(origins[0]).toBe("http://localhost:3000");
  expect(origins.filter((origin) => origin.includes(acme.environmentId))).toEqual([help, shop]);
});
