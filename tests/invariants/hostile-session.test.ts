import { expect, test } from "vitest";
import type { Operation } from "@/lib/core/http/operation";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { call } from "@/tests/support/call-route";
import { operations } from "@/tests/support/operations";
import { routeModule } from "@/tests/support/route-module";

// Every request-time operation with a session, by machine token or tenant identity, with each text of its
// body in turn replaced by one that storage can't hold.

const HOSTILE = ["\u0000", "\ud800", "' OR 1=1 --", "00000000-0000-0000-0000-000000000000\u0000"];

const sessionOperations = operations.filter(
  ({ caller, body }) =>
    (caller === "machine" || caller === "tenant") && "session_id" in Object(body?.example),
);

test.each(sessionOperations.map((operation) => [operation.path, operation] as const))(
  "%s refuses what no text can hold, and never fails over it",
  async (_, operation: Operation) => {
    const acme = await aTenant();
    const { id: userId } = await aUser(acme);
    const session = await aSession(acme, { userId });
    const token =
      operation.caller === "tenant"
        ? acme.tenantSecret
        : await aMachineToken(acme, operation.scope ? [operation.scope] : []);
    const example = { ...Object(operation.body?.example), session_id: session.id };
    const texts = Object.keys(example).filter((field) => typeof example[field] === "string");
    for (const field of texts)
      for (const hostile of HOSTILE) {
        const { status } = await call((await routeModule(operation.path))[operation.method], {
          method: operation.method,
          path: operation.path,
          token,
          headers: { "x-tenant-id": acme.publicId },
          body: { ...example, [field]: hostile },
        });
        expect(status, `${field} ${JSON.stringify(hostile)}`).toBeLessThan(500);
      }
  },
);
