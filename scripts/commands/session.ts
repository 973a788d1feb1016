import type { Command } from "commander";
import { lineOf } from "./argument";
import { addPlaceOptions, callerAt, type Place, theUser } from "./place";
import { withService } from "./service";
import { answering, type Shown } from "./shown";

/** `atrium session …`: finds and ends sessions. */
export function addSessionCommands(program: Command): void {
  const session = program.command("session").description("End sessions of users");
  addPlaceOptions(session.command("end"))
    .argument("[session]", "the session's id, as the audit log and validate name it")
    .option("--user <user>", "every session of this user instead: email address or id")
    .option("--reason <text>", "kept in the tenant's audit log", lineOf(200))
    .description("End a session, or all of a user's, at once; relying parties are told")
    .addHelpText(
      "after",
      "\nExample:\n  $ atrium session end --user ada@acme.example --tenant atr_… --environment production --reason 'lost laptop'",
    )
    .action(answering(end));
}

interface Wanted extends Place {
  user?: string;
  reason?: string;
}

function end(session: string | undefined, wanted: Wanted): Promise<Shown> {
  if (Boolean(session) === Boolean(wanted.user))
    throw new Error("Say what ends: the id of a session, or --user for all of a user's.");
  const why = { reason: "ended_by_operator", note: wanted.reason };
  return withService(async () => {
    const caller = await callerAt(wanted);
    return session ? endOne(caller, session, why) : endAll(caller, wanted.user ?? "", why);
  });
}

type Caller = Awaited<ReturnType<typeof callerAt>>;
type Why = { reason: string; note: string | undefined };

async function endOne(caller: Caller, session: string, why: Why): Promise<Shown> {
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

async function endAll(caller: Caller, meant: string, why: Why): Promise<Shown> {
  const { endUserSessions } = await import("@/lib/core/user-lifecycle/end-user-access");
  const { id, email } = await theUser(caller, meant);
  const ended = await endUserSessions(caller, id, why);
  return {
    json: { user_id: id, sessions_ended: ended },
    text: `${email} is signed in nowhere any more (sessions ended: ${ended}).`,
  };
}
