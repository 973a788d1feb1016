import { randomUUID } from "node:crypto";
import { type Caller, noRequest, type RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { signActivityToken } from "@/lib/sessions/activity-token";
import { createSession, type SignIn } from "@/lib/sessions/create-session";
import { absoluteExpiry, type Session } from "@/lib/sessions/session";
import { readSecurityPolicy } from "@/lib/tenants/security-policy-store";

export interface TestSession extends Session {
  email: string;
  activityToken: string;
}

/** Somebody signed in to an environment: a new user, unless one is named. `context` is the browser's. */
export async function aSession(
  environment: Caller,
  options: Partial<Omit<SignIn, "context">> & { context?: Partial<RequestContext> } = {},
): Promise<TestSession> {
  const { userId, context, ...signIn } = options;
  return inTenant(environment, async (transaction) => {
    const { sql, tenantId, environmentId } = transaction;
    const email = `${randomUUID()}@example.com`;
    const user = userId
      ? await sql.user.findUniqueOrThrow({ where: { id: userId } })
      : await sql.user.create({ data: { tenantId, environmentId, email, emailKey: email } });
    const session = await createSession(transaction, {
      kind: "direct",
      authTime: now(),
      amr: ["pwd"],
      ...signIn,
      userId: user.id,
      context: { ...noRequest, ...context },
    });
    const activityToken = await signActivityToken({
      sessionId: session.id,
      lastActiveAt: session.lastActiveAt,
      absoluteExpiresAt: absoluteExpiry(session, await readSecurityPolicy(transaction)),
    });
    return { ...session, email: user.email, activityToken };
  });
}
