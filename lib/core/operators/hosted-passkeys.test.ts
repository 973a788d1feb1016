import { expect, test, vi } from "vitest";
import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import { relatedOrigins } from "@/lib/core/factors/related-origins";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import { changeHostedPasskeys, readHostedPasskeysOf } from "@/lib/core/operators/hosted-passkeys";
import { noRequest } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { eventsOf } from "@/tests/support/audit-events";

// Before an import reads the configuration.
vi.hoisted(() => {
  process.env.ATRIUM_BASE_URL = "https://login.atrium.example";
});

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
const party = { id: "login.atrium.example", origins: ["https://app.acme.example"] };

test("the issuer's host is a tenant's relying party only while the operator permits it", async () => {
  const acme = await aTenant();
  const read = () => inTransaction(acme, readRelyingParty);
  await expect(changeRelyingParty(acme, party)).rejects.toMatchObject({
    reason: "unprocessable",
    says: [{ name: "hostedPartyReserved" }],
  });
  expect(await readHostedPasskeysOf(acme.publicId)).toBeNull();
  const at = await changeHostedPasskeys(by, acme.publicId, true);
  expect(at).toBeInstanceOf(Date);
  expect(await changeHostedPasskeys(by, acme.publicId, true)).toEqual(at);
  await changeRelyingParty(acme, party);
  expect(await read()).toEqual(party);
  expect(await relatedOrigins()).toEqual(["https://login.atrium.example", ...party.origins]);
  expect(await changeHostedPasskeys(by, acme.publicId, false)).toBeNull();
  expect(await read()).toBeNull();
  expect(await relatedOrigins()).toEqual(["https://login.atrium.example"]);
  const kinds = await eventsOf(acme, acme.tenantId);
  expect(kinds.filter((kind) => kind.startsWith("tenant.hosted"))).toEqual([
    "tenant.hosted_passkeys_allowed",
    "tenant.hosted_passkeys_ended",
  ]);
});
