import type { AccountOwner } from "@/lib/account-security/account-session-store";
import type { AccountParams } from "@/lib/contract/account-security";
import { camelKeys } from "@/lib/contract/names";
import { pathId } from "@/lib/http/route";

/** The user and the app that a path of account security names.
 *  @throws ServiceError `missing` when one of them is not even the form of an id */
export function accountOf(params: AccountParams): AccountOwner {
  const { userId, appId } = camelKeys(params);
  return { userId: pathId(userId), appId: pathId(appId) };
}
