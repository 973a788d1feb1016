// The installation that the environment describes, served by a process of its own: it prints `ready`, and
// serves until it is killed.
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { aWholeService } from "@/tests/support/whole-service";

await openDataKeys();
await aWholeService({ hosted: true });
process.stdout.write("ready\n");
