import type { Command } from "commander";
import type { TenantScope } from "@/lib/caller";
import { commandLine, withService } from "./service";
import { answering, type Shown } from "./shown";
import { known } from "./tenant";

interface Place {
  tenant: string;
  environment: string;
}

/** `atrium user …`: the users of a tenant, as far as an operator has to help. */
export function addUserCommands(program: Command): void {
  const user = program.command("user").description("The users of a tenant");
  const factors = user
    .command("factors")
    .description("What users prove themselves with besides the password");
  factors
    .command("reset")
    .argument("<user>", "the user's email address or id")
    .requiredOption("--tenant <id>", "whose user it is (atr_…)")
    .requiredOption("--environment <key>", "the environment that the user is in")
    .description(
      "Remove every passkey, authenticator app and recovery code of a user who has lost them",
    )
    .addHelpText(
      "after",
      "\nThe user's sessions, refresh tokens and trusted devices end, and the user is told by email.",
    )
    .action(answering(reset));
}

function reset(user: string, { tenant, environment }: Place): Promise<Shown> {
  return withService(async () => {
    const { callerInTenant } = await import("@/lib/platform/operators/caller-in-tenant");
    const { factorsResetResponse } = await import("@/lib/contract/factor");
    const { resetFactors } = await import("@/lib/users/ending/reset-factors");
    const caller = await known(
      tenant,
      () => callerInTenant(commandLine(), tenant, environment),
      `, or it has no environment ${environment}`,
    );
    const { id, email } = await theUser(caller, user);
    const { factorsRemoved, sessionsRevoked } = await resetFactors(caller, id);
    return {
      json: { user_id: id, ...factorsResetResponse({ factorsRemoved, sessionsRevoked }) },
      text: `${email} has no passkey, authenticator app or recovery code any more (factors removed: ${factorsRemoved}, sessions ended: ${sessionsRevoked}).`,
    };
  });
}

/** The user of an environment who is meant.
 *  @throws ServiceError `missing` with the words that were typed */
async function theUser(caller: TenantScope, meant: string) {
  const { inTransaction } = await import("@/lib/db/transaction");
  const { ServiceError } = await import("@/lib/errors");
  const { isId } = await import("@/lib/ids");
  const { emailKeyOf } = await import("@/lib/users/email");
  const { findUser, findUserByEmail } = await import("@/lib/users/user-store");
  const found = await inTransaction(caller, (db) =>
    isId(meant) ? findUser(db, meant) : findUserByEmail(db, emailKeyOf(meant)),
  );
  if (!found)
    throw new ServiceError("missing", { detail: `There is no user ${meant} in the environment.` });
  return found;
}
