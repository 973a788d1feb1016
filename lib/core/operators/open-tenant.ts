import { inviteAdministrator } from "@/lib/core/administrators/invite-administrator";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { readOperatedTenant } from "@/lib/core/operators/read-operated-tenant";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { createTenant, type NewTenant } from "@/lib/core/tenants/create-tenant";
import { createUser } from "@/lib/core/users/create-user";
import { parseEmail } from "@/lib/core/users/email";
import type { Actor, Caller, RequestContext } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Environments of a new tenant by default. */
const usualEnvironments: NewTenant["environments"] = [
  { key: "production", name: "Production", kind: "production" },
  { key: "development", name: "Development", kind: "development" },
];

/** Input of a new tenant. */
export type TenantInput = Pick<NewTenant, "name"> &
  Partial<NewTenant> & {
    /** Address of the owner; when omitted, the tenant has none until the operator invites one. */
    owner?: string | undefined;
  };

/** Creates a tenant, and invites its first owner by mail. Every possible refusal comes before anything is
 *  written.
 *  @throws ServiceError `unprocessable` for no environment, two of one key, or an owner without a valid
 *  address; `conflict` for an owner whose account is suspended */
export async function openTenant(
  { actor, context }: { actor: Actor; context: RequestContext },
  { name, environments = usualEnvironments, owner }: TenantInput,
): Promise<OperatedTenant> {
  const keys = new Set(environments.map(({ key }) => key));
  if (environments.length === 0 || keys.size < environments.length)
    throw new ServiceError("unprocessable", {
      detail:
        "environments: a tenant needs at least one environment, and each environment needs its own key.",
      says: { name: "environmentKeysNeeded" },
    });
  // An installation with tenants runs a platform: it lists them, and its users own them.
  const by = { actor, context };
  const platform = { ...(await setUpPlatform(actor)), environmentKey: "platform", ...by };
  if (owner !== undefined) await assertMayOwn(platform, owner);
  const { publicId, environments: made } = await createTenant(by, { name, environments });
  const [first] = made;
  if (owner !== undefined && first)
    await inviteAdministrator(
      { ...first, environmentKey: first.key, ...by },
      { email: owner, role: "owner" },
    );
  return readOperatedTenant(publicId);
}

/** Asserts that an invitation to this address can be sent. Creates the invited user in the platform. */
async function assertMayOwn(platform: Caller, owner: string): Promise<void> {
  const address = parseEmail(owner);
  if (!address)
    throw new ServiceError("unprocessable", {
      detail: "owner: must be an address that we can send email to.",
      says: { name: "addressUnusable" },
    });
  const { user } = await createUser(platform, { email: address.email });
  if (user.status !== "active")
    throw new ServiceError("conflict", {
      detail: "owner: the account with this email is suspended.",
      says: { name: "accountSuspended" },
    });
}
