import { noRequest } from "@/lib/caller";
import { createOperatorToken } from "@/lib/platform/operators/create-operator-token";

/** A new operator token without an end. */
export async function anOperatorToken(name = "tests"): Promise<string> {
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  return (await createOperatorToken(by, { name, expiresAt: null })).token;
}
