// An installation: enrols itself on its first run, and authenticates with its own key on every one.
import { Atrium } from "./atrium";
import { demoToken } from "./demo-token";
import { enrol, knownIdentity } from "./enrol";
import { loadKey } from "./key";
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
