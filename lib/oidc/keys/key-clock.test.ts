import { expect, test } from "vitest";
import { config } from "@/lib/config/config";
import { databaseNow } from "@/lib/db/database-clock";
import { rotateSigningKeys } from "@/lib/oidc/keys/rotate-signing-keys";
import { forgetKeys, KEY_CACHE_SECONDS, signer } from "@/lib/oidc/keys/signing-keys";
import { withWrongClock } from "@/tests/support/wrong-clock";

test.each([3_600_000, -3_600_000])(
  "a key begins to sign by PostgreSQL's clock on a machine that is wrong by %i ms",
  async (wrongBy) => {
    await withWrongClock(wrongBy, async () => {
      forgetKeys();
      const signing = await signer("machine_token");
      const [made] = await rotateSigningKeys(config().databaseOwnerUrl, ["machine_token"]);
      forgetKeys();
      expect((await signer("machine_token")).kid).toBe(signing.kid);
      const early = made && made.activeFrom.getTime() - (await databaseNow()).getTime();
      expect(early).toBeGreaterThan(2 * KEY_CACHE_SECONDS * 1000 - 15_000);
      expect(early).toBeLessThanOrEqual(2 * KEY_CACHE_SECONDS * 1000);
    });
    forgetKeys();
  },
);
