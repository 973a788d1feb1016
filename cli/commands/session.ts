import type { Command } from "commander";
import { parseLine } from "./argument";
import { addPlaceOptions, callerAt, type Place, resolveUser } from "./place";
import { withService } from "./service";
import { type CommandOutput, commandAction } from "./shown";

/** `atrium session …`: finds and ends sessions. */
export function addSessionCommands(program: Command): void {
  const session = program.command("session").description("End sessions of users");
  addPlaceOptions(session.command("end"))
    .argument("[session]", "the session's id, as the audit log and validate name it")
    .option("--user <user>", "every session of this user instead: email address or id")
    .option("--reason <text>", "kept in the tenant's audit log", parseLine(200))
    .description("End a session, or all of a user's, at once; relying parties are told")
    .addHelpText(
      "after",
      "\nExample:\n  $ atrium session end --user ada@acme.example --tenant atr_… --environment production --reason 'lost laptop'",
    )
    .action(commandAction(end));
}

interface EndOptions extends Place {
  user?: string;
  reason?: string;
}

function end(session: string | undefined, options: EndOptions): Promise<CommandOutput> {
  if (Boolean(session) === Boolean(options.user))
    throw new Error("Say what ends: the id of a session, or --user for all of a user's.");
  const why = { reason: "ended_by_operator", note: options.reason };
  return withService(async () => {
    const caller = await callerAt(options);
    return session ? endOne(caller, session, why) : endAll(caller, options.user ?? "", why);
  });
}

type Caller = Awaited<ReturnType<typeof callerAt>>;
type Why = { reason: string; note: string | undefined };

async function endOne(caller: Caller, session: string, why: Why): Promise<CommandOutput> {
  const { endUserSession } = await import("@/lib/core/user-lifecycle/end-user-access");
  const { ServiceError } = await import("@/lib/kernel/errors");
  const { userId, ended } = await endUserSession(caller, session, why).catch((error: unknown) => {
    if (error instanceof ServiceError && error.reason === "missing")
      throw new ServiceError("missing", {
        detail: `There is no session ${session} in the environment.`,
      });
    throw error;
  });
  return {
    json: { session_id: session, user_id: userId, sessions_ended: ended ? 1 : 0 },
    text: ended ? `The session ${session} is over.` : `The session ${session} was over already.`,
  };
}

async function endAll(caller: Caller, meant: string, why: Why): Promise<CommandOutput> {
  const { endUserSessions } = await import("@/lib/core/user-lifecycle/end-user-access");
  const { id, email } = await resolveUser(caller, meant);
  const ended = await endUserSessions(caller, id, why);
  return {
    json: { user_id: id, sessions_ended: ended },
    text: `${email} is signed in nowhere any more (sessions ended: ${ended}).`,
  };
}
