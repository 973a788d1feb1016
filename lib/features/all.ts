import { registerFeatures } from "@/lib/core/extensions";
import { migration } from "@/lib/features/migration/feature";
import { sharedSignals } from "@/lib/features/shared-signals/feature";

// The features that fill extension points. A process that loads this file has them.
registerFeatures([sharedSignals, migration]);
