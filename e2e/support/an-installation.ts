import {
  createInstallation,
  createInstallationKey,
  type Installation,
} from "@atrium/client/installation";
import { environment } from "./environment";
import { manage } from "./manage";

/** Makes an enrolment token of the demo tenant's app. */
export async function anEnrolmentToken(name: string, uses = 20): Promise<string> {
  const { demo } = environment();
  const input = { name, app_id: demo.app_id, organization_id: demo.organization_id };
  const issued = { ...input, max_uses: uses, per_minute: 1000 };
  return (await manage<{ token: string }>("POST", "/enrolment-tokens", issued)).token;
}

/** Enrols an installation, as the example does. */
export async function anInstallation(
  token: string,
  { name, platform, version = "1.0.0" }: { name: string; platform: string; version?: string },
): Promise<{ id: string; installation: Installation }> {
  const { baseUrl } = environment();
  const installation = createInstallation({ baseUrl, key: await createInstallationKey() });
  return { id: await installation.enrol({ token, name, platform, version }), installation };
}
