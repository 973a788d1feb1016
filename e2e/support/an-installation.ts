import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Atrium } from "@/examples/installation/atrium";
import { enrol } from "@/examples/installation/enrol";
import { loadKey } from "@/examples/installation/key";
import { environment } from "./environment";
import { manage } from "./manage";

/** An enrolment token of the demo tenant's app. */
export async function anEnrolmentToken(name: string, uses = 20): Promise<string> {
  const { demo } = environment();
  const wanted = { name, app_id: demo.app_id, organization_id: demo.organization_id };
  const issued = { ...wanted, max_uses: uses, per_minute: 1000 };
  return (await manage<{ token: string }>("POST", "/enrolment-tokens", issued)).token;
}

/** An installation that enrolled itself, as the example does. */
export async function anInstallation(
  token: string,
  { name, platform, version = "1.0.0" }: { name: string; platform: string; version?: string },
): Promise<{ id: string; atrium: Atrium }> {
  const folder = mkdtempSync(join(tmpdir(), "installation-"));
  const { baseUrl } = environment();
  const files = {
    keyFile: join(folder, "key.pem"),
    identityFile: join(folder, "identity.json"),
    versionFile: join(folder, "version"),
  };
  const key = loadKey(files.keyFile);
  const settings = { ...files, baseUrl, enrolmentToken: token, name, platform, version };
  const identity = await enrol(settings, key, token);
  return { id: identity.installationId, atrium: new Atrium(baseUrl, identity, key) };
}
