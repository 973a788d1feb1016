import type { Queryable } from "@/lib/db/queryable";
import type { OwnFactors } from "@/lib/login/second-factor";
import type { FactorType } from "@/lib/users/factors/factor";
import type { Passkey } from "@/lib/users/factors/passkey";
import { findPasskeys } from "@/lib/users/factors/passkey-store";
import { countRecoveryCodes } from "@/lib/users/factors/recovery-code-store";
import type { RelyingParty } from "@/lib/users/factors/relying-party";
import type { User } from "@/lib/users/user";

const none = { types: [], passkeys: [], recoveryCodesLeft: 0 };

/** What a user can prove with on the pages of a relying party. Who has no factor costs no statement.
 *  @param rp null where the pages have no passkeys */
export async function readOwnFactors(
  db: Queryable,
  user: Pick<User, "id" | "factorTypes">,
  rp: RelyingParty | null,
): Promise<OwnFactors & { passkeys: readonly Passkey[] }> {
  if (user.factorTypes.length === 0) return none;
  const [passkeys, recoveryCodesLeft] = await Promise.all([
    rp ? findPasskeys(db, user.id, rp.id) : [],
    countRecoveryCodes(db, user.id),
  ]);
  const types: FactorType[] = [];
  if (user.factorTypes.includes("totp")) types.push("totp");
  if (passkeys.length > 0) types.push("passkey");
  return { types, passkeys, recoveryCodesLeft };
}
