import { registerFeatures } from "@/lib/core/extensions";
import type { Feature } from "@/lib/features/feature";
import { feature as archives } from "./archives/feature";
import { feature as auditLog } from "./audit-log/feature";
import { feature as authzen } from "./authzen/feature";
import { feature as backups } from "./backups/feature";
import { feature as configuration } from "./configuration/feature";
import { feature as documentation } from "./documentation/feature";
import { feature as migration } from "./migration/feature";
import { feature as retention } from "./retention/feature";
import { feature as sharedSignals } from "./shared-signals/feature";
import { feature as statistics } from "./statistics/feature";

/** Every feature of the service. A process that loads this file has them. */
const all: readonly Feature[] = [
  sharedSignals,
  auditLog,
  statistics,
  migration,
  retention,
  configuration,
  archives,
  backups,
  authzen,
  documentation,
];

registerFeatures(all);
