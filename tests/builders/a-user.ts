import { randomUUID } from "node:crypto";
import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { newId } from "@/lib/ids";
import { hashPassword } from "@/lib/passwords/password-hash";
import type { EmailVerifiedMethod } from "@/lib/users/email-verification";

interface Options {
  email?: string;
  /** Null for a user who never set one. */
  password?: string | null;
  displayName?: string | null;
  externalId?: string | null;
  status?: "active" | "suspended";
  emailVerifiedMethod?: EmailVerifiedMethod | null;
  locale?: string | null;
}

export interface TestUser {
  id: string;
  email: string;
  /** Empty when the user has none. */
  password: string;
}

/** A user in the environment, as a row, so that any state can be had. Addresses and passwords are unique
 *  in a run. */
export async function aUser(scope: TenantScope, options: Options = {}): Promise<TestUser> {
  const { tenantId, environmentId } = scope;
  const { email = `${randomUUID()}@example.com`, password = `pass ${randomUUID()}` } = options;
  const passwordHash = password === null ? null : await hashPassword(password);
  const id = newId();
  const at = now();
  const suspended = options.status === "suspended";
  await inTenant(scope, ({ sql }) =>
    sql.user.create({
      data: {
        id,
        tenantId,
        environmentId,
        email,
        emailKey: email.toLowerCase(),
        passwordHash,
        passwordChangedAt: passwordHash === null ? null : at,
        displayName: options.displayName ?? null,
        externalId: options.externalId ?? null,
        locale: options.locale ?? null,
        ...(suspended ? { status: "suspended", suspendedAt: at } : {}),
        ...(options.emailVerifiedMethod
          ? { emailVerifiedMethod: options.emailVerifiedMethod, emailVerifiedAt: at }
          : {}),
      },
    }),
  );
  return { id, email, password: password ?? "" };
}
