import { z } from "zod";
import {
  type ForeignUser,
  foreignFlag,
  lineOf,
  statusOf,
} from "@/lib/features/migration/import/foreign-user";

const User = z.looseObject({
  Username: z.string().optional(),
  Enabled: foreignFlag,
  Attributes: z.array(z.looseObject({ Name: z.string(), Value: z.string().optional() })),
});

/** Converts a user from the output of `aws cognito-idp list-users`. Cognito never exports hashes: its users
 *  set a password, or are migrated at their first sign-in. */
export function fromCognito(value: unknown): ForeignUser {
  const { Attributes, Enabled, Username } = User.parse(value);
  const attributes = new Map(Attributes.map(({ Name, Value }) => [Name, Value]));
  const names = [attributes.get("given_name"), attributes.get("family_name")]
    .filter(Boolean)
    .join(" ");
  return lineOf({
    email: attributes.get("email"),
    external_id: attributes.get("sub") ?? Username,
    display_name: attributes.get("name") ?? (names || undefined),
    status: statusOf(Enabled === false),
    email_verified: attributes.get("email_verified") === "true" || undefined,
  });
}
