import { randomUUID } from "node:crypto";
import { type Caller, noRequest, type RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { readSecurityPolicy } from "@/lib/security-policy/security-policy-store";
import { signActivityToken } from "@/lib/sessions/activity-token";
import { createSession, type SignIn } from "@/lib/sessions/create-session";
import { absoluteExpiry, type Session } from "@/lib/sessions/session";

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
