import { z } from "zod";
import type { TenantAdministrator } from "@/lib/core/administrators/read-administrators";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { email } from "@/lib/core/contract/user";

const role = z.enum(["owner", "admin", "viewer"]).meta({
  description:
    "A viewer changes nothing, an admin changes everything but who administers, an owner changes that too.",
});

export const AdministratorResource = z
  .object({
    user_id: id.meta({ description: "The administrator's id in the platform's own tenant." }),
    email: z.string().meta({
      description: "The administrator's address; as it was typed while the invitation is open.",
    }),
    display_name: z
      .string()
      .nullable()
      .meta({ description: "What the administrator calls themselves; null while invited." }),
    role,
    status: z.enum(["active", "invited", "suspended"]).meta({
      description: "`invited` has not accepted; `suspended` can't sign in.",
    }),
    since: timestamp.meta({ description: "When the administrator was added or invited." }),
    last_sign_in_at: timestamp
      .nullable()
      .meta({ description: "When the administrator last signed in; null for never." }),
  })
  .meta({
    id: "Administrator",
    description: "Somebody who administers the tenant in the dashboard, or is invited to.",
  });

export const AdministratorList = z
  .object({
    administrators: z
      .array(AdministratorResource)
      .meta({ description: "In the order in which they were added." }),
  })
  .meta({ id: "AdministratorList" });

export const NewAdministratorBody = z
  .strictObject({
    email: email.meta({ description: "Where the invitation goes." }),
    role,
  })
  .meta({ id: "NewAdministrator" });

/** An administrator in wire format. */
export function administratorResponse(
  one: TenantAdministrator,
): z.infer<typeof AdministratorResource> {
  return {
    user_id: one.userId,
    email: one.email,
    display_name: one.displayName,
    role: one.role,
    status: one.status,
    since: wireTime(one.since),
    last_sign_in_at: wireTimeOrNull(one.lastSignInAt),
  };
}
