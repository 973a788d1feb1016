import { createOperatorToken } from "@/lib/core/operators/create-operator-token";
import { noRequest } from "@/lib/kernel/caller";

/** Makes a new operator token without an expiry.
 *  @param tenant the public id of the one tenant that it reaches; null for all of the installation */
export async function anOperatorToken(
  name = "tests",
  tenant: string | null = null,
): Promise<string> {
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  return (await createOperatorToken(by, { name, expiresAt: null, tenant })).token;
}
