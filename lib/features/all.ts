import { registerFeatures } from "@/lib/core/extensions";
import { authzen } from "@/lib/features/authzen/feature";
import { migration } from "@/lib/features/migration/feature";
import { sharedSignals } from "@/lib/features/shared-signals/feature";

// The list of features. Importing this file registers them.
registerFeatures([sharedSignals, migration, authzen]);
