import { randomUUID } from "node:crypto";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { signActivityToken } from "@/lib/core/sessions/activity-token";
import { createSession, type SignIn } from "@/lib/core/sessions/create-session";
import { absoluteExpiry, type Session } from "@/lib/core/sessions/session";
import { type Caller, noRequest, type RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export interface TestSession extends Session {
  email: string;
  activityToken: string;
}

/** Signs a user in to an environment: a new user by default. `context` is the browser's. */
export async function aSession(
  environment: Caller,
  options: Partial<Omit<SignIn, "context">> & { context?: Partial<RequestContext> } = {},
): Promise<TestSession> {
  const { userId, context, ...signIn } = options;
  return inPrismaTransaction(environment, async (transaction) => {
    const { prisma, tenantId, environmentId } = transaction;
    const email = `${randomUUID()}@example.com`;
    const user = userId
      ? await prisma.user.findUniqueOrThrow({ where: { id: userId } })
      : await prisma.user.create({ data: { tenantId, environmentId, email, emailKey: email } });
    const { session } = await createSession(transaction, {
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
