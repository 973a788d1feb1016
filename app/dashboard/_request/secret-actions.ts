import { z } from "zod";
import type { NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import {
  type ActionRequest,
  administratorAction,
} from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";

type Caller = ActionRequest<unknown>["caller"];

const dangerous = { role: "admin", stepUp: true } as const;
const Nothing = z.object({});

/** Makes the action that creates a secret of an environment; the secret is in the answer and nowhere else. */
export function newSecretAction(create: (caller: Caller) => Promise<{ secret: string }>) {
  return administratorAction<typeof Nothing, NewSecretState>(
    Nothing,
    dangerous,
    async ({ caller }) => {
      const { secret } = await create(caller);
      return { secret };
    },
  );
}

/** Makes the action that revokes a secret of an environment at once. Software may depend on the only one: the
 *  environment's name confirms it.
 *  @param done confirmation afterwards */
export function revokeSecretAction(
  revoke: (caller: Caller, id: string) => Promise<unknown>,
  done: () => Promise<string>,
) {
  return administratorAction(
    z.object({ id: z.uuid(), confirmation: z.string() }),
    dangerous,
    async ({ caller, input, environment }) => {
      if (!matchesConfirmation(input, environment.name)) return confirmationMismatch;
      await revoke(caller, input.id);
      return { done: await done() };
    },
  );
}
