import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/core/passwords/password-hash";
import type { EmailVerifiedMethod } from "@/lib/core/users/email-verification";
import type { User } from "@/lib/core/users/user";
import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";

interface Options {
  email?: string;
  /** Null leaves the user without one. */
  password?: string | null;
  /** Stored unchanged, like an imported hash. */
  passwordHash?: string;
  suspended?: boolean;
  displayName?: string;
  locale?: string;
  externalId?: string;
  emailVerifiedMethod?: EmailVerifiedMethod;
}

/** Default password of users. */
export const A_PASSWORD = "kelp, mirage and 4 chairs";

/** Hash of a password, made once: users of tests share it. */
const hashes = new Map<string, Promise<string>>();
function hashOnce(scope: TenantScope, password: string): Promise<string> {
  const known = hashes.get(password);
  if (known) return known;
  const made = hashPassword(scope, password);
  hashes.set(password, made);
  return made;
}

/** A user as a row, with an address that is unique in a run. */
export async function aUser(scope: TenantScope, options: Options = {}): Promise<User> {
  const { tenantId, environmentId } = scope;
  const email = options.email ?? `${randomUUID()}@example.com`;
  const password = options.password === undefined ? A_PASSWORD : options.password;
  const passwordHash =
    options.passwordHash ?? (password === null ? null : await hashOnce(scope, password));
  return inPrismaTransaction(scope, ({ prisma }) =>
    prisma.user.create({
      data: {
        id: newId(),
        tenantId,
        environmentId,
        email,
        emailKey: email.toLowerCase(),
        displayName: options.displayName ?? null,
        locale: options.locale ?? null,
        passwordHash,
        externalId: options.externalId ?? null,
        ...(options.emailVerifiedMethod
          ? { emailVerifiedMethod: options.emailVerifiedMethod, emailVerifiedAt: new Date() }
          : {}),
        ...(options.suspended ? { status: "suspended", suspendedAt: new Date() } : {}),
      },
    }),
  );
}
