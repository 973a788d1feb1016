import { z } from "zod";
import {
  type ForeignUser,
  foreignFlag,
  foreignText,
  lineOf,
  statusOf,
} from "@/lib/features/migration/import/foreign-user";

const User = z.looseObject({
  id: foreignText,
  email: foreignText,
  firstName: foreignText,
  lastName: foreignText,
  emailVerified: foreignFlag,
  enabled: foreignFlag,
  credentials: z
    .array(
      z.looseObject({ type: z.string(), secretData: foreignText, credentialData: foreignText }),
    )
    .nullish(),
});

/** Converts a user of a realm that Keycloak exported (`kc.sh export`). */
export function fromKeycloak(value: unknown): ForeignUser {
  const user = User.parse(value);
  const password = user.credentials?.find(({ type }) => type === "password");
  const { secretData, credentialData } = password ?? {};
  return lineOf({
    email: user.email,
    external_id: user.id,
    display_name: [user.firstName, user.lastName].filter(Boolean).join(" ") || undefined,
    status: statusOf(user.enabled === false),
    email_verified: user.emailVerified || undefined,
    password_hash: password && JSON.stringify({ secretData, credentialData }),
  });
}
