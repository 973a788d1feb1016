import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { CACHED_SECONDS } from "@/lib/kernel/db/tenant-cache";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

/** Starts another process that requests tokens, and returns its output line by line. */
function startTokenRequester(environment: TestEnvironment) {
  const form = {
    grant_type: "client_credentials",
    client_id: environment.clientId,
    client_secret: environment.clientSecret,
  };
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/ask-until-refused.ts"], {
    env: {
      ...process.env,
      REQUEST: JSON.stringify(form),
      ATRIUM_LIMIT_TOKEN_REQUESTS: "1000000",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { next: async () => String((await lines.next()).value), end: () => child.kill() };
}

const ways: [string, (environment: TestEnvironment) => Promise<unknown>][] = [
  [
    "its credential is revoked",
    (environment) =>
      inPrismaTransaction(environment, ({ prisma }) =>
        prisma.credential.updateMany({ data: { revokedAt: new Date() } }),
      ),
  ],
  [
    "its secret is retired",
    (environment) =>
      inPrismaTransaction(environment, ({ prisma }) =>
        prisma.credentialSecret.updateMany({ data: { revokedAt: new Date() } }),
      ),
  ],
  [
    "its tenant is disabled",
    (environment) =>
      inPrismaTransaction(environment, ({ prisma }) =>
        prisma.tenant.updateMany({ data: { status: "disabled", disabledAt: new Date() } }),
      ),
  ],
];

test.each(ways)(
  "another process accepts a client no longer than the bound once %s",
  async (_, end) => {
    const environment = await aTenant();
    const other = startTokenRequester(environment);
    try {
      expect(await other.next()).toBe("kept");
      await end(environment);
      const ended = Date.now();
      const lastLetIn = Number(await other.next());
      expect(lastLetIn).toBeGreaterThan(0);
      expect(lastLetIn - ended).toBeLessThan(CACHED_SECONDS * 1000);
    } finally {
      other.end();
    }
  },
  60_000,
);
