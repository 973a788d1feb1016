import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { freePort } from "@/tools/postgres/free-port";
import { startSupervised } from "@/tools/processes/supervised";
import { bundled } from "./bundled";
import { environment } from "./environment";

export interface RelyingParty {
  origin: string;
  stop(): Promise<void>;
}

/** The example relying party, running, as a client of the demo tenant's environment. */
export async function startRelyingParty(): Promise<RelyingParty> {
  const { baseUrl, databaseUrl, databaseOwnerUrl, demo } = environment();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const added = execFileSync(process.execPath, [bundled("add-relying-party")], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      ATRIUM_MODE: "local",
      ATRIUM_BASE_URL: baseUrl,
      // Only hashes are written: no key of the service is needed.
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
      CREDENTIAL: String(demo.client_id),
      ORIGIN: origin,
    },
  });
  return startExample(port, JSON.parse(added.toString()));
}

/** Starts the example relying party on this port, as a client that is already registered. */
export async function startExample(
  port: number,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<RelyingParty> {
  const origin = `http://localhost:${port}`;
  const run = ["--import", "tsx"];
  const example = startSupervised([process.execPath, ...run, "examples/relying-party/server.ts"], {
    endsBy: "TERM",
    env: {
      ...process.env,
      ISSUER: environment().baseUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      PORT: `${port}`,
    },
  });
  await answers(origin);
  return { origin, stop: () => example.stop() };
}

async function answers(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    try {
      if ((await fetch(origin)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The example relying party did not start");
}
