import { randomUUID } from "node:crypto";
import { anEnrolmentToken, anInstallation } from "./an-installation";
import { manage, manageLines } from "./manage";

/** Adds the things that the demo data lacks to the demo tenant, so that each of its pages has something to
 *  show: an enrolment token, an installation, a campaign, an identity source and its principal, and an
 *  import. */
export async function oneOfEachInstallation(): Promise<void> {
  const run = randomUUID().slice(0, 6);
  const token = await anEnrolmentToken(`Halls ${run}`);
  await anInstallation(token, { name: `press-hall-${run}`, platform: "linux/arm64" });
  await manage("POST", "/installation-campaigns", {
    name: `2.5.0 to the halls ${run}`,
    target_version: "2.5.0",
    selector: {},
  });
  const host = `https://${run}.partner.example`;
  const source = await manage<{ id: string }>("POST", "/identity-sources", {
    issuer: host,
    audiences: ["portal"],
    jwks_uri: `${host}/keys`,
  });
  await manage("POST", "/external-principals", { source_id: source.id, subject: `ada-${run}` });
  // One line is no user, so that there is a problem to show.
  await manageLines("/user-imports?dry_run=true", [{ email: `${run}@partner.example` }, {}]);
}
