import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import type { OwnAccount } from "@/app/(hosted)/account-security/own-account";
import type { CookieReader } from "@/lib/core/oidc/http/cookies";

/** Actions that need a fresh proof, with what the user typed for each. */
const protectedActionSchema = z.discriminatedUnion("to", [
  z.object({ to: z.literal("addPasskey"), name: z.string() }),
  z.object({ to: z.literal("addApp"), name: z.string() }),
  z.object({ to: z.literal("makeCodes") }),
  z.object({ to: z.literal("letDeviceIn"), userCode: z.string(), client: z.string() }),
  z.object({ to: z.literal("remove"), id: z.string(), name: z.string() }),
]);

const awaitedSchema = z.object({
  sessionId: z.string(),
  wanted: protectedActionSchema,
  /** Code that was requested by email. */
  code: z.object({ token: z.string(), length: z.number(), sent: z.boolean() }).nullable(),
});

export type ProtectedAction = z.infer<typeof protectedActionSchema>;

/** Proof that is awaited: of whom, and for which action. */
export type AwaitedProof = z.infer<typeof awaitedSchema>;

/** Cookies of awaited proofs. Each has its own name, so that two tabs don't use each other's. */
export const awaitedProofs = sealedCookie<AwaitedProof>(
  "proof",
  awaitedSchema,
  15 * 60,
  "/account-security",
);

/** Returns the awaited proof of a name, if it is this session's. */
export function awaitedProof(
  name: string,
  { sessionId }: Pick<OwnAccount, "sessionId">,
  cookies: CookieReader,
): AwaitedProof | null {
  const awaited = awaitedProofs.read(name, cookies);
  return awaited?.sessionId === sessionId ? awaited : null;
}
