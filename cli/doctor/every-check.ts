import { features } from "@/lib/features/feature";
import type { Check } from "./check";
import { clock } from "./clock";
import { configuration } from "./configuration";
import { connections } from "./connections";
import { database } from "./database";
import { databaseServers } from "./database-servers";
import { databaseSize } from "./database-size";
import { extensions } from "./extensions";
import { forwarders } from "./forwarders";
import { freeSpace } from "./free-space";
import { migrations } from "./migrations";
import { nodeVersion } from "./node-version";
import { openFiles } from "./open-files";
import { ownAddress } from "./own-address";
import { owner } from "./owner";
import { pooler } from "./pooler";
import { proxies } from "./proxies";
import { queues } from "./queues";
import { replica } from "./replica";
import { roles } from "./roles";
import { rowLevelSecurity } from "./row-level-security";
import { signingKeys } from "./signing-keys";
import { smtp } from "./smtp";
import { tls } from "./tls";
import { whole } from "./whole";
import { worker } from "./worker";

/** Returns every check of `atrium doctor`, in the order in which results are shown: prerequisites of other
 *  checks come first, those of features last. */
export async function everyCheck(): Promise<readonly Check[]> {
  const ofFeatures = await Promise.all(features().map(({ checks }) => checks?.() ?? []));
  return [...checks, ...ofFeatures.flat()];
}

const checks: readonly Check[] = [
  configuration,
  nodeVersion,
  openFiles,
  freeSpace,
  database,
  databaseServers,
  pooler,
  connections,
  roles,
  owner,
  extensions,
  migrations,
  rowLevelSecurity,
  whole,
  clock,
  databaseSize,
  replica,
  signingKeys,
  ownAddress,
  tls,
  proxies,
  forwarders,
  smtp,
  worker,
  queues,
];
