// An installation: enrols itself on its first run; on each run it authenticates with its own key, takes part
// in the running campaigns, and reports.
import { createInstallation } from "@atrium/client/installation";
import { demoToken } from "./demo-token";
import { readId, storeId } from "./identity";
import { loadKey } from "./key";
import { installVersion, participate } from "./rollout";
import { readSettings } from "./settings";

const { baseUrl, enrolmentToken, keyFile, identityFile, versionFile, ...about } = readSettings();
const step = (text: string) => console.log(`- ${text}`);

const key = await loadKey(keyFile);
const installationId = readId(identityFile);
const installation = createInstallation({
  baseUrl,
  key,
  ...(installationId && { installationId }),
});
if (installationId) step(`enrolled before, as ${installationId}`);
else {
  const token = enrolmentToken ?? (await demoToken(baseUrl));
  const id = await installation.enrol({ token, ...about });
  storeId(identityFile, id);
  step(`enrolled as ${id}`);
}

await installation.accessToken();
step("has an access token");

const lines = await participate(installation, (version) => installVersion(versionFile, version));
if (lines.length === 0) step("no campaign asks anything of it");
for (const line of lines) step(line);
