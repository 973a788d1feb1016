import { inPlatformAs } from "@/lib/core/platform/in-platform";
import { changeUser } from "@/lib/core/users/change-user";
import type { RequestContext } from "@/lib/kernel/caller";

interface Person {
  userId: string;
  email: string;
  context: RequestContext;
}

/** Changes an administrator's own name in all tenants that they administer, because they are one user of
 *  the platform.
 *  @throws ServiceError `missing` when they were deleted meanwhile */
export async function changeOwnName(
  { userId, email, context }: Person,
  displayName: string | null,
): Promise<void> {
  const actor = { type: "administrator", id: userId, name: email } as const;
  const caller = await inPlatformAs({
    ...{ tenantId: "", environmentId: "", environmentKey: "" },
    actor,
    context,
  });
  await changeUser(caller, userId, { displayName });
}
