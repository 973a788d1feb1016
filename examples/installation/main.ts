// An installation: enrols itself on its first run; on every one it authenticates with its own key, does what the
// running campaigns ask of it, and reports.
import { Atrium } from "./atrium";
import { demoToken } from "./demo-token";
import { enrol, knownIdentity } from "./enrol";
import { loadKey } from "./key";
import { installVersion, takePart } from "./rollout";
import { readSettings } from "./settings";

const settings = readSettings();
const step = (text: string) => console.log(`- ${text}`);

const key = loadKey(settings.keyFile);
let identity = knownIdentity(settings);
if (identity) step(`enrolled before, as ${identity.installationId}`);
else {
  const token = settings.enrolmentToken ?? (await demoToken(settings.baseUrl));
  identity = await enrol(settings, key, token);
  step(`enrolled as ${identity.installationId}`);
}

const atrium = new Atrium(settings.baseUrl, identity, key);
await atrium.accessToken();
step("has an access token");

const told = await takePart(atrium, (version) => installVersion(settings.versionFile, version));
if (told.length === 0) step("no campaign asks anything of it");
for (const line of told) step(line);
