// Serves the installation that the environment describes, in a process of its own, until a signal ends it.
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { aWholeService } from "@/tests/support/whole-service";

await openDataKeys();
await aWholeService({ hosted: true });
process.stdout.write("ready\n");
