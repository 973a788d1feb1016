import type { Command } from "commander";
import type { FoundUser } from "@/lib/core/operators/find-users";
import { addPersonCommands } from "./person";
import { addPlaceOptions, callerAt, type Place, resolveUser } from "./place";
import { commandLineCaller, withService } from "./service";
import { type CommandOutput, commandAction, formatColumns, formatMoment } from "./shown";

/** `atrium user …`: the users of all tenants, as far as an operator has to help. */
export function addUserCommands(program: Command): void {
  const user = program.command("user").description("Find users, and let them in again");
  user
    .command("find")
    .argument("<user>", "an email address, an id, or the id that a tenant gave (external id)")
    .option("--tenant <id>", "look in this tenant alone (atr_…)")
    .description("Say where a user is, and what keeps the user from signing in")
    .addHelpText("after", "\nThe whole address or id has to match. Tenants are searched at once.")
    .action(commandAction(find));
  addPlaceOptions(user.command("unlock"))
    .argument("<user>", "the user's email address or id")
    .description("Forget the failed logins of an account, so that its user may try again now")
    .addHelpText(
      "after",
      "\nThe limit of failed logins of the user's network stays. The tenant's audit log tells of it.\n\nExample:\n  $ atrium user unlock ada@acme.example --tenant atr_… --environment production",
    )
    .action(commandAction(unlock));
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
    .action(commandAction(reset));
  addPersonCommands(user);
}

function find(meant: string, { tenant }: { tenant?: string }): Promise<CommandOutput> {
  return withService(async () => {
    const { setUpPlatform } = await import("@/lib/core/platform/set-up-platform");
    const { findUsers, MOST_FOUND } = await import("@/lib/core/operators/find-users");
    const { ServiceError } = await import("@/lib/kernel/errors");
    // The database answers across tenants in the platform's scope only.
    await setUpPlatform(commandLineCaller().actor);
    const found = await findUsers(meant, tenant ?? null);
    if (found.length === 0)
      throw new ServiceError("missing", {
        detail: `There is no user ${meant} in ${tenant ?? "any tenant"}. The whole address or id has to match.`,
      });
    const more = found.length === MOST_FOUND ? `\nOnly the first ${MOST_FOUND} are shown.` : "";
    return { json: { users: found.map(json) }, text: table(found) + more };
  });
}

function json({ user, ...found }: FoundUser) {
  return {
    id: found.id,
    email: user.email,
    display_name: user.displayName,
    external_id: user.externalId,
    tenant_id: found.tenantPublicId,
    tenant_name: found.tenantName,
    environment: found.environmentKey,
    platform: found.isPlatform,
    status: user.status,
    suspended_reason: user.suspendedReason,
    has_password: found.hasPassword,
    factors: user.factorTypes,
    last_sign_in_at: user.lastSignInAt,
    locked_until: found.lockedUntil,
  };
}

function table(found: FoundUser[]): string {
  return formatColumns(
    ["user", "id", "tenant", "environment", "state", "signs in with", "last sign-in"],
    found.map(({ user, ...one }) => [
      user.email,
      one.id,
      one.isPlatform ? "(the platform)" : `${one.tenantName} (${one.tenantPublicId})`,
      one.environmentKey,
      stateOf({ user, ...one }),
      [...(one.hasPassword ? ["password"] : []), ...user.factorTypes].join(", ") || "nothing yet",
      formatMoment(user.lastSignInAt),
    ]),
  );
}

function stateOf({ user, lockedUntil }: FoundUser): string {
  const suspended = user.suspendedReason ? `suspended: ${user.suspendedReason}` : user.status;
  const locked = lockedUntil ? `locked until ${formatMoment(lockedUntil)}` : "";
  return (
    [user.status === "suspended" ? suspended : "", locked].filter(Boolean).join(", ") || "active"
  );
}

function unlock(meant: string, place: Place): Promise<CommandOutput> {
  return withService(async () => {
    const { unlockAccount } = await import("@/lib/core/login/unlock-account");
    const caller = await callerAt(place);
    const { id, email } = await resolveUser(caller, meant);
    const { wasLocked, failures } = await unlockAccount(caller, id);
    const text = wasLocked
      ? `${email} was locked and may sign in now (failed logins forgotten: ${failures}).`
      : `${email} was not locked (failed logins forgotten: ${failures}).`;
    return { json: { user_id: id, was_locked: wasLocked, failures }, text: text };
  });
}

function reset(meant: string, place: Place): Promise<CommandOutput> {
  return withService(async () => {
    const { factorsResetResponse } = await import("@/lib/core/contract/factor");
    const { resetFactors } = await import("@/lib/core/user-lifecycle/reset-factors");
    const caller = await callerAt(place);
    const { id, email } = await resolveUser(caller, meant);
    const { factorsRemoved, sessionsRevoked } = await resetFactors(caller, id);
    return {
      json: { user_id: id, ...factorsResetResponse({ factorsRemoved, sessionsRevoked }) },
      text: `${email} has no passkey, authenticator app or recovery code any more (factors removed: ${factorsRemoved}, sessions ended: ${sessionsRevoked}).`,
    };
  });
}
