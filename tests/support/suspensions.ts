import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { noRequest } from "@/lib/kernel/caller";
import { newId } from "@/lib/kernel/ids";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";

/** Writes suspensions of so many unknown users to the trail, and waits until the log has the events.
 *  @returns the users' ids, in the order of the events */
export async function suspensions(environment: TestEnvironment, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => newId());
  const actor = { type: "tenant" as const, id: environment.tenantId };
  await appendEvents(
    environment,
    users.map((id) => ({
      kind: "user.suspended" as const,
      actor,
      context: noRequest,
      targets: [{ type: "user", id }],
      at: new Date(),
    })),
  );
  await untilLogged(environment);
  return users;
}
