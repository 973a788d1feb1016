import { expect, test } from "vitest";
import { recordRefusedAuthorization } from "@/lib/core/oidc-clients/record-refused-authorization";
import { listRefusals } from "@/lib/core/oidc-clients/refused-authorization-store";
import { sweepRefusedAuthorizations } from "@/lib/core/oidc-clients/sweep-refused-authorizations";
import { secondsAfter, setClock } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

test("a refusal is deleted thirty days after it last occurred", async () => {
  const acme = await aTenant();
  const client = await anOidcClient(acme);
  for (const [days, description] of [
    [31, "long ago"],
    [31, "seen again"],
    [29, "seen again"],
    [28, "lately"],
  ] as const) {
    const back = setClock({ now: () => secondsAfter(new Date(), -days * 86_400) });
    try {
      const refusal = { cause: "parameters", error: "invalid_request", description } as const;
      await recordRefusedAuthorization(acme, client.id, refusal);
    } finally {
      back();
    }
  }
  expect(await sweepRefusedAuthorizations()).toBe(1);
  const left = await inBatch(acme, (db) => listRefusals(db, client.id));
  expect(left.map(({ description, times }) => [description, times])).toEqual([
    ["lately", 1],
    ["seen again", 2],
  ]);
});
